/** Longest session id, in characters (plugin.toml reference, "The session-id pattern"). It is part of argv and of file names. */
export const SESSION_ID_MAX_LENGTH = 128;

/**
 * The rule for an id whose agent has no pattern of its own: a string of 1 to {@link SESSION_ID_MAX_LENGTH} characters of
 * `A-Za-z0-9._:-`, the first not `-` (it would be an option), at least one a letter or digit (`..` and a row of dashes are
 * no ids). No blank, quote, slash or control character. Takes anything and never throws.
 */
export function isSafeSessionId(id: unknown): boolean {
  if (typeof id !== "string" || id.length === 0 || id.length > SESSION_ID_MAX_LENGTH) return false;
  return /^(?!-)[A-Za-z0-9._:-]+$/.test(id) && /[A-Za-z0-9]/.test(id);
}
