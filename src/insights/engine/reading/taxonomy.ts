import { z } from "zod";
import type { Mark } from "../../../model/analysis.ts";
import { onFirstUse } from "../first-use.ts";
import { hashWord } from "./hash.ts";
import { UNITS, type Unit } from "./measures.ts";
import { type Matcher, openMatcher, type Pattern, parsePattern } from "./patterns.ts";
import type { Language } from "./tokens.ts";

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);
const wordList = z.string().transform((list) => list.split(/\s+/).filter(Boolean));
const SENTIMENTS = ["positive", "negative", "neutral"] as const;

/** Members of the profile that can answer a question. */
const PROFILE_FACTS = ["opening_hours", "address", "service"] as const;

/** A question that customers ask. Reviews, owner replies and the profile can answer it. */
const question = z.strictObject({
  id,
  question: z.string(),
  /** Patterns that say yes, that say no, and that answer with the sentiment of their sentence. */
  yes: z.array(z.string()).default([]),
  no: z.array(z.string()).default([]),
  about: z.array(z.string()).default([]),
  /** Only sentences about one of these aspects answer; without any, every sentence. */
  aspects: wordList.default([]),
  /** Answers are facts, not opinions: they are counted and quoted without a side. */
  facts: z.boolean().default(false),
  profile: z.enum(PROFILE_FACTS).nullable().default(null),
  /** With `profile: service`: a name or alias of the service whose description answers. */
  service: z.string().nullable().default(null),
  /** Words of a sentence in an owner reply that answers. */
  replies: wordList.default([]),
});

/** How an aspect is written in one language. */
const words = {
  words: wordList.default([]),
  prefixes: wordList.default([]),
  phrases: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
  implicit: z.array(z.strictObject({ pattern: z.string(), sentiment: z.enum(SENTIMENTS) })).default([]),
};

/** The taxonomy file: what reviews of a trade talk about. Each trade has its own file. */
export const taxonomySchema = z.strictObject({
  id,
  label: z.string(),
  noun: z.string(),
  aspects: z
    .array(
      z.strictObject({
        id,
        label: z.string(),
        ...words,
        /** The same in Spanish. */
        es: z.strictObject(words).optional(),
        measures: z
          .array(z.strictObject({ unit: z.enum(UNITS), near: wordList, negative_from: z.number() }))
          .default([]),
        question: z.string().nullable().default(null),
      }),
    )
    .min(1)
    .max(24),
  /** Patterns that reveal someone's health. A sentence that has one is never quoted. */
  private: z.array(z.string()).default([]),
  private_es: z.array(z.string()).default([]),
  problems: z
    .array(
      z.strictObject({
        id,
        name: z.string(),
        words: z.array(z.string()).min(1),
        words_es: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  /** Only sentences about one of these aspects are quoted for a problem; without any, every sentence. */
  problem_aspects: wordList.default([]),
  topics: z
    .array(
      z.strictObject({
        id,
        label: z.string(),
        words: z.array(z.string()).min(1),
        words_es: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  questions: z.array(question).default([]),
});
export type Taxonomy = z.output<typeof taxonomySchema>;
type Words = NonNullable<Taxonomy["aspects"][number]["es"]>;

export const MATCH_KINDS = ["word", "prefix", "phrase", "implicit", "exclude"] as const;
export type AspectHit = {
  aspect: number;
  kind: (typeof MATCH_KINDS)[number];
  sentiment: (typeof SENTIMENTS)[number] | null;
  /** The weights know a pattern by its hash, so other patterns can be added to the file. */
  pattern: number;
};

/** What `conditions` reports for words that reveal someone's health. */
export const PRIVATE = -1;

export type CompiledTaxonomy = {
  taxonomy: Taxonomy;
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
    const addAll = (from: Words, language: Language) => {
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

/** What a pattern of the taxonomy stands for: a problem, a topic, or an answer to a question. */
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

/** Of the parsed taxonomy: white space and the order of members do not count. */
const taxonomySha256 = (taxonomy: Taxonomy): string =>
  new Bun.CryptoHasher("sha256").update(JSON.stringify(taxonomy)).digest("hex");

function compilePatterns(taxonomy: Taxonomy): Pick<CompiledTaxonomy, "aspects" | "marks" | "conditions"> {
  const { names: marks, patterns } = markPatterns(taxonomy);
  const hidden = [
    ...taxonomy.private.map((phrase) => parsePattern(phrase, PRIVATE)),
    ...taxonomy.private_es.map((phrase) => parsePattern(phrase, PRIVATE, "es", "es")),
  ];
  return {
    aspects: openMatcher(aspectPatterns(taxonomy)),
    marks,
    conditions: openMatcher([...patterns, ...hidden]),
  };
}

/** The patterns are compiled for the first text: a server's build mostly finds every analysis in the store. */
export function compileTaxonomy(source: unknown): CompiledTaxonomy {
  const taxonomy = taxonomySchema.parse(source);
  const patterns = onFirstUse(() => compilePatterns(taxonomy));
  return {
    taxonomy,
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
