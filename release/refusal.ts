export type ReleaseFacts = {
  version: string;
  /** The tag that the release is made for, if it was given. */
  tag: string | null;
  /** Files that differ from the commit. */
  changed: readonly string[];
  notes: string | null;
  /** The version of Bun that runs, and the one that package.json names. */
  runtime: { running: string; wanted: string };
};

/** The notes of the release, or why none can be made of this checkout, in one line. */
export function checkRelease(facts: ReleaseFacts): { notes: string } | { refusal: string } {
  const { version, tag, changed, notes, runtime } = facts;
  if (changed.length > 0) {
    const more = changed.length > 1 ? ` and ${changed.length - 1} more` : "";
    return {
      refusal: `the working tree has changes that are not committed (${changed[0]}${more}): commit or stash them`,
    };
  }
  if (tag !== null && tag !== `v${version}`) {
    return { refusal: `the tag ${tag} does not match version ${version} in package.json: it must be v${version}` };
  }
  if (notes === null) {
    return { refusal: `CHANGELOG.md has no notes for version ${version}: write them under "## ${version}"` };
  }
  if (runtime.running !== runtime.wanted) {
    return { refusal: `this is Bun ${runtime.running}, and package.json names ${runtime.wanted}: run npm ci` };
  }
  return { notes };
}
