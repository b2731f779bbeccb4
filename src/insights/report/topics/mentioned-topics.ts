import type { Analysis, Label, Mark } from "../../../model/analysis.ts";
import { itemAt } from "../../../model/basics/typed-array.ts";
import { verdictOf } from "../verdict.ts";

/** A topic or a problem of the taxonomy in a review, with what its sentences say. */
export type NamedTopic = {
  id: string;
  label: Label;
  marks: Mark[];
  /** Of its sentences. */
  aspects: string[];
  /** One of its sentences reveals nobody's health. */
  open: boolean;
};

export const sentenceOf = ({ sentences }: Analysis, { sentence }: Mark) => itemAt(sentences, sentence);

export function groupMarks(marks: Mark[], kinds: readonly Mark["kind"][]): Map<string, Mark[]> {
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    if (!kinds.includes(mark.kind)) continue;
    const list = groups.get(mark.id);
    if (list) list.push(mark);
    else groups.set(mark.id, [mark]);
  }
  return groups;
}

export function findTopicMentions(analysis: Analysis, rating: number): NamedTopic[] {
  if (analysis.marks.length === 0) return [];
  return Array.from(groupMarks(analysis.marks, ["topic", "problem"]), ([id, marks]) => ({
    id,
    label: verdictOf(
      marks.map((mark) => sentenceOf(analysis, mark).score),
      rating,
      false,
    ),
    marks,
    aspects: [...new Set(marks.flatMap((mark) => sentenceOf(analysis, mark).aspects))],
    open: marks.some((mark) => !sentenceOf(analysis, mark).private),
  }));
}
