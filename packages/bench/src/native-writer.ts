import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes so many bytes of lines without line ends, 64 KiB a call, and ends. No line end: a terminal would write two bytes for it. */
const SOURCE = `
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  static char block[65536];
  long left = argc > 1 ? atol(argv[1]) : 1;
  memset(block, 'x', sizeof block);
  while (left > 0) {
    ssize_t done = write(1, block, left < (long)sizeof block ? left : (long)sizeof block);
    if (done <= 0) return 1;
    left -= done;
  }
  return 0;
}
`;

/** Compiles the smallest agent there is: a C program that costs nothing beside what is measured. */
export function compileWriter(folder: string): string {
  const [source, program] = [join(folder, "writer.c"), join(folder, "writer")];
  writeFileSync(source, SOURCE);
  const made = spawnSync("cc", ["-O2", "-o", program, source], { encoding: "utf8" });
  if (made.status !== 0) throw new Error("no C compiler", { cause: made.stderr });
  return program;
}
