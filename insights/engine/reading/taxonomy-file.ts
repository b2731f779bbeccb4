import { z } from "zod";
import { MEASURE_UNITS } from "./measures.ts";

const id = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/);
/** Words with spaces between them. */
const wordList = z.string();
const patterns = z.array(z.string());
const SENTIMENTS = ["positive", "negative", "neutral"] as const;

/** Members of the profile that can answer a question. */
const PROFILE_FACTS = ["opening_hours", "address", "service"] as const;

/** A question that customers ask. Reviews, owner replies and the profile can answer it. */
const question = z.strictObject({
  id,
  question: z.string(),
  /** Patterns that say yes, that say no, and that answer with the sentiment of their sentence. */
  yes: patterns.optional(),
  no: patterns.optional(),
  about: patterns.optional(),
  /** Only sentences about one of these aspects answer; without any, every sentence. */
  aspects: wordList.optional(),
  /** Answers are facts, not opinions: they are counted and quoted without a side. */
  facts: z.boolean().optional(),
  profile: z.enum(PROFILE_FACTS).nullable().optional(),
  /** With `profile: service`: a name or alias of the service whose description answers. */
  service: z.string().nullable().optional(),
  /** Words of a sentence in an owner reply that answers. */
  replies: wordList.optional(),
});

/** How an aspect is written in one language. */
const words = {
  words: wordList.optional(),
  prefixes: wordList.optional(),
  phrases: patterns.optional(),
  exclude: patterns.optional(),
  implicit: z.array(z.strictObject({ pattern: z.string(), sentiment: z.enum(SENTIMENTS) })).optional(),
};

const aspect = z.strictObject({
  id,
  label: z.string(),
  ...words,
  /** The same in Spanish. */
  es: z.strictObject(words).optional(),
  measures: z
    .array(z.strictObject({ unit: z.enum(MEASURE_UNITS), near: wordList, negative_from: z.number() }))
    .optional(),
  question: z.string().nullable().optional(),
});

const named = { words: patterns.min(1), words_es: patterns.optional() };

/** The taxonomy file: what reviews of a trade talk about. Each trade has its own file. taxonomy.ts completes it. */
export const taxonomyFile = z.strictObject({
  id,
  label: z.string(),
  noun: z.string(),
  aspects: z.array(aspect).max(24),
  /** Patterns that reveal someone's health. A sentence that has one is never quoted. */
  private: patterns.optional(),
  private_es: patterns.optional(),
  problems: z.array(z.strictObject({ id, name: z.string(), ...named })).optional(),
  /** Only sentences about one of these aspects are quoted for a problem; without any, every sentence. */
  problem_aspects: wordList.optional(),
  /** A sentence that is only about aspects other than those listed means something else by the topic's words. */
  topics: z.array(z.strictObject({ id, label: z.string(), ...named, aspects: wordList.optional() })).optional(),
  questions: z.array(question).optional(),
  /** Words that people ask with. The engine does not look for them in reviews, so they are in no analysis. */
  asked: z
    .strictObject({
      /** By the id of an aspect, and of a problem. */
      aspects: z.record(id, patterns).optional(),
      problems: z.record(id, patterns).optional(),
      /** Words that name nothing by themselves. */
      common: wordList.optional(),
      /** Phrases for the same thing, such as a treatment or a diagnosis, with commas between them. */
      same: z.array(z.string()).optional(),
    })
    .optional(),
});
export type TaxonomyFile = z.infer<typeof taxonomyFile>;
