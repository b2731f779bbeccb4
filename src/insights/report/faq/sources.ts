import type { Profile } from "../../../model/business.ts";
import type { Taxonomy } from "../../engine/reading/taxonomy.ts";
import type { InsightReview } from "../insight-review.ts";
import type { Citation } from "../quotes.ts";
import { standsAlone } from "../standalone.ts";
import { monthAndYear } from "../words.ts";

type Question = Taxonomy["questions"][number];

const DAYS: Record<string, string> = {
  Mo: "Monday",
  Tu: "Tuesday",
  We: "Wednesday",
  Th: "Thursday",
  Fr: "Friday",
  Sa: "Saturday",
  Su: "Sunday",
};

/** "Mo-Th 07:00-19:00" as people read it; other forms stay as they are. */
const readHours = (hours: string): string =>
  hours
    .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su)\b/g, (day) => DAYS[day] ?? day)
    .replace(/([a-z])-([A-Z])/g, "$1 to $2")
    .replace(/(\d\d:\d\d)-(\d\d:\d\d)/g, "$1 to $2");

function serviceText({ services }: Profile, name: string): string | null {
  const wanted = name.toLowerCase();
  const found = services.find(
    (one) => one.name.toLowerCase() === wanted || one.aliases.some((alias) => alias.toLowerCase() === wanted),
  );
  return found?.description ? `${found.name}: ${found.description}` : null;
}

/** What the profile answers; null if it does not. */
export function profileAnswer(profile: Profile | null, { profile: member, service }: Question): string | null {
  if (!profile || member === null) return null;
  if (member === "service") return service === null ? null : serviceText(profile, service);
  if (member === "opening_hours") {
    return profile.opening_hours.length === 0 ? null : `Open ${profile.opening_hours.map(readHours).join(", ")}.`;
  }
  const { street_address, address_locality, address_region, postal_code } = profile.address ?? {};
  const region = [address_region, postal_code].filter(Boolean).join(" ");
  const parts = [street_address, address_locality, region].filter(Boolean);
  return parts.length === 0 ? null : `The address is ${parts.join(", ")}.`;
}

/** An owner reply's sentence that answers a question. */
type ReplyAnswer = { answer: string; citation: Citation };

/** Also what is no statement, so that each character is read once; those are left out. */
const SENTENCE = /[^.!?\n]+(?:[.!]+|[?\n]|$)/g;
const WORD = /[\p{L}\p{N}]+/gu;
/** The business speaks of itself and states something: thanks and apologies answer nothing. */
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

/** The newest reply that answers by one of the question's words; null if there is none. */
export function replyAnswer(reviews: InsightReview[], { replies }: Question): ReplyAnswer | null {
  if (replies.length === 0) return null;
  const wanted = new Set(replies.map((word) => word.toLowerCase()));
  const asks = (text: string): boolean => (text.toLowerCase().match(WORD) ?? []).some((word) => wanted.has(word));
  for (const { id, date, reply } of reviews) {
    if (!reply || !asks(reply)) continue;
    for (const sentence of replySentences(reply)) {
      const { text } = sentence;
      const fits = asks(text) && STATES.test(text) && !POLITE.test(text) && text.length <= LONGEST_REPLY;
      if (!fits || !standsAlone(text)) continue;
      return {
        answer: `The business wrote under a review of ${monthAndYear(date)}: “${text}”`,
        citation: { review_id: id, ...sentence },
      };
    }
  }
  return null;
}
