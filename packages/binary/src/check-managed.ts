import { basename, dirname, normalize } from "node:path";
import type { Issue } from "@slipway/errors";
import { msg } from "@slipway/errors";
import { binaryIssue } from "./binary-code.js";
import { requireAbsolute } from "./check-path-text.js";
import { isWithin } from "./hostile-places.js";
import type { Judgement } from "./judge-file.js";

/**
 * What speaks against a program that Slipway installed: it must be a file of the folder it was installed into, under its
 * own name. A link there was made by somebody else, and could be turned to another file between two launches.
 */
export function checkManaged({ path, realPath, links }: Judgement, root: string): Issue[] {
  requireAbsolute(root, "root");
  const folder = normalize(root).replace(/(?<=.)\/+$/u, "");
  const issues: Issue[] = [];
  if (links.length > 0)
    issues.push(
      binaryIssue({
        code: "BINARY_MANAGED_LINK",
        message: msg`${path} was installed as a file and is reached through the link ${links[0]}`,
        hint: msg`install the program again`,
      }),
    );
  const reached = realPath ?? path;
  if (!isWithin(reached, folder) || dirname(reached) === reached || basename(reached) === "")
    issues.push(
      binaryIssue({
        code: "BINARY_OUTSIDE_ROOT",
        message: msg`${reached} is not in ${folder}, the folder it was installed into`,
        hint: msg`install the program again`,
      }),
    );
  return issues;
}
