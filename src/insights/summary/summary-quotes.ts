import { itemAt } from "../../model/basics/typed-array.ts";
import type { AspectMention } from "../analyzed-review.ts";
import { type Citation, citationOf, inOrderOfClarity, isQuotable, type QuoteCandidate } from "../quotes.ts";
import { isSelfContained } from "../standalone.ts";
import { clearSentences } from "./summary-facts.ts";

export type Side = "positive" | "negative";

const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 14;
/** Of two quotes, none is more than this many times as long as the other. */
const BALANCE = 1.5;
/** Among so many of the clearest quotes of each side, two that are equally long are looked for. */
const COMPARED = 12;

const fitsSummary = (text: string): boolean => {
  const words = text.split(/\s+/).length;
  return (
    words >= SHORTEST_WORDS && words <= LONGEST_WORDS && /[.!]$/.test(text) && isQuotable(text) && isSelfContained(text)
  );
};

/** True if the passage is a whole sentence that is about this aspect alone: a quote without context must support its claim. */
const isAbout = ({ review, aspect }: AspectMention, { start, end }: QuoteCandidate): boolean =>
  review.analysis.sentences.some(
    (one) => one.start === start && one.end === end && !one.parts && one.aspects.join() === aspect,
  );

function clearest(mentions: readonly AspectMention[], side: Side): Citation[] {
  const candidates = mentions.flatMap((mention) => {
    const { candidate } = mention;
    return candidate?.sentiment === side && isAbout(mention, candidate) ? [candidate] : [];
  });
  const found: Citation[] = [];
  for (const candidate of inOrderOfClarity(candidates)) {
    const quote = candidate.quote();
    if (fitsSummary(quote.text) && candidate.saysAlone()) found.push(citationOf(quote));
    if (found.length === COMPARED) break;
  }
  return found;
}

type Pair = { praise: Citation | null; complaint: Citation | null };

/** The clearest quotes of both sides that are about equally long; of one side, if there is only one. Otherwise none. */
export function balancedQuotes(praised: readonly AspectMention[], criticized: readonly AspectMention[]): Pair {
  const left = clearest(praised, "positive");
  const right = clearest(criticized, "negative");
  if (praised.length === 0 || criticized.length === 0) return { praise: left[0] ?? null, complaint: right[0] ?? null };
  let best: Pair = { praise: null, complaint: null };
  let lowest = Infinity;
  for (let a = 0; a < left.length; a++) {
    for (let b = 0; b < right.length && a + b < lowest; b++) {
      const [praise, complaint] = [itemAt(left, a), itemAt(right, b)];
      const [short, long] = [praise.text.length, complaint.text.length].sort((x, y) => x - y);
      if (praise.review_id === complaint.review_id || (long ?? 0) > BALANCE * (short ?? 0)) continue;
      best = { praise, complaint };
      lowest = a + b;
    }
  }
  return best;
}

/** Passages that support one side of an aspect. `quote` comes first. */
export function supportOf(mentions: readonly AspectMention[], side: Side, quote: Citation | null): Citation[] {
  const taking = mentions.filter(({ sentiment }) => sentiment === side);
  const others: Citation[] = [];
  for (const candidate of inOrderOfClarity(taking.flatMap(({ candidate }) => candidate ?? []))) {
    if (candidate.review_id !== quote?.review_id) others.push(citationOf(candidate.quote()));
    if (others.length === 2) break;
  }
  const cited = [...(quote ? [quote] : []), ...others];
  if (cited.length > 0) return cited;
  // A count needs citations even if no sentence is clear enough for a quote.
  return clearSentences(
    taking.map(({ review }) => review),
    ({ analysis }, at) => {
      const { score, aspects } = itemAt(analysis.sentences, at);
      return taking.some(({ aspect }) => aspects.includes(aspect)) && score > 0 === (side === "positive");
    },
    2,
  );
}
