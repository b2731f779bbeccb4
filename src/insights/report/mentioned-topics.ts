import type { Analysis, Label, Mark } from "../../model/analysis.ts";
import { itemAt } from "../../model/typed-array.ts";
import { CLEAR, verdictOf } from "./verdict.ts";

/** A topic or a problem of the taxonomy in a review, with what its sentences say. */
export type TopicMention = { id: string; label: Label; marks: Mark[] };

/** An answer to a question of the taxonomy in a review; "yes" and "no" answer the question itself. */
export type AnswerMention = { answer: "yes" | "no" | Label; mark: Mark };

const sentenceOf = ({ sentences }: Analysis, { sentence }: Mark) => itemAt(sentences, sentence);

function groupMarks(marks: Mark[], kinds: readonly Mark["kind"][]): Map<string, Mark[]> {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    if (!kinds.includes(mark.kind)) continue;
    const list = groups.get(mark.id);
    if (list) list.push(mark);
    else groups.set(mark.id, [mark]);
  }
  return groups;
}

export function findTopicMentions(analysis: Analysis, rating: number): TopicMention[] {
  if (analysis.marks.length === 0) return [];
  return Array.from(groupMarks(analysis.marks, ["topic", "problem"]), ([id, marks]) => ({
    id,
    label: verdictOf(
      marks.map((mark) => sentenceOf(analysis, mark).score),
      rating,
      false,
    ),
    marks,
  }));
}

/** "Never felt rushed" has "felt rushed" in it: of a yes and a no in one sentence, the longer one counts. */
const isOverruled = (mark: Mark, others: Mark[]): boolean =>
  others.some(
    (other) =>
      other.sentence === mark.sentence &&
      other.kind !== mark.kind &&
      other.kind !== "about" &&
      (other.end - other.start > mark.end - mark.start ||
        (other.end - other.start === mark.end - mark.start && mark.kind === "yes")),
  );

/** The marks of each question that a review answers, by the question's id. */
export const findAnswerMarks = ({ marks }: Analysis): Map<string, Mark[]> => groupMarks(marks, ["yes", "no", "about"]);

/**
 * What a review answers by `marks`, all of one question: its first answer, "mixed" if it says yes and no. If `aspects`
 * are given, only sentences about one of them count: "my mother" answers something only if it is about her treatment.
 */
export function answerOf(
  analysis: Analysis,
  rating: number,
  marks: Mark[],
  aspects: readonly string[],
): AnswerMention | null {
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
  const { score } = sentenceOf(analysis, mark);
  // Stars say nothing about parking: words without a clear side are neutral here.
  return { answer: Math.abs(score) < CLEAR ? "neutral" : verdictOf([score], rating, false), mark };
}
