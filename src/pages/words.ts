const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** 12,345: spelled here, so that no locale of a machine changes a byte. */
export const renderCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${renderCount(count)} ${count === 1 ? one : many}`;

/** 30 October 2026. */
export function renderDay(date: string): string {
  const [year, month, day] = date.slice(0, 10).split("-").map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
}

/** October 2026, of YYYY-MM. */
export function renderMonth(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return `${MONTHS[(number ?? 1) - 1]} ${year}`;
}

export const renderStars = (rating: number): string => `${rating} of 5 stars`;

export const SOURCE_NAMES: Record<string, string> = {
  google: "Google",
  yelp: "Yelp",
  facebook: "Facebook",
  trustpilot: "Trustpilot",
  healthgrades: "Healthgrades",
  direct: "Direct",
  other: "Other",
};

const VERIFICATION_NAMES: Record<string, string> = {
  visit_record: "visit record",
  invitation: "invitation after a visit",
  operator: "the business",
};

/** How it is known that the author was a customer, and where the review stands. */
export function renderProof(method: string, source: string): string {
  const place = SOURCE_NAMES[source] ?? source;
  return method === "platform_account"
    ? `Verified by ${place} account`
    : `Verified by ${VERIFICATION_NAMES[method] ?? "the business"}, ${place}`;
}

export const REDACTION_NAMES: Record<string, string> = {
  phone: "phone number",
  email: "e-mail address",
  url: "web address",
  address: "street address",
  birth_date: "date of birth",
  record_number: "record number",
  insurance_number: "insurance number",
};

/** The first words of a text, cut at a space where there is one, never inside a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  const space = head.lastIndexOf(" ");
  const cut = space > max / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}
