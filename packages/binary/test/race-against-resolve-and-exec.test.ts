import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bindBinary, execArgv, holdBinary, recheckBinary } from "../src/index.js";
import { settled, useTree } from "./tree.js";

const tree = useTree();
/** Rounds of each race: enough for some hundred swaps to fall between check and exec, few enough for about two seconds. */
const ROUNDS = 120;

/** Another process that, until it is ended, renames two folders and turns a link back and forth as fast as it can. */
async function startAttacker(root: string): Promise<() => Promise<number>> {
  const code = `
    const fs = require("node:fs");
    const at = (name) => ${JSON.stringify(root)} + "/" + name;
    let swaps = 0;
    let stop = false;
    process.stdin.on("end", () => { stop = true; }).resume();
    process.stdout.write("ready");
    (function turn() {
      for (let round = 0; round < 50; round += 1) {
        try { fs.renameSync(at("opt"), at("held")); fs.renameSync(at("evil"), at("opt")); } catch {}
        try { fs.renameSync(at("opt"), at("evil")); fs.renameSync(at("held"), at("opt")); } catch {}
        try { fs.symlinkSync(at(round % 2 ? "opt" : "evil"), at("next")); fs.renameSync(at("next"), at("link")); } catch {}
        swaps += 3;
      }
      if (stop) { console.log(" " + swaps); process.exit(0); }
      setImmediate(turn);
    })();`;
  const attacker = spawn(process.execPath, ["-e", code], { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  attacker.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await once(attacker.stdout, "data");
  return async () => {
    attacker.stdin.end();
    await once(attacker, "close");
    return Number(said.slice("ready".length));
  };
}

/**
 * `echo` prints what it is given, `false` fails. Both native, so which ran is seen from outside. What may not be is that
 * `evil` runs after a recheck passed: it was never bound.
 */
describe.skipIf(process.platform !== "linux")(
  "when folders and links are swapped between check and exec (needs Linux)",
  () => {
    it("binds and passes only files that were judged, for native programs", async () => {
      tree.file("opt/bin/agent", readFileSync("/bin/echo"));
      tree.file("evil/bin/agent", readFileSync("/bin/false"), 0o757);
      tree.link(tree.at("opt"), "link");
      const good = bindBinary(tree.at("opt/bin/agent"), {
        via: "path",
        workspace: tree.folder("clone"),
        env: {},
        ports: settled,
      });
      if (!good.ok) throw new Error("not bound");
      const stop = await startAttacker(tree.root);
      const seen = { bound: 0, refused: 0, passed: 0, ran: 0, wrong: 0 };
      for (let round = 0; round < ROUNDS; round += 1) {
        const bound = bindBinary(tree.at("link/bin/agent"), {
          via: "path",
          workspace: tree.at("clone"),
          env: {},
          ports: settled,
        });
        if (!bound.ok) {
          seen.refused += 1;
          continue;
        }
        seen.bound += 1;
        // What was judged is always the good file: the evil one can be written by everybody, and is never bound.
        if (bound.value.file.identity.inode !== good.value.file.identity.inode) seen.wrong += 1;
        const again = recheckBinary(bound.value);
        if (!again.ok) continue;
        seen.passed += 1;
        if (again.value.file.identity.inode !== good.value.file.identity.inode) seen.wrong += 1;
        const held = holdBinary(again.value);
        if (!held.ok) continue;
        const run = spawnSync(held.value.pathAs(3), ["good"], { stdio: ["ignore", "pipe", "ignore", held.value.fd] });
        held.value.close();
        seen.ran += 1;
        if (String(run.stdout) !== "good\n") seen.wrong += 1;
      }
      const swaps = await stop();
      expect(swaps).toBeGreaterThan(ROUNDS);
      expect(seen.bound + seen.refused).toBe(ROUNDS);
      expect(seen.refused).toBeGreaterThan(0);
      // Both happened, or the race proved nothing.
      expect(seen.ran).toBeGreaterThan(0);
      expect(seen.wrong).toBe(0);
    });

    it("does not hold a name between the recheck and exec: by path this user can still swap, which the README says", () => {
      tree.file("opt/bin/agent", readFileSync("/bin/echo"));
      const path = tree.at("opt/bin/agent");
      const bound = bindBinary(path, { via: "path", workspace: tree.folder("clone"), env: {}, ports: settled });
      if (!bound.ok) throw new Error("not bound");
      expect(recheckBinary(bound.value).ok).toBe(true);
      const held = holdBinary(bound.value);
      if (!held.ok) throw new Error("not held");
      // The window, held open by hand: between the recheck and exec, somebody who may write the folder (this user) swaps.
      renameSync(tree.at("opt"), tree.at("held"));
      tree.file("opt/bin/agent", readFileSync("/bin/false"));
      const [file, ...args] = execArgv(bound.value, ["hello"]);
      expect(spawnSync(file, args).status).toBe(1);
      const run = spawnSync(held.value.pathAs(3), args, { stdio: ["ignore", "pipe", "ignore", held.value.fd] });
      held.value.close();
      expect(String(run.stdout)).toBe("hello\n");
      expect(holdBinary(bound.value).ok).toBe(false);
      expect(recheckBinary(bound.value).ok).toBe(false);
    });

    it("does not resist a rewrite in place by the same user, and a link that is turned is not followed", () => {
      const script = tree.file("bin/agent", "#!/bin/sh\necho good\n");
      const link = tree.link(script, "bin/link");
      const options = {
        via: "path",
        workspace: tree.folder("clone"),
        env: { PATH: "/usr/bin:/bin" },
        ports: settled,
      } as const;
      const bound = bindBinary(link, options);
      if (!bound.ok) throw new Error("not bound");
      unlinkSync(link);
      symlinkSync(tree.file("bin/evil", "#!/bin/sh\necho evil\n"), link);
      expect(recheckBinary(bound.value).ok).toBe(true);
      const run = () => {
        const [file, ...args] = execArgv(bound.value);
        return spawnSync(file, args, { encoding: "utf8" }).stdout;
      };
      expect(run()).toBe("good\n");
      writeFileSync(script, "#!/bin/sh\necho evil\n");
      expect(run()).toBe("evil\n");
    });
  },
);
