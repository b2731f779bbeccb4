import type { Label } from "../../src/model/analysis.ts";

/** Plain sentences, so that an engine that is trained anew reads the same in them. */
const SENTENCES: Record<"care" | "punctuality" | "billing", Partial<Record<Label, string>>> = {
  care: {
    positive: "Ana was kind and listened to me.",
    negative: "The staff was rude and dismissive.",
    mixed: "The staff was kind. The aide was rude to me.",
  },
  punctuality: { positive: "They always start on time.", negative: "I waited fifty minutes." },
  billing: {
    positive: "The price was fair and the bill was clear.",
    negative: "Billing charged me twice.",
    neutral: "They bill insurance directly.",
    mixed: "The price was fair. Billing charged me twice.",
  },
};

/** A text in which the engine reads these opinions and no others. */
export function textSaying(opinions: Partial<Record<keyof typeof SENTENCES, Label>>): string {
  const sentences = Object.entries(opinions).map(([aspect, label]) => {
    const sentence = SENTENCES[aspect as keyof typeof SENTENCES][label]; // Object.entries forgets the keys
    if (!sentence) throw new Error(`there is no ${label} sentence about ${aspect}`);
    return sentence;
  });
  return sentences.length === 0 ? "We came by bus." : sentences.join(" ");
}
