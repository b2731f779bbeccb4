import type { ColumnFacts } from "./column-facts.ts";
import { readHeader } from "./find-columns.ts";
import { keyOf } from "./header-names.ts";
import { choose, OpenQuestions, quoteHeader } from "./open-questions.ts";
import { type Fields, textOf } from "./values.ts";

/** Columns that say what the rating next to them is out of. */
const NUMBER = "rating|score|points|stars";
const STATES_BEST = new RegExp(
  `^(?:(?:review)?(?:${NUMBER})?(?:scale|outof|max|maximum|possible|best|bestrating)` +
    `|(?:max|maximum|best|possible)(?:${NUMBER}|possible))$`,
);

/** Names of numbers that may be out of anything. A rating or stars are out of five. */
const VAGUE =
  /^(?:review)?(?:score|points|grade|marks?|note|nota|notes|voto|puntuación|puntuacion|puntaje|punteggio|punkte|cijfer)$/;

const TITLE_SCALE =
  /(?:out of|scale of|scale:?|skala|échelle|escala|von|sur|de|\/|\b[01]\s?(?:-|–|to|bis|à|a)\s?)\s?(10|ten|20|100)(?![\d\p{L}/.-])/iu;

/** What a title above the column names says that the ratings are out of, if that is not five. */
function readTitle(titles: readonly string[]): string | null {
  const found = titles.map((title) => TITLE_SCALE.exec(title.slice(0, 500))?.[1]).find((best) => best !== undefined);
  return found?.toLowerCase() === "ten" ? "10" : (found ?? null);
}

/** Collects what columns such as "Max score" and the titles above the table say; the value names where it is said. */
export function createStatedScale(titles: readonly string[] = []) {
  let headers: string[] | undefined;
  const stated = new Map<string, string>();
  const title = readTitle(titles);
  if (title !== null) stated.set(title, "a row above the column names");
  return {
    note(record: Fields): void {
      headers ??= Object.keys(record).filter((header) =>
        STATES_BEST.test(keyOf(header.split(".").slice(-2).join(" "))),
      );
      for (const header of headers) {
        const value = textOf(record[header]);
        if (value !== null && /^\d{1,4}$/.test(value)) stated.set(value, `column ${quoteHeader(header)}`);
      }
    },
    stated,
  };
}

const TEN = "use --scale 10 (8 becomes 4 stars, odd scores are rejected)";
const FIVE = "if they are out of five and these are mistakes, use --scale 5 and their rows are rejected";

const CHOICES = [
  choose("they are out of ten: 8 becomes 4 stars, and odd scores are rejected", { scale: 10 }),
  choose("they are stars out of five", { scale: 5 }),
  choose("they are percentages: 80 becomes 4 stars", { scale: 100 }),
];

/** What to ask about the scale of the ratings; null if it is clear. */
function findDoubt({ header, above, filled, plain }: ColumnFacts, stated: ReadonlyMap<string, string>): string | null {
  const column = `column ${quoteHeader(header)}`;
  if (above.hundred > 0)
    return `has ratings such as ${above.example} in ${column}, which are not out of five. If they are percentages, use --scale 100 (80 becomes 4 stars); ${FIVE}`;
  const inHeader = readHeader(header).best;
  if (above.ten > 0 || (filled > 0 && inHeader === 10))
    return `has ratings${above.example === null ? "" : ` such as ${above.example}`} in ${column}, which are not out of five. If they are out of ten, ${TEN}; ${FIVE}`;
  if (plain === 0) return null;
  const other = [...stated].find(([best]) => best !== "5");
  if ((inHeader !== null && inHeader !== 5) || (inHeader === null && other)) {
    const says = inHeader === null ? `${other?.[1]} says ${other?.[0]}` : `is out of ${inHeader}`;
    return `has ratings in ${column} that are not out of five (${says}). If they are out of ten, ${TEN}; if they are percentages, use --scale 100; if they are out of five, use --scale 5`;
  }
  if (inHeader === 5 || stated.size > 0 || !VAGUE.test(keyOf(header))) return null;
  return (
    `has no number above five in ${column} and does not say what they are out of. ` +
    `If they are stars out of five, use --scale 5; if they are out of ten, ${TEN}. ` +
    "If 1 is the best, they are grades, not stars: choose another column with --map rating=COLUMN"
  );
}

/** Stops a file whose ratings are not out of five, or may not be: a guess would publish a 4 of 10 as four stars. */
export function checkScale(file: string, facts: ColumnFacts, stated: ReadonlyMap<string, string>): void {
  const doubt = findDoubt(facts, stated);
  if (doubt === null) return;
  const { header: column, above, first, filled } = facts;
  const value = above.example ?? first;
  throw new OpenQuestions([
    {
      id: "scale",
      kind: "scale",
      file,
      column,
      values: value === null ? [] : [{ value, rows: filled }],
      text: `${file} ${doubt}`,
      choices: above.hundred > 0 ? CHOICES.toReversed() : CHOICES,
    },
  ]);
}
