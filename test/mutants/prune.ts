import { findMutants, type Mutant } from "./mutate.ts";

/** A survivor that was judged harmless: the text of its line, the change as it is printed, and why it does no harm. */
export type Excuse = { file: string; line: string; change: string; reason: string };
/** A change that can be made to the code of today. */
type Place = Omit<Excuse, "reason">;

export const changeOf = ({ before, after }: Mutant): string => `${before} → ${after}`;

/** Every change to a source file, with the text of its line. */
export function placesIn(file: string, source: string): Place[] {
  const lines = source.split("\n");
  return findMutants(file, source).map((mutant) => ({
    file,
    line: (lines[mutant.line - 1] ?? "").trim(),
    change: changeOf(mutant),
  }));
}

const keyOf = ({ file, line, change }: Place): string => [file, line, change].join("\n");
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu) ?? [];
const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** Two lines are one with other names in it, or other types, if they share so much of their words. */
const LIKENESS = 0.6;
/** A line of so many words or more that are all in the other is a part of it: the other was wrapped. */
const PART_WORDS = 6;

/** How much two lines have in common, from 0 to 1. */
function likeness(a: string, b: string): number {
  const [words, left] = [wordsOf(a), wordsOf(b)];
  const [size, smaller] = [words.length + left.length, Math.min(words.length, left.length)];
  const shared = words.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  if (smaller >= PART_WORDS && shared.length === smaller) return 1;
  return size === 0 ? 1 : (2 * shared.length) / size;
}

/** The change with other names for what it names: "a.count < 5" has the shape of "b.total < 5". */
const shapeOf = (change: string): string => change.replace(/[\p{L}_$][\p{L}\p{N}_$]*/gu, "x");

/** The only one, or null: an excuse may not be given to the wrong line. */
const only = <T>(found: readonly T[]): T | null => (found.length === 1 ? (found[0] ?? null) : null);

/** Where the code of an excuse is now: in another file, or on a line that was rewritten a little. Null if nowhere. */
function follow(excuse: Excuse, free: readonly Place[]): Place | null {
  const same_line = free.filter(({ line, change }) => line === excuse.line && change === excuse.change);
  const moved = only(same_line) ?? only(same_line.filter(({ file }) => nameOf(file) === nameOf(excuse.file)));
  if (moved) return moved;
  const alike = free.filter(({ file, line }) => file === excuse.file && likeness(line, excuse.line) >= LIKENESS);
  const shape = shapeOf(excuse.change);
  return (
    only(alike.filter(({ change }) => change === excuse.change)) ??
    only(alike.filter(({ change }) => shapeOf(change) === shape))
  );
}

export type Pruned = { kept: Excuse[]; followed: { from: Excuse; to: Excuse }[]; dropped: Excuse[] };

/** Keeps what is still there, follows code that moved, and drops excuses for code that is gone, in the order of the list. */
export function prune(excuses: readonly Excuse[], places: readonly Place[]): Pruned {
  const known = new Set(places.map(keyOf));
  const claimed = new Set(excuses.map(keyOf).filter((key) => known.has(key)));
  const pruned: Pruned = { kept: [], followed: [], dropped: [] };
  for (const excuse of excuses) {
    if (known.has(keyOf(excuse))) {
      pruned.kept.push(excuse);
      continue;
    }
    const place = follow(
      excuse,
      places.filter((place) => !claimed.has(keyOf(place))),
    );
    if (!place) {
      pruned.dropped.push(excuse);
      continue;
    }
    claimed.add(keyOf(place));
    const to = { ...place, reason: excuse.reason };
    pruned.kept.push(to);
    pruned.followed.push({ from: excuse, to });
  }
  return pruned;
}
