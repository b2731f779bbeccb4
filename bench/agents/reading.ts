import type { Question, Wire } from "./ask.ts";
import { average, type Data, type Keep, type Review, share, tally } from "./truth.ts";

/* How the questions about one clinic read answers, and their truths, decided by reading the reviews. */

/** A truth about which the reviews leave some doubt: the counts that are right. */
export class Between {
  constructor(
    readonly least: number,
    readonly most: number,
  ) {}
  has = (said: unknown): boolean => typeof said === "number" && said >= this.least && said <= this.most;
}

type Truth = Question["truth"];

export const own = (
  who: Question["who"],
  asked: string,
  tool: string,
  given: object,
  ...[read, truth]: [Question["read"], Truth]
): Question => ({ who, asked: [asked, asked], call: [tool, given], read, truth });

export const some = (data: Data, ...tests: Keep[]): Review[] =>
  data.reviews.filter((review) => tests.every((test) => test(review)));
export const n =
  (...tests: Keep[]) =>
  (data: Data): number =>
    some(data, ...tests).length;
export const av =
  (...tests: Keep[]) =>
  (data: Data): number | null =>
    average(some(data, ...tests));
export const idsOf =
  (...tests: Keep[]) =>
  (data: Data): string[] =>
    some(data, ...tests)
      .map(({ id }) => id)
      .sort();
export const by =
  (...authors: string[]): Keep =>
  ({ author }) =>
    authors.includes(author);
/** The reviews of these authors are certainly about it, and those of the others perhaps. */
export const near =
  (certain: string[], perhaps: string[] = []) =>
  (data: Data): Between =>
    new Between(some(data, by(...certain)).length, some(data, by(...certain, ...perhaps)).length);
export const one =
  (author: string) =>
  (data: Data): string | undefined =>
    some(data, by(author))[0]?.id;
export const nothing = () => null;

export const re =
  (pattern: RegExp): Keep =>
  ({ title, text: words }) =>
    pattern.test(`${title ?? ""}\n${words ?? ""}`);
export const rt =
  (least: number, most = least): Keep =>
  ({ rating }) =>
    rating >= least && rating <= most;
export const src =
  (name: string): Keep =>
  ({ source }) =>
    source === name;
export const yes: Keep = ({ owner_reply }) => owner_reply !== null;
export const no: Keep = ({ owner_reply }) => owner_reply === null;
export const text: Keep = (review) => review.text !== null;
export const since =
  (day: string): Keep =>
  ({ date }) =>
    date >= day;
export const until =
  (day: string): Keep =>
  ({ date }) =>
    date <= day;
export const tech =
  (id: string): Keep =>
  ({ mentions }) =>
    mentions.technicians.some((named) => named.id === id);
export const serv =
  (id: string): Keep =>
  ({ mentions }) =>
    mentions.services.some((named) => named.id === id);

/** A value for each key of the reviews. A review may have several keys, or none. */
export const tal =
  <T>(keysOf: (review: Review) => string | string[] | null, of: (group: Review[]) => T, ...tests: Keep[]) =>
  (data: Data): Record<string, T> =>
    tally(some(data, ...tests), (review) => [keysOf(review) ?? []].flat(), of);
export const replyPct = (group: Review[]): number => share(group.filter(yes).length, group.length);

/** The count of what was asked for, which may be narrower than what was read. */
export const M = ({ understood, matched }: Wire): number => understood?.[0]?.matched ?? matched;
export const SC = ({ understood, stars }: Wire): number => understood?.matched ?? stars.mention_count;
export const A = ({ overall }: Wire) => overall.average_rating;
export const SA = ({ stars }: Wire) => stars.average_rating;
export const IDS = ({ reviews }: Wire) => reviews.map(({ id }: Wire) => id).sort();
export const RES = ({ results }: Wire) => results.map(({ id }: Wire) => id);
export const R1 = ({ results }: Wire) => results[0]?.id ?? null;
export const T1 = ({ technicians }: Wire) => technicians?.[0]?.id ?? null;
export const G =
  (dimension: string, member: string) =>
  ({ groups }: Wire) =>
    Object.fromEntries(
      groups
        .filter((group: Wire) => group[dimension] !== null)
        .map((group: Wire) => [String(group[dimension]), group[member]]),
    );
export const TOP =
  (dimension: string) =>
  ({ groups }: Wire) =>
    groups.find((group: Wire) => group[dimension] !== null)?.[dimension] ?? null;
/** Every result shows the word. */
export const all =
  (word: RegExp) =>
  ({ results }: Wire) =>
    results.length === 0 ? null : results.every(({ snippet }: Wire) => word.test(snippet));
