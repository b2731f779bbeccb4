import { OperatorError } from "../../../operator-error.ts";
import { aliasOf, type Columns, findGiven } from "../find-columns.ts";
import { foldHeader } from "../header-names.ts";
import { isUnclearStatus, readShown, saysHidden, saysLittle, saysWhether } from "../may-publish.ts";
import {
  type ConsentAnswer,
  choose,
  type FoundValue,
  OpenQuestions,
  type Question,
  quoteHeader,
} from "../open-questions.ts";
import { type Fields, textOf } from "../values.ts";
import { type ConsentKind, consentKind, entryKind, isAboutReview } from "./consent-headers.ts";
import { BLANK, type ConsentRule, FILLED, readRule } from "./consent-rules.ts";
import { isAnswer, isLikeAnswer, isMark, isNamed, readAnswer } from "./read-answer.ts";

/** With more different values, a column that is known for nothing is no question with answers. */
const MOST_VALUES = 8;
/** Values of a column that asks by its name, for the preview. */
const MOST_KEPT = 50;
const LONGEST = 120;

/** What the operator said about consent. */
export type ConsentGiven = { map: Columns; consent: readonly ConsentAnswer[]; ignore: readonly string[] };
/** A column that is read for consent, or that the owner said not to read so, and which of its values mean yes. */
export type ConsentColumn = { column: string; values: FoundValue[]; yes: string[]; ignored: boolean };
/** How consent is read: the columns, and in words for the preview. */
export type Consents = { rules: ConsentRule[]; described: string[]; columns: ConsentColumn[] };

type Column = {
  kind: ConsentKind | null;
  /** What an entry says in a column with dates or signatures. */
  entry: "publish" | "hide" | null;
  values: Map<string, number>;
  blank: number;
  many: boolean;
};

const COUNTS =
  /(?:^| )(?:count|number|no|num|likes?|votes?|photos?|images?|helpful|visits?|reviews?|replies|anzahl|nombre|numero)(?: |$)/u;
/** True and false, and yes and no in German, Spanish and French. */
const PAIR = /^(?:tf|ft|jn|nj|sn|ns|on|no)$/i;
const LONE_LETTER = /^[^xyn]$/iu;
/** What looks like an answer whatever the column is called. A lone letter is more often a code. */
const looksAnswered = (value: string): boolean => isLikeAnswer(value) && !(LONE_LETTER.test(value) && !isMark(value));

/** Whether the values of a column that nothing reads look like answers to a question. */
function looksLikeAnswers(header: string, { values, many }: Column): boolean {
  const found = [...values.keys()];
  if (many || found.length === 0 || found.length > MOST_VALUES) return false;
  if (found.some((value) => /\d/.test(value)))
    return found.length === 2 && found.every((value) => /^[01]$/.test(value)) && !COUNTS.test(foldHeader(header));
  if (found.length === 2 && PAIR.test(found.join(""))) return true;
  const answers = found.filter(looksAnswered);
  const enough = answers.some((value) => readAnswer(value) === "yes") ? answers.length + 1 : answers.length;
  return enough * 2 > found.length || found.some((value) => readAnswer(value) === "anonymous");
}

/** By the whole names that are known, or by the words of the header. "Approved" says whether the review is shown. */
function kindOf(header: string): ConsentKind | null {
  const field = aliasOf(header)?.field;
  const shown = saysWhether(header) || (field === "status" && !saysLittle(header) && !saysHidden(header));
  return shown ? "shown" : (consentKind(header) ?? (field === "consent" ? "publish" : null));
}

export const asksConsent = (header: string): boolean => kindOf(header) !== null;
/** Whether exports of platforms have such a column, which is read or says something else. */
export const isOfPlatform = (header: string): boolean => aliasOf(header) !== undefined || isAboutReview(header);

const list = (values: readonly string[]): string =>
  values
    .slice(0, MOST_VALUES)
    .map((value) => JSON.stringify(value))
    .join(", ") + (values.length > MOST_VALUES ? ", …" : "");

/** "published: Yes, Sure; refused: No; held: maybe, blank". */
function describe(rule: ConsentRule, { values, blank }: Column): string {
  const heads = { yes: "published", anonymous: "published without a name", no: "refused", unclear: "held" } as const;
  const all = [...values.keys(), ...(blank > 0 ? [""] : [])];
  const groups = Map.groupBy(all, (value) => readRule(rule, value) ?? "yes");
  const parts = Object.entries(heads).flatMap(([answer, head]) => {
    const found = groups.get(answer as keyof typeof heads) ?? []; // the members of `heads`
    const shown = found.slice(0, MOST_VALUES).map((value) => (value === "" ? "blank" : value));
    return found.length === 0 ? [] : [`${head}: ${shown.join(", ")}${found.length > MOST_VALUES ? ", …" : ""}`];
  });
  return `${quoteHeader(rule.column)}: ${parts.join("; ")}`;
}

