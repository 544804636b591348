import { describe, expect, it } from "vitest";
import { resolveFolders } from "../src/index.js";

const USER = { homedir: "/home/u" };

describe("when Slipway's folders are resolved", () => {
  it("follows XDG and the user database", () => {
    expect(resolveFolders({}, "linux", USER)).toEqual({
      config: "/home/u/.config/slipway",
      state: "/home/u/.local/state/slipway",
      cache: "/home/u/.cache/slipway",
      overridden: false,
      issues: [],
    });
    expect(resolveFolders({ XDG_STATE_HOME: "/s", XDG_CONFIG_HOME: "/c" }, "linux", USER)).toMatchObject({
      config: "/c/slipway",
      state: "/s/slipway",
      cache: "/home/u/.cache/slipway",
    });
  });

  it("lets SLIPWAY_HOME name all three", () => {
    expect(resolveFolders({ SLIPWAY_HOME: "/h", XDG_STATE_HOME: "/s" }, "linux", USER)).toMatchObject({
      config: "/h/config",
      state: "/h/state",
      cache: "/h/cache",
      overridden: true,
    });
  });

  it("ignores relative values and says so", () => {
    const found = resolveFolders({ SLIPWAY_HOME: ".slipway", XDG_CACHE_HOME: "x" }, "linux", USER);
    expect(found).toMatchObject({ cache: "/home/u/.cache/slipway", overridden: false });
    expect(found.issues.map(({ code, severity }) => [code, severity])).toEqual([
      ["RUNTIME_FOLDER_RELATIVE", "warning"],
      ["RUNTIME_FOLDER_RELATIVE", "warning"],
    ]);
  });

  it("does not follow a spoofed HOME, and says that it differs", () => {
    const found = resolveFolders({ HOME: "/repo/.home" }, "linux", USER);
    expect(found.state).toBe("/home/u/.local/state/slipway");
    expect(found.issues.map(({ code }) => code)).toEqual(["RUNTIME_HOME_DIFFERS"]);
  });

  it("knows the other platforms' places", () => {
    expect(resolveFolders({}, "darwin", { homedir: "/Users/u" }).state).toBe(
      "/Users/u/Library/Application Support/slipway/state",
    );
    expect(resolveFolders({ LOCALAPPDATA: "C:\\L" }, "win32", { homedir: "C:\\U" })).toMatchObject({
      config: "C:\\U\\AppData\\Roaming\\slipway",
      state: "C:\\L\\slipway\\state",
      cache: "C:\\L\\slipway\\cache",
    });
  });
});
