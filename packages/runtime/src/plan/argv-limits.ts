import { ARGUMENT_MAX_BYTES } from "@slipway/placeholder";

export { ARGUMENT_MAX_BYTES };

/** UTF-16 units of a whole command line on Windows (CreateProcess: 32,767 with the final NUL). */
export const WINDOWS_COMMAND_LINE_MAX = 32_766;

/** UTF-16 units of it kept for what stands before the arguments: program, interpreter and script, three quoted paths of 260. */
export const WINDOWS_PROGRAM_RESERVE = 800;

/**
 * Bytes of argv and environment together on Linux: a quarter of the stack limit, 2 MiB with the usual 8 MiB, of which the
 * kernel needs some itself. Beyond it exec fails with E2BIG, which a terminal shows as the session's own output.
 */
export const ARGV_AND_ENV_MAX_BYTES = 2 * 1024 * 1024 - 64 * 1024;

/** Number of the user's own arguments in one launch. */
export const EXTRA_ARGS_MAX = 256;
