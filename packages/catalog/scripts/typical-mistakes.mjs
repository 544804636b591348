/** Ten mistakes people make in an entry. The README shows each with what the checker really says. */
export const MISTAKES = [
  ["a placeholder that is none", entry(`"flags": { "session": ["--session-id", "{UID}"] }`)],
  ["a model group that carries no model", entry(`"flags": { "model": ["--model"] }`)],
  [
    "an option in the command",
    document(`{ "id": "nova", "name": "Nova", "command": "nova --yolo", "adapter": "cli" }`),
  ],
  ["a shell as the command", document(`{ "id": "nova", "name": "Nova", "command": "bash nova.sh", "adapter": "cli" }`)],
  ["an id that is captured and never used", entry(`"capture": { "pattern": "session: ([0-9a-f]{32})" }`)],
  [
    "a pattern outside the grammar",
    entry(`"capture": { "pattern": "(?<=id: )([0-9a-f]{32})", "resume": ["--resume", "{UUID}"] }`),
  ],
  ["a download page without encryption", entry(`"downloadUrl": "http://example.com/nova"`)],
  ["a field that is none", entry(`"clearComand": "/clear"`)],
  [
    "one id twice",
    document(
      `{ "id": "nova", "name": "Nova", "command": "nova", "adapter": "cli" },`,
      `{ "id": "Nova", "name": "Nova Two", "command": "nova2", "adapter": "cli" }`,
    ),
  ],
  ["a comment", document("// our new agent", `{ "id": "nova", "name": "Nova", "command": "nova", "adapter": "cli" }`)],
];

function entry(field) {
  return document(`{ "id": "nova", "name": "Nova", "command": "nova", "adapter": "cli",`, `  ${field} }`);
}

function document(...lines) {
  const agents = lines.map((line) => `    ${line}\n`).join("");
  return `{\n  "schema": 1,\n  "updatedAt": "2026-12-01",\n  "agents": [\n${agents}  ]\n}\n`;
}
