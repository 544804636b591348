/** What each package may depend on at run time. The table is the architecture: it changes by decision, not by need. */
export type Arrow = { layer: "L0" | "L1" | "L2" | "L3" | "data" | "testing" | "app" | "proof"; may: string[] };

/** Short names are packages of this workspace. `conformance` and the other proofs may use anything; nothing uses them. */
export const arrows: Record<string, Arrow> = {
  errors: { layer: "L0", may: [] },
  pattern: { layer: "L1", may: ["errors", "re2js"] },
  placeholder: { layer: "L1", may: ["errors"] },
  minisign: { layer: "L1", may: ["errors", "@noble/ed25519", "@noble/hashes"] },
  binary: { layer: "L1", may: ["errors"] },
  manifest: { layer: "L2", may: ["errors", "pattern", "placeholder", "zod", "smol-toml", "semver"] },
  runtime: {
    layer: "L3",
    may: ["errors", "pattern", "placeholder", "binary", "manifest", "node-pty", "@xterm/headless"],
  },
  catalog: { layer: "data", may: [] },
  testkit: { layer: "testing", may: [] },
  cli: { layer: "app", may: ["errors", "binary", "catalog", "manifest", "minisign", "runtime", "node-pty"] },
  "catalog-tools": { layer: "app", may: ["errors", "manifest", "minisign"] },
};

/** Private packages that prove things about the others. */
export const proofs = ["conformance", "package-tests", "bench"];
