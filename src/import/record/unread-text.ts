import { isFirstName, isPersonName, joinColumns } from "./find-columns.ts";
import { foldHeader, keyOf } from "./header-names.ts";
import { choose, type FoundValue, OpenQuestions, quoteHeader } from "./open-questions.ts";
import { textOf } from "./values.ts";

/** Enough values to see what a column holds. */
const SAMPLE = 200;
/**
 * A word that is not the first and has no capital, as names have; a sentence in a script without spaces; four words in
 * a script without capitals.
 */
const PROSE =
  /\s\p{Ll}{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}|(?:\p{Lo}[\p{Lo}\p{M}]*[\s,]+){3}\p{Lo}/u;
/** Names and addresses are shorter, even in capitals. */
const LONG = 60;
const isProse = (text: string): boolean =>
  !/^(?:https?:|www\.)/i.test(text) && (PROSE.test(text.slice(0, 200)) || (text.length >= LONG && /\s/.test(text)));

type Asked = { column: string; values?: FoundValue[]; text: string; none: string };

/** Whether a column is the text or the author of the reviews. */
const askField = (file: string, field: "text" | "author", { column, values = [], text, none }: Asked) =>
  new OpenQuestions([
    {
      id: `column:${field}`,
      kind: "column",
      file,
      column,
      values,
      text,
      choices: [
        choose(`${column} is the ${field}`, { map: { [field]: column } }),
        choose(none, { map: { [field]: "none" } }),
      ],
    },
  ]);

type Unread = { filled: number; prose: number; first: string | null; varies: boolean };

const looksProse = ([, { filled, prose, varies }]: readonly [string, Unread]): boolean =>
  filled > 0 && (varies || filled === 1) && prose * 3 >= filled;

/** What could be better, in the languages of most surveys. */
const CRITICISM = new RegExp(
  `(?:^| )(?:${[
    "improve\\p{L}*|better|worse|worst|dislike\\p{L}*|cons|negative\\p{L}*|disappoint\\p{L}*|complain\\p{L}*|criticism|issues?|problems?",
    "suggestions?|verbesser\\p{L}*|kritik\\p{L}*|negativ\\p{L}*|besser\\p{L}*|amelior\\p{L}*|mieux|critiques?",
    "mejora\\p{L}*|peor|sugerencias?",
  ].join("|")})(?: |$)`,
  "u",
);

/** Texts in several columns: all of them, or one. */
function askTexts(file: string, headers: readonly string[]): OpenQuestions {
  const all = choose("all of them, one below the other", { map: { text: joinColumns(headers) } });
  const each = headers.map((header) => choose(`${header} alone`, { map: { text: header } }));
  const none = choose("the reviews have no text", { map: { text: "none" } });
  return new OpenQuestions([
    {
      id: "column:text",
      kind: "column",
      file,
      column: null,
      values: [],
      text:
        `${file} has no column that is known to be the text, but ${headers.length} that look like it: ` +
        `${headers.map(quoteHeader).join(" and ")}. To join them, use ${all.option}; to read one, name only that; ` +
        `if the reviews have no text, use ${none.option}`,
      choices: [all, ...each, none],
    },
  ]);
}

function askCriticism(file: string, text: string, header: string): OpenQuestions {
  const both = choose("both are the review, one below the other", { map: { text: joinColumns([text, header]) } });
  const without = choose(`${header} is not part of the review`, { ignore: [header] });
  return new OpenQuestions([
    {
      id: `criticism:${header}`,
      kind: "column",
      file,
      column: header,
      values: [],
      text:
        `${file} reads the text from ${quoteHeader(text)}, and its column ${quoteHeader(header)} has words, too. If both ` +
        `are what the reviewer says, use ${both.option}; if it is not part of the review, use ${without.option}`,
      choices: [both, without],
    },
  ]);
}

/** Remembers what the columns hold whose names are not known: a review's words must not be lost for a name. */
export function createUnreadText() {
  const columns = new Map<string, Unread>();
  return {
    note(header: string, value: unknown): void {
      const column = columns.get(header) ?? { filled: 0, prose: 0, first: null, varies: false };
      columns.set(header, column);
      const text = column.filled < SAMPLE ? textOf(value) : null;
      if (text === null) return;
      column.filled += 1;
      column.first ??= text;
      if (column.first !== text) column.varies = true;
      if (isProse(text)) column.prose += 1;
    },
    /**
     * The columns with values of which none is read, for the report. `author` is a column with first names that is read
     * after all, and `asking` are those that say whether a review may be published.
     */
    headers: (author: string | undefined, asking: ReadonlySet<string>) =>
      [...columns]
        .filter(([header, { filled }]) => filled > 0 && header !== author && !asking.has(header))
        .map(([header]) => quoteHeader(header)),
    /** Stops a file that has no column for the text, but one or several that look so. */
    check(file: string): void {
      const prose = [...columns].filter(looksProse);
      const [found, second] = prose;
      if (!found) return;
      const [name, { first, filled }] = found;
      if (second)
        throw askTexts(
          file,
          prose.map(([header]) => header),
        );
      const header = quoteHeader(name);
      throw askField(file, "text", {
        column: name,
        values: first === null ? [] : [{ value: first, rows: filled }],
        text: `${file} has no column that is known to be the text, but column ${header} looks like it. If it is, use --map text=${header}; if the reviews have no text, use --map text=none`,
        none: "the reviews have no text",
      });
    },
    /** Stops a file whose text is known, but that has criticism in a column of its own. */
    checkCriticism(file: string, text: string, ignore: readonly string[]): void {
      const isIgnored = (header: string) => ignore.some((name) => keyOf(name) === keyOf(header));
      const found = [...columns].find(
        (one) => CRITICISM.test(foldHeader(one[0])) && looksProse(one) && !isIgnored(one[0]),
      );
      if (found && text !== "") throw askCriticism(file, text, found[0]);
    },
    /** A column with first names, for a file that has no other for the author. */
    firstName: () => [...columns].find(([header, { filled }]) => filled > 0 && isFirstName(header))?.[0],
    /** Stops a file that has no column for the author, but has a person's names. */
    checkNames(file: string): void {
      const found = [...columns].find(([header, { filled }]) => filled > 0 && isPersonName(header));
      if (found) refuseNames(file, found[0]);
    },
  };
}

/** Stops a file that has a person's names in a column that is not known to be the author's. */
export function refuseNames(file: string, name: string): never {
  const header = quoteHeader(name);
  throw askField(file, "author", {
    column: name,
    text:
      `${file} has no column that is known to be the author, but column ${header} looks like a person's name. ` +
      `If it is the author's, use --map author=${header}; if the reviews are to be anonymous, use --map author=none`,
    none: "the reviews are to be anonymous",
  });
}

/** Stops a file whose only words are a reply's: they may be what the reviewer answered to a question. */
export function refuseReplyAlone(file: string, reply: string): never {
  const header = quoteHeader(reply);
  throw askField(file, "text", {
    column: reply,
    text:
      `${file} has no column that is known to be the text, but has column ${header}. ` +
      `If it is what the reviewer wrote, use --map text=${header}; ` +
      "if it is the business's reply and the reviews have no text, use --map text=none",
    none: "it is the business's reply, and the reviews have no text",
  });
}
