import { z } from "zod";

// The shapes of the lines in insights/corpus. insights/corpus/GUIDE.md says what they mean.

const sentiment = z.enum(["positive", "negative", "neutral", "mixed"]);
const aspects = z.array(z.strictObject({ aspect: z.string().min(1), sentiment }));
/**
 * `net`: the net learns from it; the additive weights learn what is spoken of, but no sides. `spare`: newer than both,
 * for the next ones.
 */
export const split = z.enum(["train", "net", "test", "spare"]);
/** The batch that a text was written in, and its number there. */
const id = z.string().regex(/^\w[\w-]*-\d+$/);

/** Labels by sentence, in the order of the text; those of the text are their sum. `start` and `end` are UTF-16 code units. */
const sentences = z.array(z.strictObject({ start: z.int(), end: z.int(), aspects }));

const item = z.strictObject({
  id,
  split,
  /** English if it is not there. */
  language: z.literal("es").exactOptional(),
  /** Who wrote it: in the batches that are split by writer. */
  writer: z.string().exactOptional(),
  text: z.string().min(1),
  sentiment,
  aspects,
  sentences: sentences.exactOptional(),
  kinds: z.array(z.string()),
});
const unlabeled = z.strictObject({ id, writer: z.string(), text: z.string().min(1) });
/** What somebody else says of a text of the corpus, as a whole and sentence by sentence. */
const labels = z.strictObject({ id, sentiment, aspects, sentences: z.array(aspects).exactOptional() });
/**
 * A review with its author's stars, for choosing and for testing what is published. `things` are passages that name a
 * person, a service or a topic, with what the review says of them.
 */
const starred = z.strictObject({
  id,
  part: z.enum(["development", "held_out"]),
  writer: z.string(),
  language: z.literal("es").exactOptional(),
  rating: z.int().min(1).max(5),
  text: z.string().min(1),
  aspects,
  things: z.array(z.strictObject({ start: z.int(), end: z.int(), sentiment })),
});
/** A review of another trade, with the aspects of its taxonomy; `sentences` are its parts, which may be clauses. */
const of_trade = z.strictObject({
  id,
  trade: z.string(),
  language: z.literal("es").exactOptional(),
  writer: z.string().exactOptional(),
  text: z.string().min(1),
  aspects,
  sentences: sentences.exactOptional(),
});
/** What a review of the demonstration says of each aspect. */
const claims = z.strictObject({ review_id: z.string(), says: z.record(z.string(), z.array(sentiment)) });

export type Sentiment = z.infer<typeof sentiment>;
export type Split = z.infer<typeof split>;
export type CorpusItem = z.infer<typeof item>;
export type LabeledSpan = NonNullable<CorpusItem["sentences"]>[number];
export type UnlabeledText = z.infer<typeof unlabeled>;
export type Labels = z.infer<typeof labels>;
export type Claims = z.infer<typeof claims>;
export type StarredReview = z.infer<typeof starred>;
export type TradeReview = z.infer<typeof of_trade>;
type CorpusLine = CorpusItem | UnlabeledText | Labels | Claims | StarredReview | TradeReview;

/** The schema that a line is meant to follow, by the fields that only one shape has. */
function schemaOf(line: object): z.ZodType<CorpusLine> {
  if ("review_id" in line) return claims;
  if ("rating" in line) return starred;
  if ("trade" in line) return of_trade;
  if ("split" in line) return item;
  return "text" in line ? unlabeled : labels;
}

/** A line as it is packed. Throws if it has none of the six shapes. */
export function parseLine(json: string): CorpusLine {
  const value: unknown = JSON.parse(json);
  const parsed = schemaOf(z.looseObject({}).parse(value)).safeParse(value);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}

/** "es-train-2-0017" is number 17 of the batch "es-train-2". */
export function placeOf(of: string): { batch: string; number: number } {
  const cut = of.lastIndexOf("-");
  return { batch: of.slice(0, cut), number: Number(of.slice(cut + 1)) };
}
