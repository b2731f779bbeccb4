import type { Analysis, Label, Mark } from "../../model/analysis.ts";
import { itemAt } from "../../model/basics/typed-array.ts";
import { scoreAt, verdictOf } from "../verdict.ts";

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

/**
 * "Parking is tiny" may have no clear words: if it is criticism of the place, it also is criticism of the parking. So a
 * passage that takes no side has the side of its aspects, if all have the same.
 */
function labelOfAspects({ aspects }: Analysis, ids: readonly string[]): Label {
  const labels = new Set(ids.flatMap((id) => aspects.find(({ aspect }) => aspect === id)?.sentiment ?? []));
  const [label] = labels;
  return label === undefined || label === "mixed" || labels.size > 1 ? "neutral" : label;
}

/** The aspects that each topic belongs to. Those that belong to any have none. */
export type TopicAspects = ReadonlyMap<string, readonly string[]>;

/** "He waited while I cried" is not about waiting: a sentence that is only about aspects of others means something else. */
function meansTopic(analysis: Analysis, mark: Mark, own: readonly string[] = []): boolean {
  const { aspects } = sentenceOf(analysis, mark);
  return own.length === 0 || aspects.length === 0 || aspects.some((id) => own.includes(id));
}

export function findTopicMentions(analysis: Analysis, rating: number, topics: TopicAspects): NamedTopic[] {
  if (analysis.marks.length === 0) return [];
  const meant = analysis.marks.filter(
    (mark) => mark.kind !== "topic" || meansTopic(analysis, mark, topics.get(mark.id)),
  );
  return Array.from(groupMarks(meant, ["topic", "problem"]), ([id, marks]) => {
    const sentences = marks.map((mark) => sentenceOf(analysis, mark));
    const aspects = [...new Set(sentences.flatMap((sentence) => sentence.aspects))];
    const scores = marks.map((mark) => scoreAt(sentenceOf(analysis, mark), mark.start));
    const by_words = verdictOf(scores, rating);
    const divided = sentences.some(({ parts }) => parts !== undefined);
    return {
      id,
      label: by_words === "neutral" && !divided ? labelOfAspects(analysis, aspects) : by_words,
      marks,
      aspects,
      open: sentences.some((sentence) => !sentence.private),
    };
  });
}
