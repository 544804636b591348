import { describe, expect, it } from "vitest";
import { readApproval } from "../src/launching/read-approval.js";

const read = (flags: string[], texts: Record<string, string> = {}) =>
  readApproval({ flags: new Set(flags), texts: new Map(Object.entries(texts)) });

describe("when an approval mode is asked for", () => {
  it("takes --yolo as bypass", () => {
    expect(read(["yolo"])).toMatchObject({ ok: true, value: "bypass" });
  });

  it.each(["plan", "ask", "acceptEdits", "bypass", "default"])("takes %s by its name", (mode) => {
    expect(read([], { approve: mode })).toMatchObject({ ok: true, value: mode });
  });

  it("leaves it open when nothing is said", () => {
    expect(read([])).toMatchObject({ ok: true, value: undefined });
  });

  it("refuses --yolo beside another mode", () => {
    expect(read(["yolo"], { approve: "ask" })).toMatchObject({ ok: false, issues: [{ code: "CLI_OPTION_CONFLICT" }] });
  });

  it("suggests the mode that was probably meant", () => {
    expect(read([], { approve: "bypas" })).toMatchObject({ ok: false, issues: [{ hint: "did you mean bypass?" }] });
  });
});
