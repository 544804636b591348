import { printable } from "@slipway/errors";
import type { PublicKeyInput } from "./choose-keys.js";
import type { SignatureInput, VerifyResult } from "./create-verifier.js";
import { startVerifier } from "./create-verifier.js";
import { MinisignError } from "./minisign-error.js";
import type { VerifyOptions } from "./read-options.js";
import type { Engine } from "./verify-engine.js";

/** What of a web `ReadableStream` is used; it is async iterable in Node, but not in every browser. */
export type ByteStream = {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
    cancel(reason?: unknown): Promise<void>;
    releaseLock(): void;
  };
};

/** Verifies on an engine a message that arrives as a stream, read to its end. */
export async function verifyStreamOn(
  engine: Engine,
  message: AsyncIterable<Uint8Array> | ByteStream,
  signature: SignatureInput,
  publicKeys: PublicKeyInput | readonly PublicKeyInput[],
  options: VerifyOptions,
): Promise<VerifyResult> {
  if (!isStream(message)) {
    throw new MinisignError(
      "MINISIGN_MISUSE",
      printable("the message must be a stream of Uint8Array; verify takes a whole message"),
    );
  }
  const verifier = startVerifier(engine, signature, publicKeys, options);
  for await (const chunk of iterate(message)) verifier.update(chunk);
  return verifier.finish();
}

function isStream(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return false;
  return Symbol.asyncIterator in message || "getReader" in message;
}

async function* iterate(message: AsyncIterable<Uint8Array> | ByteStream): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in message) {
    yield* message;
    return;
  }
  const reader = message.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value as Uint8Array;
    }
    ended = true;
  } finally {
    // Cancelling a stream that failed gives its error once more; the first one is on its way already.
    if (!ended) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}
