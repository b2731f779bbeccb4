import type { Wire } from "../endpoint.ts";

/** What /reviews.json says: the only thing that a truth is computed from. */
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
  verification: { method: string };
  incentivized: boolean;
  mentions: Record<"technicians" | "services" | "service_areas", { id: string }[]>;
};
export type Data = {
  business: Wire;
  aggregate_rating: Wire;
  withheld: Record<string, number>;
  erased: number;
  reviews: Review[];
};

/** Calls a tool and gives its structured content. */
export type Ask = (tool: string, given?: object) => Promise<Wire>;

/** `answer` asks the tools as an agent would after reading their descriptions. */
export type Question = { asked: string; answer: (ask: Ask) => Promise<unknown>; truth: (data: Data) => unknown };

type Keep = (review: Review) => boolean;

export const some = ({ reviews }: Data, keep: Keep): Review[] => reviews.filter(keep);
export const count = (data: Data, keep: Keep): number => some(data, keep).length;

/** Two decimals, half up, in whole numbers. */
export function average(reviews: readonly Review[]): number | null {
  const sum = reviews.reduce((total, { rating }) => total + rating, 0);
  return reviews.length === 0 ? null : Math.floor((sum * 200 + reviews.length) / (2 * reviews.length)) / 100;
}

/** Percent, one decimal, half up. */
export const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.floor((2000 * part + whole) / (2 * whole)) / 10;

export function groupBy(reviews: readonly Review[], keysOf: (review: Review) => string[]): Map<string, Review[]> {
  const groups = new Map<string, Review[]>();
  for (const review of reviews) {
    for (const key of keysOf(review)) groups.set(key, [...(groups.get(key) ?? []), review]);
  }
  return groups;
}

export const mapped = <T>(groups: Map<string, Review[]>, of: (reviews: Review[]) => T): Record<string, T> =>
  Object.fromEntries(Array.from(groups, ([key, reviews]) => [key, of(reviews)]));

export const countOf = (reviews: Review[]): number => reviews.length;

/** The same of an answer with groups, without those that have no value. */
export const read = (groups: Wire[], dimension: string, member: string): Record<string, unknown> =>
  Object.fromEntries(
    groups.filter((group) => group[dimension] !== null).map((group) => [group[dimension], group[member]]),
  );

/** The key with the most reviews, the first in the alphabet of several. */
export const most = (groups: Map<string, Review[]>): string | undefined =>
  [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0]?.[0];

const plain = (text: string): string => text.toLowerCase().replaceAll("’", "'");
export const says =
  (words: string): Keep =>
  ({ title, text }) =>
    [title, text].some((part) => plain(part ?? "").includes(plain(words)));

export const names =
  (kind: keyof Review["mentions"], id: string): Keep =>
  ({ mentions }) =>
    mentions[kind].some((named) => named.id === id);

export const within =
  (since: string, until = "9999-12-31"): Keep =>
  ({ date }) =>
    date >= since && date <= until;

export const all =
  (...tests: Keep[]): Keep =>
  (review) =>
    tests.every((test) => test(review));

/** How many reviews match filters, as agents ask most often. */
export const matched =
  (given: object) =>
  async (ask: Ask): Promise<number> =>
    (await ask("get_statistics", given)).matched;

export const averageOf =
  (given: object) =>
  async (ask: Ask): Promise<number> =>
    (await ask("get_statistics", given)).overall.average_rating;
