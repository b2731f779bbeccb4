import { analyze } from "../../../insights/engine/analyze.ts";
import type { Engine } from "../../../insights/engine/engine.ts";
import { onFirstUse } from "../../../insights/engine/first-use.ts";
import type { Analysis } from "../../model/analysis.ts";
import type { InsightReview } from "../insight-review.ts";
import type { Citation } from "../quotes.ts";
import type { Told } from "../sentences/report-english.ts";
import { standsAlone } from "../standalone.ts";

/** A sentence of an owner's reply that answers a question. */
export type ReplyAnswer = { answer: Told; citation: Citation };
export type FoundQuestion = Omit<Citation, "review_id"> & { aspect: string | undefined };

/** What an owner's reply says: its answers to questions of the taxonomy, by id, and the questions in it. */
type ReadReply = { answers: ReadonlyMap<string, ReplyAnswer>; questions: () => readonly FoundQuestion[] };
export type ReadReplyOf = (review: InsightReview) => ReadReply;

const SILENT: ReadReply = { answers: new Map(), questions: () => [] };

const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 20;
/** Real questions begin with these words. "Need I say more?" does not. */
const OPENING =
  "(?:do they|does (?:the|this|anyone|it)|is there|are there|can (?:i|we)|how (?:long|much|soon|early|often|far)" +
  "|what (?:is|are) the|where (?:is|do)|which)\\b";
const ASKS = new RegExp(`^${OPENING}`, "i");
/** A fast test, because hardly any reply contains a question. */
const MAY_ASK = new RegExp(`(?:^|[.!?\\n] ?)${OPENING}`, "i");

/** The questions in a text, each with the first aspect that it is about. */
export function* questionsIn(text: string, { sentences }: Analysis): Iterable<FoundQuestion> {
  for (const { start, end, words, aspects, private: is_private } of sentences) {
    if (is_private || text[end - 1] !== "?" || words < SHORTEST_WORDS || words > LONGEST_WORDS) continue;
    const question = text.slice(start, end);
    if (ASKS.test(question)) yield { start, end, text: question, aspect: aspects[0] };
  }
}

/** Also matches other sentences than statements, so that each character is read once. The caller skips those. */
const SENTENCE = /[^.!?\n]+(?:[.!]+|[?\n]|$)/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** The business talks about itself and states something. Thanks and apologies are not answers. */
const STATES = /\b(?:we|we've|we're|we'll|our|us)\b/i;
const POLITE = /\b(?:thank|thanks|sorry|apolog\w*|regret|grateful|glad|please|right|would like|love to hear)\b/i;
const LONGEST_REPLY = 200;

function* replySentences(text: string): Iterable<{ start: number; end: number; text: string }> {
  for (const { 0: raw, index } of text.matchAll(SENTENCE)) {
    if (!/[.!]$/.test(raw)) continue;
    const start = index + (raw.length - raw.trimStart().length);
    const sentence = raw.trim();
    yield { start, end: start + sentence.length, text: sentence };
  }
}

const states = (text: string): boolean =>
  text.length <= LONGEST_REPLY && STATES.test(text) && !POLITE.test(text) && standsAlone(text);

/** The ids of the questions that each word of a reply may answer. */
function wordsOfQuestions({ taxonomy }: Engine): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, replies } of taxonomy.taxonomy.questions) {
    for (const word of new Set(replies.map((one) => one.toLowerCase()))) ids.set(word, [...(ids.get(word) ?? []), id]);
  }
  return ids;
}

/** For each question, the first sentence of the reply that has one of its words. */
function answersIn({ id: review_id, date }: InsightReview, reply: string, asked: ReadonlyMap<string, string[]>) {
  const answers = new Map<string, ReplyAnswer>();
  for (const sentence of replySentences(reply)) {
    const { text } = sentence;
    const words = text.toLowerCase().match(WORD) ?? [];
    const ids = words.flatMap((word) => asked.get(word) ?? []).filter((id) => !answers.has(id));
    if (ids.length === 0 || !states(text)) continue;
    const answer: Told = ({ faq }) => faq.reply(date, text);
    for (const id of ids) answers.set(id, { answer, citation: { review_id, ...sentence } });
  }
  return answers;
}

/** Reads each reply once, because the result is the same in every report. */
export function createReplies(engine: Engine): ReadReplyOf {
  const asked = wordsOfQuestions(engine);
  const seen = new WeakMap<InsightReview, ReadReply>();
  return (review) => {
    const { reply } = review;
    if (!reply) return SILENT;
    const known = seen.get(review);
    if (known) return known;
    const questions = onFirstUse(() =>
      reply.includes("?") && MAY_ASK.test(reply) ? [...questionsIn(reply, analyze(engine, reply))] : [],
    );
    const read = { answers: answersIn(review, reply, asked), questions };
    seen.set(review, read);
    return read;
  };
}
