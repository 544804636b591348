/**
 * Breaks up what a CI runner takes for a command of its own in the output of a program: a runner of GitHub executes
 * `::add-mask::x` at the beginning of a line, blanks in front or not, and `##[command]` anywhere in one; others read
 * `##vso[` and `##teamcity[`. An entry of a catalog under review could so mask, set variables or end a group in the very job
 * that judges it. The second colon and the bracket become the escape that {@link printable} would write for them.
 */
export function breakUpCommands(line: string): string {
  return line.replaceAll("::", ":\\u{3a}").replaceAll(/(##[A-Za-z]{0,16})\[/g, "$1\\u{5b}");
}

/** The same for JSON, whose structure holds neither: both stand inside strings only, and the value stays the same. */
export function breakUpCommandsInJson(json: string): string {
  return json.replaceAll("::", ":\\u003a").replaceAll(/(##[A-Za-z]{0,16})\[/g, "$1\\u005b");
}