/** None of its values if they are too many to tell all of them. */
function describeColumn(rule: ConsentRule, { values, blank, many }: Column): ConsentColumn {
  const found = many ? [] : [...values, ...(blank > 0 ? [[BLANK, blank] as const] : [])];
  const ignored = rule.asks === "ignored";
  const means = (value: string) => readRule(rule, value === BLANK ? "" : value) ?? "yes";
  const yes = found.flatMap(([value]) => (!ignored && ["yes", "anonymous"].includes(means(value)) ? value : []));
  return { column: rule.column, values: found.map(([value, rows]) => ({ value, rows })), yes, ignored };
}

/** The values that mean yes, if a yes allows to publish; if it forbids, those that mean no, and what is blank. */
function yesValues({ entry, values, blank }: Column, forbids: boolean): string[] {
  const found = [...values.keys()];
  const answers = found.filter((value) => isAnswer(value) && (readAnswer(value) === "no") === forbids);
  if (forbids) return blank > 0 ? [...answers, BLANK] : answers;
  if (answers.length > 0) return answers;
  return entry ? [FILLED] : found.slice(0, 1);
}

function ask(file: string, header: string, column: Column): Question {
  const { values, blank } = column;
  const kind = column.entry ?? column.kind;
  const found: FoundValue[] = [...values].map(([value, rows]) => ({ value, rows }));
  const filled = { value: FILLED, rows: found.reduce((sum, { rows }) => sum + rows, 0) };
  const means = (yes: string[]) => ({ consent: [{ column: header, yes }] });
  const consents = choose("it asks whether the review may be published", means(yesValues(column, false)));
  const turned = kind === "hide" || kind === "unsure" ? yesValues(column, true) : [];
  const forbids = turned.length === 0 ? [] : [choose("a yes forbids to publish the review", means(turned))];
  const ignores = choose("it is about something else", { ignore: [header] });
  const empty = blank > 0 ? `, and is blank in ${blank} rows` : "";
  const or = forbids.map(({ option }) => `, or, if a yes forbids it, ${option}`).join("");
  return {
    id: `consent:${header}`,
    kind: "consent",
    file,
    column: header,
    values: column.entry && !found.some(({ value }) => isAnswer(value)) ? [filled] : found,
    text:
      `${file} has a column ${quoteHeader(header)} that nothing reads and that may say whether a review may be ` +
      `published; it has ${list(found.map(({ value }) => value))}${empty}. If it does, list the values that mean yes, and ` +
      `every other row is held: ${consents.option}${or}. If it is about something else, use ${ignores.option}`,
    choices: kind === "hide" ? [...forbids, consents, ignores] : [consents, ...forbids, ignores],
  };
}

const isNamedBy = (header: string, names: readonly string[]): boolean =>
  names.some((name) => findGiven([header], name) !== undefined);

/** What the operator said about a column; undefined: nothing. */
function ruleGiven(header: string, { consent, ignore }: ConsentGiven): ConsentRule | undefined {
  const answered = consent.find((one) => isNamedBy(header, [one.column]));
  if (answered) return { column: header, asks: "answered", yes: answered.yes };
  return isNamedBy(header, ignore) ? { column: header, asks: "ignored" } : undefined;
}

export const isAnswered = (header: string, given: ConsentGiven): boolean => ruleGiven(header, given) !== undefined;

const isCrossed = (values: readonly string[]): boolean =>
  ["x", "o"].every((mark) => values.some((value) => value.trim().toLowerCase() === mark));

const DATE = /\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/;
const hasDatesAlone = ({ values, blank }: Column): boolean =>
  values.size > 0 && blank > 0 && [...values.keys()].every((value) => DATE.test(value) && !isLikeAnswer(value));

/** Dates and signatures: where some are missing or forbid, and nothing else asks, what they mean is asked. */
function ruleByEntries({ kind, entry, values, blank }: Column, asked: boolean): null | undefined {
  const some = kind === "publish" || blank > 0 || [...values.keys()].some(isLikeAnswer);
  return entry === "hide" || (some && !asked) ? null : undefined;
}

/** Whether a column of the owner's with a status says something that is not known to show or to hide the review. */
function mayHide(header: string, { values, blank }: Column, { map }: ConsentGiven): boolean {
  if (aliasOf(header)?.field !== "status" || map.status === "none" || values.size > MOST_VALUES) return false;
  const found = [...values.keys()];
  if (saysLittle(header)) return isUnclearStatus(header, found, blank > 0);
  return map.status === undefined && found.some((value) => readShown(header, value) === null && !/\d\d/.test(value));
}

