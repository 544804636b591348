/** Key id as the C tool prints it: the eight bytes read as a little-endian number, 16 upper-case hex digits. */
export function formatKeyId(bytes: Uint8Array): string {
  let text = "";
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    text += (bytes[index] as number).toString(16).padStart(2, "0");
  }
  return text.toUpperCase();
}
