/** UTF-16 units of an answer that comes in pieces: as many as bytes are kept of a run. */
export const ANSWER_MAX_LENGTH = 10 * 1024 * 1024;

/** An answer as far as it was kept. */
export type GatheredAnswer = { text: string; truncated: boolean };

/** Joins the pieces of an answer. */
export class AnswerPieces {
  #pieces: string[] = [];
  #length = 0;
  #truncated = false;

  /** What was said before was not the answer. */
  startAgain(): void {
    this.#pieces = [];
    this.#length = 0;
    this.#truncated = false;
  }

  add(text: string): void {
    const piece = text.slice(0, ANSWER_MAX_LENGTH - this.#length);
    if (piece.length > 0) this.#pieces.push(piece);
    this.#length += piece.length;
    this.#truncated ||= piece.length < text.length;
  }

  /** Nothing when nothing was said. */
  join(): GatheredAnswer | undefined {
    return this.#pieces.length === 0 ? undefined : { text: this.#pieces.join(""), truncated: this.#truncated };
  }
}