/** How a column is read by its name and its values, and whether others ask. Null: ask. Undefined: it says nothing. */
function ruleByValues(header: string, column: Column, asked: boolean): ConsentRule | null | undefined {
  const { kind, entry, values, many } = column;
  const found = [...values.keys()];
  const few = !many && found.length <= MOST_VALUES;
  const all = found.every(isAnswer);
  if (entry && !(kind === "publish" ? found.some(isAnswer) : all)) return ruleByEntries(column, asked);
  // A cross may be a yes beside nothing, and a no beside a circle.
  if (kind === "publish") return isCrossed(found) ? null : { column: header, asks: kind };
  if (kind === "shown") {
    // A status that every row has is read as one.
    if (column.blank === 0 && (consentKind(header) === null || aliasOf(header)?.field === "status")) return undefined;
    const said = found.map((value) => readShown(header, value));
    return said.includes("yes") && !said.includes(null) ? { column: header, asks: kind } : undefined;
  }
  if (kind === "hide" && all) {
    const rule: ConsentRule = { column: header, asks: kind };
    return { ...rule, blank_is_yes: found.every((value) => readRule(rule, value) === "no") };
  }
  if (kind === "hide" || kind === "unsure") return null;
  if (kind === "apart") return few && !found.every((value) => /\d\d/.test(value)) ? null : undefined;
  const anonymous = found.some((value) => readAnswer(value) === "anonymous");
  const isName = (value: string) =>
    readAnswer(value) === "anonymous" || isNamed(value) || (kind === "name" && isAnswer(value));
  if (found.every(isName) && (kind === "name" || anonymous)) return { column: header, asks: "name" };
  if (kind === "name") return few ? null : undefined;
  return aliasOf(header) === undefined && looksLikeAnswers(header, column) ? null : undefined;
}

/** `isRead`: as something else, without the operator's word for it. */
function ruleOf(
  header: string,
  column: Column,
  given: ConsentGiven,
  { isRead, asked, isOwn }: { isRead: boolean; asked: boolean; isOwn: boolean },
): ConsentRule | null | undefined {
  const said = ruleGiven(header, given);
  if (said) return said;
  if (isOwn && mayHide(header, column, given)) return null;
  const { kind, values, blank } = column;
  if (values.size === 0 && (kind !== "publish" || blank === 0)) return undefined;
  if (isRead && kind !== "shown") return undefined;
  if (given.map.status === "none" && kind === "shown") return undefined;
  if (given.map.consent === "none" && kind !== null && kind !== "name") return undefined;
  return ruleByValues(header, column, asked);
}

/** Collects the values of the columns that may say whether a review may be published. */
export function createConsentSurvey(file: string, given: ConsentGiven) {
  const { map, consent } = given;
  const columns = new Map<string, Column>();
  const isPinned = (header: string) => map.consent !== undefined && isNamedBy(header, [map.consent]);

  function addColumn(header: string, headers: readonly string[]): Column {
    const pinned = isPinned(header);
    const kind = pinned ? "publish" : kindOf(header);
    const entry = pinned ? null : entryKind(header, headers);
    const column: Column = { kind, entry, values: new Map(), blank: 0, many: false };
    columns.set(header, column);
    return column;
  }

  return {
    note(record: Fields): void {
      for (const [header, value] of Object.entries(record)) {
        const column = columns.get(header) ?? addColumn(header, Object.keys(record));
        if (column.many && (column.entry === null || column.blank > 0)) continue;
        const text = typeof value === "boolean" ? String(value) : textOf(value);
        if (text === null) column.blank += 1;
        else if (text.length > LONGEST && column.kind === null) column.many = true;
        else {
          column.values.set(text, (column.values.get(text) ?? 0) + 1);
          if (column.values.size > (column.kind === null && column.entry === null ? MOST_VALUES : MOST_KEPT))
            column.many = true;
        }
      }
    },
    /** `read`: the columns that are read as something else. `isOwn`: no platform's. Stops a file with a question. */
    choose(read: ReadonlySet<string>, isOwn = false): Consents {
      const missing = consent.find(({ column }) => findGiven([...columns.keys()], column) === undefined);
      if (missing) throw new OperatorError(`${file} has no column ${missing.column}: check --consent`);
      const consents: Consents = { rules: [], described: [], columns: [] };
      const questions: Question[] = [];
      for (const column of columns.values())
        if (column.kind === "publish" && hasDatesAlone(column)) column.entry ??= "publish";
      const isAsked = ([header, { kind, entry }]: readonly [string, Column]) =>
        ruleGiven(header, given)?.asks === "answered" || (entry === null && (kind === "publish" || kind === "hide"));
      const asked = [...columns].some(isAsked);
      for (const [header, column] of columns) {
        const isRead = read.has(header) && !isPinned(header);
        const rule = ruleOf(header, column, given, { isRead, asked, isOwn });
        if (rule === null) questions.push(ask(file, header, column));
        if (!rule) continue;
        consents.rules.push(rule);
        consents.columns.push(describeColumn(rule, column));
        if (rule.asks !== "ignored") consents.described.push(describe(rule, column));
      }
      if (questions.length > 0) throw new OpenQuestions(questions);
      return consents;
    },
  };
}
