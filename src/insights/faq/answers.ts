import type { Taxonomy } from "../../../insights/engine/reading/taxonomy.ts";
import type { Analysis, Label, Mark } from "../../model/analysis.ts";
import type { InsightReview } from "../insight-review.ts";
import { buildSentenceCandidate, type QuoteCandidate } from "../quotes.ts";
import { groupMarks, sentenceOf } from "../topics/mentioned-topics.ts";
import { scoreAt, verdictOf } from "../verdict.ts";

type Question = Taxonomy["questions"][number];
/** A review's answer to a question of the taxonomy. "yes" and "no" answer the question itself. */
type Answer = { answer: "yes" | "no" | Label; mark: Mark };

/** A question that a review answers: the side of the answer, and its words. */
export type FoundAnswer = { id: string; side: Label; candidate: QuoteCandidate | null };

/** "Never felt rushed" contains "felt rushed". If a sentence has a yes and a no, the longer one counts. */
const isOverruled = (mark: Mark, others: Mark[]): boolean =>
  others.some(
    (other) =>
      other.sentence === mark.sentence &&
      other.kind !== mark.kind &&
      other.kind !== "about" &&
      (other.end - other.start > mark.end - mark.start ||
        (other.end - other.start === mark.end - mark.start && mark.kind === "yes")),
  );

/**
 * A review's answer according to `marks`, which are all of one question: its first answer, or "mixed" if it says yes
 * and no. With `aspects`, only sentences about one of them count. "My mother" is an answer only if it is about her
 * treatment.
 */
function answerOf(analysis: Analysis, rating: number, marks: Mark[], aspects: readonly string[]): Answer | null {
  const counted = marks.filter(
    (mark) => aspects.length === 0 || sentenceOf(analysis, mark).aspects.some((id) => aspects.includes(id)),
  );
  const said = counted.filter((mark) => mark.kind !== "about" && !isOverruled(mark, marks));
  const [first] = said;
  if (first) {
    const both = said.some(({ kind }) => kind !== first.kind);
    return { answer: both ? "mixed" : first.kind === "yes" ? "yes" : "no", mark: first };
  }
  const mark = counted.find(({ kind }) => kind === "about");
  if (!mark) return null;
  return { answer: verdictOf([scoreAt(sentenceOf(analysis, mark), mark.start)], rating), mark };
}

/** Yes is one side and no the other, independent of the sentiment of the words. */
const sideOf = (answer: Answer["answer"]): Label =>
  answer === "yes" ? "positive" : answer === "no" ? "negative" : answer;

function foundAnswer(
  { id, facts }: Question,
  { answer, mark }: Answer,
  review: InsightReview,
  text: string,
  analysis: Analysis,
): FoundAnswer {
  const side = facts ? "neutral" : sideOf(answer);
  // Yes and no are sides of the question. Such a sentence may praise or criticize.
  const words = facts || answer === "yes" || answer === "no" ? "neutral" : side;
  const candidate = buildSentenceCandidate(review, text, analysis, mark.sentence, words);
  const quoted = candidate && { ...candidate, sentiment: facts ? ("positive" as const) : side, doubtful: false };
  return { id, side, candidate: quoted };
}

/** The questions of the taxonomy that a review answers. */
export function findAnswers(
  questions: readonly Question[],
  review: InsightReview,
  text: string,
  analysis: Analysis,
): FoundAnswer[] {
  const marks = groupMarks(analysis.marks, ["yes", "no", "about"]);
  if (marks.size === 0) return [];
  return questions.flatMap((question) => {
    const of_question = marks.get(question.id);
    const answer = of_question && answerOf(analysis, review.rating, of_question, question.aspects);
    return answer ? foundAnswer(question, answer, review, text, analysis) : [];
  });
}
