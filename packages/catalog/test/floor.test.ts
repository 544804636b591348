import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { developmentKey } from "@slipway/testkit";
import { describe, expect, it, vi } from "vitest";
import { readFloor, readIcon } from "../src/index.js";

const folder = new URL("..", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder));
const hasMinisign = spawnSync("minisign", ["-v"]).error === undefined;

describe("when the floor is read", () => {
  it("gives the files byte for byte", () => {
    const floor = readFloor();
    expect(Buffer.compare(floor.agents, read("agents.json"))).toBe(0);
    expect(Buffer.compare(floor.agentsSignature, read("agents.json.minisig"))).toBe(0);
    expect(Buffer.compare(floor.facts, read("facts.json"))).toBe(0);
    expect(Buffer.compare(floor.factsSignature, read("facts.json.minisig"))).toBe(0);
  });

  it("exports and packs each data file", () => {
    const { exports, files } = JSON.parse(read("package.json").toString()) as {
      exports: Record<string, unknown>;
      files: string[];
    };
    for (const name of ["agents.json", "agents.json.minisig", "facts.json", "facts.json.minisig"]) {
      expect(exports[`./${name}`]).toBe(`./${name}`);
      expect(files).toContain(name);
    }
    expect(exports["./icons/*"]).toBe("./icons/*");
    expect(files).toContain("icons");
  });

  it.skipIf(!hasMinisign)("verifies with the C tool (needs minisign)", () => {
    for (const name of ["agents.json", "facts.json"]) {
      const file = fileURLToPath(new URL(name, folder));
      const run = spawnSync("minisign", ["-V", "-H", "-P", developmentKey.publicKey, "-m", file], { encoding: "utf8" });
      expect(run.stderr).toBe("");
      expect(run.stdout).toMatch(new RegExp(`^Trusted comment: timestamp:\\d{10}\\tfile:${name}$`, "m"));
      expect(run.status).toBe(0);
    }
  });

  it("reads nothing when it is imported", async () => {
    const readFileSync = vi.fn();
    vi.resetModules();
    vi.doMock("node:fs", () => ({ readFileSync }));
    const fresh = await import("../src/index.js");
    expect(readFileSync).not.toHaveBeenCalled();
    fresh.readFloor();
    expect(readFileSync).toHaveBeenCalledTimes(4);
    vi.doUnmock("node:fs");
  });
});

describe("when an icon is read", () => {
  const names = readdirSync(new URL("icons/", folder));

  it("has one for every agent, and the one for agents without", () => {
    const { agents } = JSON.parse(read("agents.json").toString()) as { agents: { icon: string }[] };
    for (const { icon } of agents) expect([icon, readIcon(icon) instanceof Uint8Array]).toEqual([icon, true]);
    expect(new Set(agents.map(({ icon }) => Buffer.from(readIcon(icon) as Uint8Array).toString())).size).toBe(
      agents.length,
    );
    expect(readIcon("generic.svg")).toBeInstanceOf(Uint8Array);
    expect(readIcon("nobody.svg")).toBeUndefined();
  });

  it.each(names)("keeps %s a drawing and nothing else", (name) => {
    const text = Buffer.from(readIcon(name) as Uint8Array).toString();
    expect(text.length).toBeLessThan(1_000);
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24"/);
    expect(text.replace("http://www.w3.org/2000/svg", "")).not.toMatch(
      /script|foreignObject|\son[a-z]+=|href|url\(|data:|http|<style|<!/i,
    );
    // One colour, the reader's own: every drawing is `mono`.
    expect(new Set(text.match(/(?<=(?:stroke|fill)=")[^"]*/g))).toEqual(new Set(["none", "currentColor"]));
  });

  it.each([
    "../package.json",
    "..%2fpackage.json",
    "icons/claude.svg",
    "/etc/passwd",
    "claude.svg\0",
    "claude.svg/..",
    "claude",
    "",
    ".",
    "C:claude.svg",
    "x".repeat(100_000),
  ])("never leaves its folder: %j", (name) => {
    expect(readIcon(name)).toBeUndefined();
  });

  it("answers wrong types with nothing", () => {
    expect(readIcon(undefined as never)).toBeUndefined();
    expect(readIcon({ toString: () => "claude.svg" } as never)).toBeUndefined();
  });
});
