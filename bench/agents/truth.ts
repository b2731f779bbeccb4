/*
 * The truth of an answer, computed from /reviews.json by a plain scan. It uses nothing of the program, so that a fault
 * of the program cannot be in both.
 */
export type Review = {
  id: string;
  author: string;
  rating: number;
  date: string;
  title: string | null;
  text: string | null;
  language: string | null;
  revision: number;
  source: string;
  owner_reply: object | null;
  verification: { method: string; level: string };
  incentivized: boolean;
  mentions: Record<"technicians" | "services" | "service_areas", { id: string }[]>;
};
export type Data = { business: { opening_hours: string[]; services: { id: string }[] }; reviews: Review[] };

export type Keep = (review: Review) => boolean;

/** Two decimals, half up. */
export function average(reviews: readonly Review[]): number | null {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  return reviews.length === 0 ? null : Math.floor((sum * 200 + reviews.length) / (2 * reviews.length)) / 100;
}

/** Percent with one decimal, half up. */
export const share = (part: number, whole: number): number => Math.floor((2000 * part + whole) / (2 * whole)) / 10;

/** A value for each key, such as the count of each source. */
export function tally<T>(
  reviews: readonly Review[],
  keysOf: (review: Review) => string[],
  of: (group: Review[]) => T,
): Record<string, T> {
  const groups = new Map<string, Review[]>();
  for (const review of reviews) {
    for (const key of keysOf(review)) groups.set(key, [...(groups.get(key) ?? []), review]);
  }
  return Object.fromEntries(Array.from(groups, ([key, group]) => [key, of(group)]));
}

export const size = (group: Review[]): number => group.length;

/** The key with the highest value, the first in the alphabet of several. */
export const highest = (values: Record<string, number | null>): string | undefined =>
  Object.entries(values).sort(([a, x], [b, y]) => (y ?? 0) - (x ?? 0) || (a < b ? -1 : 1))[0]?.[0];

export const year = ({ date }: Review): string => date.slice(0, 4);
export const month = ({ date }: Review): string => date.slice(0, 7);
export const quarter = ({ date }: Review): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

/** In any case, without the marks of letters, as people type. */
const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'");

export const says =
  (word: string): Keep =>
  ({ title, text }) =>
    [title, text].some((words) => plain(words ?? "").includes(plain(word)));

export const names =
  (kind: keyof Review["mentions"], id: string): Keep =>
  ({ mentions }) =>
    mentions[kind].some((named) => named.id === id);

export const within =
  (since: string, until: string): Keep =>
  ({ date }) =>
    date >= since && date <= until;
