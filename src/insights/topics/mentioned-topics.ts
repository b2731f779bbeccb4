import type { Analysis, Label, Mark } from "../../model/analysis.ts";
import { itemAt } from "../../model/basics/typed-array.ts";
import { verdictOf } from "../verdict.ts";

/** A topic or a problem of the taxonomy in a review, with what its sentences say. */
export type NamedTopic = {
  id: string;
  label: Label;
  marks: Mark[];
  /** The aspects of its sentences. */
  aspects: string[];
  /** True if at least one of its sentences reveals nobody's health. */
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

/** The sentiment of the aspects of a sentence if all have the same, otherwise null. Null also if there are none. */
function labelOfAspects({ aspects }: Analysis, ids: readonly string[]): Label | null {
  const labels = new Set(ids.flatMap((id) => aspects.find(({ aspect }) => aspect === id)?.sentiment ?? []));
  const [label] = labels;
  return label === undefined || label === "mixed" || labels.size > 1 ? null : label;
}

export function findTopicMentions(analysis: Analysis, rating: number): NamedTopic[] {
  if (analysis.marks.length === 0) return [];
  return Array.from(groupMarks(analysis.marks, ["topic", "problem"]), ([id, marks]) => {
    const sentences = marks.map((mark) => sentenceOf(analysis, mark));
    const aspects = [...new Set(sentences.flatMap((sentence) => sentence.aspects))];
    const scores = sentences.map(({ score }) => score);
    return {
      id,
      // "Parking is tiny" may have no clear words. If it is criticism of the place, it also is criticism of the
      // parking.
      label: labelOfAspects(analysis, aspects) ?? verdictOf(scores, rating, false),
      marks,
      aspects,
      open: sentences.some((sentence) => !sentence.private),
    };
  });
}
