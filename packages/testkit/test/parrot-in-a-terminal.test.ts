import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parrotPath } from "../src/index.js";
import { makeFolder, startInTerminal } from "./start-fake-agent.js";

const COLOURED_ID = /session id: \x1b\[1;36m([0-9a-f-]{36})\x1b\[0m/;

describe("when parrot talks in a terminal", () => {
  it("hands its id over in several pieces", async () => {
    // A reader that was not scheduled between two pieces gets them as one: one start of several shows the cut.
    for (let start = 0; start < 10; start += 1) {
      const talk = startInTerminal(parrotPath(), [], makeFolder());
      await talk.waitFor("parrot> ");
      const id = COLOURED_ID.exec(talk.text())?.[1] ?? "";
      const isCut = !talk.pieces.some((piece) => piece.includes(id));
      talk.type("/quit\r");
      await talk.ended;
      if (isCut) return;
    }
    expect.fail("every start handed the id over in one piece");
  });

  it("shows its id in colour, and says how to resume on /quit", async () => {
    const talk = startInTerminal(parrotPath(), [], makeFolder());
    await talk.waitFor("parrot> ");
    const id = COLOURED_ID.exec(talk.text())?.[1] ?? "";
    expect(id).toHaveLength(36);
    talk.type("hello\r");
    await talk.waitFor("parrot heard: hello [turn 1]");
    talk.type("again\r");
    await talk.waitFor("parrot heard: again [turn 2]");
    talk.type("/quit\r");
    expect(await talk.ended).toBe(0);
    expect(talk.text()).toContain(`To resume: parrot --resume ${id}`);
  });

  it("takes a positional prompt as the first turn and ends politely on Ctrl-D", async () => {
    const talk = startInTerminal(parrotPath(), ["--model", "m1", "--session-id", "own-2", "--", "-dash"], makeFolder());
    await talk.waitFor("parrot heard: -dash [turn 1] [model m1]");
    await talk.waitFor("parrot> ");
    talk.type("\x04");
    expect(await talk.ended).toBe(0);
    expect(talk.text()).toContain("To resume: parrot --resume own-2");
  });

  it("resumes what it said before", async () => {
    const home = makeFolder();
    const first = startInTerminal(parrotPath(), ["--session-id", "own-3", "one"], home);
    await first.waitFor("parrot> ");
    first.type("/quit\r");
    await first.ended;
    const second = startInTerminal(parrotPath(), ["--resume", "own-3", "two"], home);
    await second.waitFor("parrot heard: two [turn 2]");
    second.type("/quit\r");
    expect(await second.ended).toBe(0);
  });

  it("asks before a command and runs it only after y", async () => {
    const home = makeFolder();
    const talk = startInTerminal(parrotPath(), ["run: touch first"], home);
    await talk.waitFor("Allow this command? (y/n)");
    talk.type("n\r");
    await talk.waitFor("not allowed: touch first [turn 1]");
    expect(existsSync(join(home, "first"))).toBe(false);
    talk.type("run: touch second\r");
    await talk.waitFor("Allow this command? (y/n)", 2);
    talk.type("y\r");
    await talk.waitFor("[exit 0]");
    expect(existsSync(join(home, "second"))).toBe(true);
    talk.type("/quit\r");
    await talk.ended;
  });

  it("does not ask with --yolo", async () => {
    const home = makeFolder();
    const talk = startInTerminal(parrotPath(), ["--yolo", "run: touch made"], home);
    await talk.waitFor("[exit 0]");
    expect(talk.text()).not.toContain("Allow this command?");
    expect(existsSync(join(home, "made"))).toBe(true);
    talk.type("/quit\r");
    await talk.ended;
  });

  it("gets Ctrl-C as a key and ends with 130", async () => {
    const talk = startInTerminal(parrotPath(), ["--session-id", "own-4"], makeFolder());
    await talk.waitFor("parrot> ");
    talk.type("\x03");
    expect(await talk.ended).toBe(130);
    expect(talk.text()).toContain("To resume: parrot --resume own-4");
  });
});
