import type { Mark } from "../../../src/model/analysis.ts";
import { onFirstUse } from "../first-use.ts";
import { hashWord } from "./hash.ts";
import type { Unit } from "./measures.ts";
import { createMatcher, type Matcher, type Pattern, parsePattern } from "./patterns.ts";
import type { TaxonomyFile } from "./taxonomy-file.ts";
import type { ReadLanguage } from "./tokens.ts";

type WordsInFile = NonNullable<TaxonomyFile["aspects"][number]["es"]>;

const listed = (words = ""): string[] => words.split(/\s+/).filter(Boolean);

const completeWords = ({ words, prefixes, phrases = [], exclude = [], implicit = [] }: WordsInFile) => ({
  words: listed(words),
  prefixes: listed(prefixes),
  phrases,
  exclude,
  implicit: implicit.map(({ pattern, sentiment }) => ({ pattern, sentiment })),
});

const completeAspect = ({
  id,
  label,
  es,
  measures = [],
  question = null,
  ...words
}: TaxonomyFile["aspects"][number]) => ({
  id,
  label,
  ...completeWords(words),
  ...(es ? { es: completeWords(es) } : {}),
  measures: measures.map(({ unit, near, negative_from }) => ({ unit, near: listed(near), negative_from })),
  question,
});

const completeQuestion = (from: NonNullable<TaxonomyFile["questions"]>[number]) => ({
  id: from.id,
  question: from.question,
  yes: from.yes ?? [],
  no: from.no ?? [],
  about: from.about ?? [],
  aspects: listed(from.aspects),
  facts: from.facts ?? false,
  profile: from.profile ?? null,
  service: from.service ?? null,
  replies: listed(from.replies),
});

/** Every member of every entry, in a fixed order: the hash of the taxonomy depends on it. */
const completeTaxonomy = ({ problems = [], topics = [], questions = [], ...from }: TaxonomyFile) => ({
  id: from.id,
  label: from.label,
  noun: from.noun,
  aspects: from.aspects.map(completeAspect),
  private: from.private ?? [],
  private_es: from.private_es ?? [],
  problems: problems.map(({ id, name, words, words_es = [] }) => ({ id, name, words, words_es })),
  problem_aspects: listed(from.problem_aspects),
  topics: topics.map(({ id, label, words, words_es = [], aspects }) => ({
    ...{ id, label, words, words_es },
    aspects: listed(aspects),
  })),
  questions: questions.map(completeQuestion),
});
export type Taxonomy = ReturnType<typeof completeTaxonomy>;
type Words = ReturnType<typeof completeWords>;

export const MATCH_KINDS = ["word", "prefix", "phrase", "implicit", "exclude"] as const;
export type AspectHit = {
  aspect: number;
  kind: (typeof MATCH_KINDS)[number];
  sentiment: Words["implicit"][number]["sentiment"] | null;
  /** The weights know a pattern by its hash, so other patterns can be added to the file. */
  pattern: number;
};

/** What `conditions` reports for words that reveal someone's health. */
export const PRIVATE = -1;

/** Not part of the taxonomy, whose hash says which analyses are still true. */
type AskedWords = {
  aspects: Record<string, string[]>;
  problems: Record<string, string[]>;
  common: string[];
  same: string[][];
};

export type CompiledTaxonomy = {
  taxonomy: Taxonomy;
  asked: AskedWords;
  sha256: string;
  aspects: Matcher<AspectHit>;
  /** By aspect; `near` as hashes. */
  measures: { unit: Unit; near: Set<number>; negative_from: number }[][];
  /** Finds what `marks` names, by number, and PRIVATE. */
  conditions: Matcher<number>;
  marks: MarkName[];
};

function aspectPatterns(taxonomy: Taxonomy): Pattern<AspectHit>[] {
  const patterns: Pattern<AspectHit>[] = [];
  taxonomy.aspects.forEach(({ id: name, es, ...english }, aspect) => {
    const addAll = (from: Words, language: ReadLanguage) => {
      const add = (kind: AspectHit["kind"], source: string, sentiment: AspectHit["sentiment"] = null) => {
        const pattern = hashWord(`${name} ${kind} ${source}`);
        patterns.push(parsePattern(source, { aspect, kind, sentiment, pattern }, language, language));
      };
      for (const word of from.words) add("word", word);
      for (const prefix of from.prefixes) add("prefix", `${prefix}*`);
      for (const phrase of from.phrases) add("phrase", phrase);
      for (const { pattern, sentiment } of from.implicit) add("implicit", pattern, sentiment);
      for (const phrase of from.exclude) add("exclude", phrase);
    };
    addAll(english, "en");
    if (es) addAll(es, "es");
  });
  return patterns;
}

/** The meaning of a pattern of the taxonomy: a problem, a topic, or an answer to a question. */
export type MarkName = Pick<Mark, "kind" | "id">;

/**
 * Problems first: the number of a problem is its place in the taxonomy. English prefixes match Spanish texts too ("mi
 * surgery", "el copay"); Spanish ones do not match English texts, where "disco*" would be "discount".
 */
function markPatterns({ problems, topics, questions }: Taxonomy): {
  names: MarkName[];
  patterns: Pattern<number>[];
} {
  const names: MarkName[] = [];
  const patterns: Pattern<number>[] = [];
  const add = (kind: Mark["kind"], id: string, english: readonly string[], spanish: readonly string[] = []) => {
    for (const source of english) patterns.push(parsePattern(source, names.length));
    for (const source of spanish) patterns.push(parsePattern(source, names.length, "es", "es"));
    names.push({ kind, id });
  };
  for (const { id, words, words_es } of problems) add("problem", id, words, words_es);
  for (const { id, words, words_es } of topics) add("topic", id, words, words_es);
  for (const { id, yes, no, about } of questions) {
    add("yes", id, yes);
    add("no", id, no);
    add("about", id, about);
  }
  return { names, patterns };
}

/** The hash of the complete taxonomy: white space and the order of members in the file do not change it. */
const taxonomySha256 = (taxonomy: Taxonomy): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(taxonomy)).digest("hex");

function compilePatterns(taxonomy: Taxonomy): Pick<CompiledTaxonomy, "aspects" | "marks" | "conditions"> {
  const { names: marks, patterns } = markPatterns(taxonomy);
  const hidden = [
    ...taxonomy.private.map((phrase) => parsePattern(phrase, PRIVATE)),
    ...taxonomy.private_es.map((phrase) => parsePattern(phrase, PRIVATE, "es", "es")),
  ];
  return {
    aspects: createMatcher(aspectPatterns(taxonomy)),
    marks,
    conditions: createMatcher([...patterns, ...hidden]),
  };
}

/** The patterns are compiled for the first text: a server's build mostly finds every analysis in the store. */
export function compileTaxonomy(file: TaxonomyFile): CompiledTaxonomy {
  const taxonomy = completeTaxonomy(file);
  const patterns = onFirstUse(() => compilePatterns(taxonomy));
  const { aspects = {}, problems = {}, common, same = [] } = file.asked ?? {};
  return {
    taxonomy,
    asked: { aspects, problems, common: listed(common), same: same.map((phrases) => phrases.split(", ")) },
    sha256: taxonomySha256(taxonomy),
    get aspects() {
      return patterns().aspects;
    },
    get marks() {
      return patterns().marks;
    },
    get conditions() {
      return patterns().conditions;
    },
    measures: taxonomy.aspects.map(({ measures }) =>
      measures.map(({ unit, near, negative_from }) => ({ unit, negative_from, near: new Set(near.map(hashWord)) })),
    ),
  };
}
