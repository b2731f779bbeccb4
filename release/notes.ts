/** The notes of a version: what CHANGELOG.md says between its heading and the next one. Null if that is nothing. */
export function findNotes(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split("\n", 1)[0]?.split(" ", 1)[0] === version);
  const text = found?.slice(found.indexOf("\n")).trim() ?? "";
  return text === "" ? null : `${text}\n`;
}
