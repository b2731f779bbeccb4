/** A longer sentence is cut at a space, because a text may have 5,000 letters without a period. */
const LONGEST_SENTENCE = 800;

const LOOK_AHEAD = 100;

/**
 * "Dr. Ruiz" and "5 p.m. on" do not end a sentence. Joining two sentences does no harm here, but splitting one would.
 */
const ABBREVIATIONS = new Set(
  "dr dra mr mrs ms prof st sr sra srta jr vs approx aprox appt dept no núm lic ud uds av etc inc".split(" "),
);
const STOPS = new Set([".", "!", "?", "…", "。", "！", "？"]);
const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

const segmenters = new Map<string, Intl.Segmenter>();

/** The language tag of a review comes from a file and may be invalid. */
function segmenterOf(language: string | null): Intl.Segmenter {
  const tag = /^([a-z]{2,3})(?:-|$)/i.exec(language ?? "")?.[1]?.toLowerCase() ?? "en";
  let found = segmenters.get(tag);
  if (!found) {
    found = new Intl.Segmenter(tag, { granularity: "sentence" });
    segmenters.set(tag, found);
  }
  return found;
}

/** True if the last word is an abbreviation, an initial ("Maria S.") or letters with periods ("p.m."). */
function endsAbbreviated(sentence: string): boolean {
  if (!sentence.endsWith(".")) return false;
  const word = sentence.slice(Math.max(...[" ", "\n", "("].map((before) => sentence.lastIndexOf(before))) + 1, -1);
  return [...word].length === 1 || word.includes(".") || ABBREVIATIONS.has(word.toLowerCase());
}

/** True if a period, question mark or similar comes after the last letter or digit. */
const endsWithStop = (sentence: string): boolean =>
  STOPS.has([...sentence].findLast((character) => STOPS.has(character) || isLetter(character)) ?? "");

function beginsSmall(sentence: string): boolean {
  const first = [...sentence.slice(0, 20)].find(isLetter) ?? "";
  return first !== first.toUpperCase();
}

/**
 * True if the sentence continues: it ends with an abbreviation, or with a line break that an export or a screen
 * inserted.
 */
const goesOn = (sentence: string, next: string): boolean =>
  endsAbbreviated(sentence.trimEnd()) || (!endsWithStop(sentence) && beginsSmall(next));

/** The end of each sentence in the text. */
function* sentenceEnds(text: string, language: string | null): Iterable<number> {
  let before = "";
  for (const { segment, index } of segmenterOf(language).segment(text)) {
    if (before !== "" && !goesOn(before, segment)) yield text.slice(0, index).trimEnd().length;
    before = segment.slice(-80);
  }
  yield text.trimEnd().length;
}

/** Cuts at a space if there is one in the second half, and never inside a character. */
function cutAtSpace(text: string, max: number): string {
  const head = text.slice(0, max);
  const space = Math.max(head.lastIndexOf(" "), head.lastIndexOf("\n"));
  return (space > max / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "")).trimEnd();
}

/** The first whole sentences of a text, up to `max` characters, but at least one of any length. */
export function firstSentences(text: string, max: number, language: string | null): { shown: string; whole: boolean } {
  if (text.length <= max) return { shown: text, whole: true };
  const longest = Math.max(max, LONGEST_SENTENCE);
  let end = 0;
  // Only the beginning is examined, up to the longest sentence, because a text may have a megabyte.
  for (const at of sentenceEnds(text.slice(0, longest + LOOK_AHEAD), language)) {
    if (end > 0 && at > max) break;
    end = at;
    if (end > max) break;
  }
  if (end > longest) return { shown: cutAtSpace(text, LONGEST_SENTENCE), whole: false };
  return { shown: text.slice(0, end), whole: text.slice(end).trim() === "" };
}
