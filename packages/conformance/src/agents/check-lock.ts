import type { Issue } from "@slipway/errors";
import { issue, msg } from "@slipway/errors";

/**
 * Checks an npm lock (version 3): each package of the whole tree carries its SHA-512, and none says where to load it
 * from, so that neither a mirror nor a dependency can change what runs. Gives every problem.
 */
export function checkLock(text: string): Issue[] {
  const code = "CONFORMANCE_LOCK_UNSAFE";
  let packages: unknown;
  try {
    packages = (JSON.parse(text) as { packages?: unknown }).packages;
  } catch {
    return [issue({ code, message: msg`the lock is not JSON` })];
  }
  if (typeof packages !== "object" || packages === null || Object.keys(packages).length < 2) {
    return [issue({ code, message: msg`the lock holds no packages` })];
  }
  const issues: Issue[] = [];
  for (const [place, entry] of Object.entries(packages as Record<string, Record<string, unknown>>)) {
    const path = ["packages", place];
    const integrity = entry["integrity"];
    if (place !== "" && !(typeof integrity === "string" && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity))) {
      issues.push(issue({ code, path, message: msg`the package carries no SHA-512` }));
    }
    if ("resolved" in entry) issues.push(issue({ code, path, message: msg`the package says where to load it from` }));
  }
  if (/[a-z]+:\/\//i.test(text)) issues.push(issue({ code, message: msg`the lock holds a URL` }));
  return issues;
}
