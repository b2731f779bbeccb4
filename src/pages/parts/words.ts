import { type RedactionKind, SOURCE_LABELS } from "../../model/review.ts";
import { monthName } from "../../model/time.ts";

/** Such as 12,345. Not toLocaleString: the bytes must not depend on the locale of the machine. */
export const renderCount = (count: number): string => String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${renderCount(count)} ${count === 1 ? one : many}`;

/** "2026-10-30" → "October 30, 2026". A time may follow the date. */
export const renderDay = (date: string): string =>
  `${monthName(date)} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;

/** "2026-10" → "October 2026". */
export const renderMonth = (month: string): string => `${monthName(month)} ${month.slice(0, 4)}`;

export const renderStars = (rating: number): string => `${rating} out of 5 stars`;

const VERIFICATION_NAMES: Record<string, string> = {
  visit_record: "a visit record",
  invitation: "an invitation after a visit",
  operator: "the business",
};

/** How the review was verified, and where it was written. */
export function renderProof(method: string, source: string): string {
  const place = SOURCE_LABELS[source] ?? source;
  return method === "platform_account"
    ? `Verified by ${place} account`
    : `Verified by ${VERIFICATION_NAMES[method] ?? "the business"} (${place})`;
}

export const REDACTION_NAMES: Record<RedactionKind, [one: string, many: string]> = {
  phone: ["phone number", "phone numbers"],
  email: ["email address", "email addresses"],
  url: ["web address", "web addresses"],
  address: ["street address", "street addresses"],
  birth_date: ["date of birth", "dates of birth"],
  record_number: ["record number", "record numbers"],
  insurance_number: ["insurance number", "insurance numbers"],
  name: ["name", "names"],
  plate: ["license plate", "license plates"],
  handle: ["social media handle", "social media handles"],
  card: ["payment card number", "payment card numbers"],
};

/** The beginning of a text, cut at a space if possible and never inside a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const space = head.lastIndexOf(" ");
  const cut = space > max / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}
