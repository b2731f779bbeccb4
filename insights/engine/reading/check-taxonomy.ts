import { type TaxonomyFile, taxonomyFile } from "./taxonomy-file.ts";
import { tokenize } from "./tokens.ts";

type Path = readonly PropertyKey[];

/** `aspects[2].words`, counted from one as people do. */
const placeOf = (path: Path): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part + 1}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "") || "the file";

const repeatedIds = (name: string, items: readonly { id: string }[]): string[] =>
  items.flatMap(({ id }, at) =>
    items.findIndex((other) => other.id === id) < at ? [`${name}[${at + 1}]: the id ${id} is used twice`] : [],
  );

/** Pattern lists of a file, with their places. */
function* patternsOf({
  aspects,
  topics = [],
  problems = [],
  questions = [],
}: TaxonomyFile): Iterable<[string, string]> {
  for (const [at, aspect] of aspects.entries())
    for (const [in_language, words] of [
      ["", aspect],
      [".es", aspect.es ?? {}],
    ] as const) {
      const place = `aspects[${at + 1}]${in_language}`;
      for (const list of ["phrases", "exclude"] as const)
        for (const pattern of words[list] ?? []) yield [`${place}.${list}`, pattern];
      for (const { pattern } of words.implicit ?? []) yield [`${place}.implicit`, pattern];
    }
  for (const [name, items] of [
    ["topics", topics],
    ["problems", problems],
  ] as const)
    for (const [at, { words, words_es = [] }] of items.entries())
      for (const pattern of [...words, ...words_es]) yield [`${name}[${at + 1}]`, pattern];
  for (const [at, { yes = [], no = [], about = [] }] of questions.entries())
    for (const pattern of [...yes, ...no, ...about]) yield [`questions[${at + 1}]`, pattern];
}

/** A pattern that begins with a gap, or has no word, matches nothing or anything. */
function patternFault(pattern: string): string | null {
  const places = pattern.trim().split(/\s+/);
  if (pattern.trim() === "") return "is empty";
  if (places[0] === "..") return "must not begin with .. (it stands between words)";
  const bad = places.find((place) => place !== ".." && place.split("|").some((word) => word === "" || word === "*"));
  if (bad !== undefined) return `has ${JSON.stringify(bad)}: write words with | between them, such as good|great`;
  const option = places.filter((place) => place.includes("|")).flatMap((place) => place.split("|"));
  const cut = option.find((word) => !word.endsWith("*") && word !== "#" && tokenize(word, "en").count > 1);
  return cut === undefined
    ? null
    : `has ${JSON.stringify(cut)} beside |, which is read as several words: give it a line of its own`;
}

/** Ids and texts that stand in for what the schema refuses begin with it. */
const STAND_IN = "left-out-";

function crossFaults(file: TaxonomyFile): string[] {
  const { aspects, topics = [], problems = [], questions = [] } = file;
  const faults = [
    ...repeatedIds("aspects", aspects),
    ...repeatedIds("topics", topics),
    ...repeatedIds("problems", problems),
    ...repeatedIds("questions", questions),
  ];
  const ids = new Set(aspects.map(({ id }) => id));
  const written = [...ids].filter((id) => !id.startsWith(STAND_IN));
  const known = (place: string, listed = ""): string[] =>
    listed
      .split(/\s+/)
      .filter((id) => id !== "" && !ids.has(id))
      .map((id) => `${place}: there is no aspect ${id}; the aspects are ${written.join(", ")}`);
  for (const [at, { aspects: listed, yes, no, about, profile, replies, id }] of questions.entries()) {
    faults.push(...known(`questions[${at + 1}].aspects`, listed));
    if (![yes, no, about].some((list) => list?.length) && !profile && !replies)
      faults.push(`questions[${at + 1}] (${id}): nothing answers it; give it yes, no, about, profile or replies`);
  }
  for (const [at, topic] of topics.entries()) faults.push(...known(`topics[${at + 1}].aspects`, topic.aspects));
  faults.push(...known("problem_aspects", file.problem_aspects));
  for (const [at, { id, words, prefixes, phrases, implicit }] of aspects.entries())
    if (!words?.trim() && !prefixes?.trim() && !phrases?.length && !implicit?.length)
      faults.push(`aspects[${at + 1}] (${id}): nothing finds it; give it words, prefixes, phrases or implicit`);
  for (const [place, pattern] of patternsOf(file)) {
    const fault = patternFault(pattern);
    if (fault !== null) faults.push(`${place}: the pattern ${JSON.stringify(pattern)} ${fault}`);
  }
  return faults;
}

type Issues = NonNullable<ReturnType<typeof taxonomyFile.safeParse>["error"]>["issues"];

/** Values that a schema takes, by what it expects. */
const STAND_INS: { [expected: string]: unknown } = { array: [], object: {}, number: 1 };
/** A member is left out first, and gets a stand-in if it is required. */
const MOST_ROUNDS = 4;

function mend(copy: unknown, issue: Issues[number], name: string): void {
  let holder = copy;
  const [last, ...before] = [...issue.path].reverse();
  for (const part of issue.code === "unrecognized_keys" ? issue.path : before.reverse()) {
    if (typeof holder !== "object" || holder === null) return;
    holder = holder[part as keyof typeof holder]; // a path of the schema leads through members
  }
  if (typeof holder !== "object" || holder === null) return;
  if (issue.code === "unrecognized_keys") for (const key of issue.keys) Reflect.deleteProperty(holder, key);
  else if (last !== undefined && last in holder && !Array.isArray(holder)) Reflect.deleteProperty(holder, last);
  else if (last !== undefined)
    Reflect.set(holder, last, structuredClone((issue.code === "invalid_type" && STAND_INS[issue.expected]) || name));
}

/** The file without what its schema refuses, so that the rest is checked in the same run. Null if little is left. */
function withoutRefused(value: unknown): TaxonomyFile | null {
  const copy: unknown = structuredClone(value);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const parsed = taxonomyFile.safeParse(copy);
    if (parsed.success) return parsed.data;
    for (const [number, issue] of parsed.error.issues.entries()) mend(copy, issue, `${STAND_IN}${round}-${number}`);
  }
  return null;
}

/** What the schema refuses, then what is wrong with the rest. A part that the schema refuses may only seem empty. */
function allFaults(value: unknown, issues: Issues): string[] {
  const refused = new Set(issues.map(({ path }) => placeOf(path.slice(0, 2))));
  const rest = withoutRefused(value);
  const others = rest ? crossFaults(rest) : [];
  return [
    ...issues.map(({ path, message }) => `${placeOf(path)}: ${message}`),
    ...others.filter(
      (fault) =>
        !fault.includes(STAND_IN) &&
        !(/: nothing (?:finds|answers) it/.test(fault) && refused.has(fault.split(" ")[0] ?? "")),
    ),
  ];
}

/** A taxonomy from a file, or everything that is wrong with it. */
export function checkTaxonomy(value: unknown): { taxonomy: TaxonomyFile } | { faults: string[] } {
  const parsed = taxonomyFile.safeParse(value);
  const faults = parsed.success ? crossFaults(parsed.data) : allFaults(value, parsed.error.issues);
  return parsed.success && faults.length === 0 ? { taxonomy: parsed.data } : { faults };
}
