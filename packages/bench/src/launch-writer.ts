import type { BoundBinary } from "@slipway/binary";
import { bindBinary } from "@slipway/binary";
import type { LaunchPlan, Session } from "@slipway/runtime";
import { launch } from "@slipway/runtime";

/** Binds a program that the bench made. */
export function bindWriter(path: string): BoundBinary {
  const bound = bindBinary(path, { via: "explicit", workspace: "/", env: {} });
  if (!bound.ok) throw new Error(bound.issues.map(({ message }) => message).join("; "));
  return bound.value;
}

/** A plan of nothing but arguments; `search` is the pattern of an id in its output. */
export function planWriter(surface: "pty" | "headless", bytes: number, cwd: string, search?: string): LaunchPlan {
  const stream = surface === "pty" ? "pty" : "stdout";
  return {
    agent: "writer",
    surface,
    start: "new",
    program: ["writer"],
    argv: [String(bytes)],
    files: [],
    systemPromptAt: [],
    cwd,
    env: { pass: ["PATH", "HOME"], set: {}, unset: [], mode: "clean" },
    session: {
      target: search === undefined ? "none" : "minted",
      knownWhen: search === undefined ? "never" : "running",
      idEvents: search === undefined ? [] : [{ from: "text", stream, when: "running", search }],
    },
    approval: "default",
    approvalEffect: "agent-default",
    transport: { via: "none", reason: "" as LaunchPlan["transport"]["reason"] },
    wrap: [],
    notes: [],
  };
}

/** Starts it. */
export async function launchWriter(binary: BoundBinary, plan: LaunchPlan): Promise<Session> {
  const launched = await launch(plan, { binary });
  if (!launched.ok) throw new Error(launched.issues.map(({ message }) => message).join("; "));
  return launched.value;
}

/** The bytes that arrive until its end. */
export async function countBytes(session: Session, take?: (chunk: Uint8Array) => unknown): Promise<number> {
  let total = 0;
  for await (const chunk of session.output) {
    total += chunk.length;
    take?.(chunk);
  }
  await session.ended;
  return total;
}
