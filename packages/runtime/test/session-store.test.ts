import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SessionDraft } from "../src/index.js";
import { fileSessionStore, sessionKey } from "../src/index.js";
import { readProcess } from "../src/processes/read-process.js";
import { codesOf, makeFolder, take } from "./bind-for-test.js";

const DRAFT: SessionDraft = {
  agent: "parrot",
  sessionId: "11111111-1111-4111-8111-111111111111",
  source: "captured",
  confidence: "likely",
  surface: "pty",
  start: "new",
  cwd: "/w",
  model: "m",
  approval: "bypass",
  tmpdir: "/t",
};

function open(times = ["2026-01-01T00:00:00.000Z"]) {
  const dir = join(makeFolder(), "sessions");
  let call = 0;
  return {
    dir,
    store: fileSessionStore(dir, { now: () => new Date(times[Math.min(call++, times.length - 1)] as string) }),
  };
}

describe("when sessions are stored", () => {
  it("keeps one file a conversation, private, and updates it", async () => {
    const { dir, store } = open(["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"]);
    const first = take(await store.save(DRAFT));
    const second = take(await store.save({ ...DRAFT, start: "resume" }));
    expect(second).toEqual({ ...first, start: "resume", updatedAt: "2026-01-02T00:00:00.000Z" });
    expect(readdirSync(dir)).toEqual([`${first.key}.json`]);
    expect(statSync(join(dir, `${first.key}.json`)).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect((await store.list()).sessions).toEqual([second]);
  });

  it("keeps where an id came from when it is resumed, for a resume proves nothing about it", async () => {
    const { store } = open();
    await store.save({ ...DRAFT, confidence: "low" });
    const resumed = { ...DRAFT, start: "resume", source: "supplied", confidence: "certain" } as const;
    expect(take(await store.save(resumed))).toMatchObject({ start: "resume", source: "captured", confidence: "low" });
    expect(take(await store.save({ ...resumed, sessionId: "brought-along" }))).toMatchObject({ source: "supplied" });
  });

  it("finds by id, by key and by a unique beginning, and says what is ambiguous", async () => {
    const { store } = open();
    const first = take(await store.save(DRAFT));
    await store.save({ ...DRAFT, sessionId: "11111111-2222-4111-8111-111111111111" });
    await store.save({ ...DRAFT, agent: "other" });
    expect(take(await store.get(first.key))).toEqual(first);
    expect(take(await store.get("11111111-2")).sessionId).toMatch(/^11111111-2222/);
    expect(codesOf(await store.get("11111111"))).toEqual(["RUNTIME_SESSION_AMBIGUOUS"]);
    expect(codesOf(await store.get(DRAFT.sessionId))).toEqual(["RUNTIME_SESSION_AMBIGUOUS"]);
    expect(codesOf(await store.get("999999"))).toEqual(["RUNTIME_SESSION_UNKNOWN"]);
    expect(codesOf(await store.get(""))).toEqual(["RUNTIME_SESSION_UNKNOWN"]);
    expect(codesOf(await store.get(first.key.slice(0, 3)))).toEqual(["RUNTIME_SESSION_UNKNOWN"]);
  });

  it("names what is damaged, leaves it as it is, and keeps the others", async () => {
    const { dir, store } = open();
    const kept = take(await store.save(DRAFT));
    const other = { ...DRAFT, sessionId: "other-1" };
    const key = sessionKey(other.agent, other.sessionId);
    const cases: [string, string][] = [
      [`${key}.json`, "{"],
      [`${"a".repeat(32)}.json`, JSON.stringify({ ...kept, key: "a".repeat(32) })],
      [`${"b".repeat(32)}.json`, "x".repeat(20_000)],
      [`${"c".repeat(32)}.json`, JSON.stringify({ ...kept, extra: 1 })],
    ];
    for (const [name, text] of cases) writeFileSync(join(dir, name), text, { mode: 0o600 });
    symlinkSync("/etc/passwd", join(dir, `${"d".repeat(32)}.json`));
    const listed = await store.list();
    expect(listed.sessions).toEqual([kept]);
    expect(listed.issues.map(({ code }) => code)).toEqual(
      Array.from({ length: 5 }, () => "RUNTIME_SESSION_RECORD_DAMAGED"),
    );
    expect(codesOf(await store.save(other))).toEqual(["RUNTIME_SESSION_RECORD_DAMAGED"]);
    expect(readFileSync(join(dir, `${key}.json`), "utf8")).toBe("{");
    expect(take(await store.get(kept.key))).toEqual(kept);
  });

  it("is empty where there is no folder, and refuses one that others can enter", async () => {
    const { dir, store } = open();
    expect(await store.list()).toEqual({ sessions: [], issues: [] });
    mkdirSync(dir);
    chmodSync(dir, 0o755);
    expect((await store.list()).issues[0]?.code).toBe("RUNTIME_STORE_UNUSABLE");
    expect(codesOf(await store.save(DRAFT))[0]).toBe("RUNTIME_STORE_UNUSABLE");
  });

  it("forgets one, once", async () => {
    const { store } = open();
    const { key } = take(await store.save(DRAFT));
    expect([await store.remove(key), await store.remove(key), await store.remove("../x")]).toEqual([
      true,
      false,
      false,
    ]);
    expect((await store.list()).sessions).toEqual([]);
  });
});

describe.skipIf(process.platform !== "linux")("when a conversation is locked (needs linux)", () => {
  const lockFile = (dir: string) => join(dir, "locks", `${sessionKey(DRAFT.agent, DRAFT.sessionId)}.lock`);

  it("is refused with the owner's pid and start, until it is released", async () => {
    const { dir, store } = open();
    const held = take(await store.lock(DRAFT));
    expect(statSync(lockFile(dir)).mode & 0o777).toBe(0o600);
    const refused = await store.lock(DRAFT);
    expect(codesOf(refused)).toEqual(["RUNTIME_SESSION_IN_USE"]);
    expect(refused.issues[0]?.message).toContain(`process ${process.pid} since 2026-01-01`);
    const other = take(await store.lock({ ...DRAFT, sessionId: "another" }));
    held.release();
    held.release();
    take(await store.lock(DRAFT)).release();
    other.release();
    expect(readdirSync(join(dir, "locks"))).toEqual([]);
  });

  const write = async (change: (owner: Record<string, unknown>) => object) => {
    const { dir, store } = open();
    take(await store.lock(DRAFT));
    const owner = JSON.parse(readFileSync(lockFile(dir), "utf8")) as Record<string, unknown>;
    writeFileSync(lockFile(dir), JSON.stringify(change(owner)));
    return { dir, store };
  };
  const dead = async (): Promise<number> => {
    const child = spawn("/bin/true");
    await new Promise((resolve) => child.once("exit", resolve));
    return child.pid as number;
  };

  it("is taken over from a process that is proven dead: gone, replaced by another, or of an earlier boot", async () => {
    const gone = await dead();
    for (const change of [{ pid: gone }, { startTime: "1" }, { boot: "another" }]) {
      const { dir, store } = await write((owner) => ({ ...owner, ...change }));
      const held = take(await store.lock(DRAFT));
      expect(codesOf(await store.lock(DRAFT))).toEqual(["RUNTIME_SESSION_IN_USE"]);
      held.release();
      expect(readdirSync(join(dir, "locks"))).toEqual([]);
    }
  });

  it("is not taken over where nothing can be proven: another host, another pid namespace, a damaged lock", async () => {
    const gone = await dead();
    for (const change of [{ host: "elsewhere" }, { space: "pid:[1]" }]) {
      const { store } = await write((owner) => ({ ...owner, pid: gone, ...change }));
      expect(codesOf(await store.lock(DRAFT))).toEqual(["RUNTIME_SESSION_IN_USE"]);
    }
    const { store } = await write(() => ({ pid: "x" }));
    expect(codesOf(await store.lock(DRAFT))).toEqual(["RUNTIME_SESSION_LOCK_STUCK"]);
  });

  it("names the file when a process died while it took a lock over", async () => {
    const gone = await dead();
    const { dir, store } = await write((owner) => ({ ...owner, pid: gone }));
    writeFileSync(`${lockFile(dir)}.takeover`, readFileSync(lockFile(dir)), { mode: 0o600 });
    const refused = await store.lock(DRAFT);
    expect(codesOf(refused)).toEqual(["RUNTIME_SESSION_LOCK_STUCK"]);
    expect(refused.issues[0]?.message).toContain(".takeover");
  });

  it("is held by one of many that want it at once", async () => {
    const { dir } = await write((owner) => ({ ...owner, startTime: "1" }));
    const store = fileSessionStore(dir);
    const results = await Promise.all(Array.from({ length: 20 }, () => store.lock(DRAFT)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(readProcess(process.pid)).toBeDefined();
  });
});
