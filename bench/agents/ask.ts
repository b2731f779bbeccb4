import { average, type Data, type Keep, type Review } from "./truth.ts";

/** The body of an answer: any JSON. */
// biome-ignore lint/suspicious/noExplicitAny: each question reads the members that it needs
export type Wire = any;

export type Question = {
  who: "patient" | "owner" | "journalist" | "analyst" | "developer";
  asked: [english: string, spanish: string];
  /** The call that the descriptions of the tools lead to. */
  call: [tool: string, given: object];
  /** What the answer says. */
  read: (answer: Wire) => unknown;
  truth: (data: Data) => unknown;
};

export const matched = ({ matched: count }: Wire): number => count;
export const averageOf = ({ overall }: Wire): number | null => overall.average_rating;
export const stars = (member: string) => (answer: Wire) => answer.stars[member];
export const groups = (dimension: string, member: string) => (answer: Wire) =>
  Object.fromEntries(
    answer.groups
      .filter((group: Wire) => group[dimension] !== null)
      .map((group: Wire) => [group[dimension], group[member]]),
  );
export const first = (dimension: string) => (answer: Wire) =>
  answer.groups.find((group: Wire) => group[dimension] !== null)?.[dimension];
export const ids = (member: string) => (answer: Wire) => answer[member].map(({ id }: Wire) => id).sort();

export const some = ({ reviews }: Data, ...tests: Keep[]): Review[] =>
  reviews.filter((review) => tests.every((test) => test(review)));
export const count =
  (...tests: Keep[]) =>
  (data: Data): number =>
    some(data, ...tests).length;
export const mean =
  (...tests: Keep[]) =>
  (data: Data): number | null =>
    average(some(data, ...tests));
export const idsOf =
  (...tests: Keep[]) =>
  (data: Data): string[] =>
    some(data, ...tests)
      .map(({ id }) => id)
      .sort();

export const rated =
  (least: number, most: number): Keep =>
  ({ rating }) =>
    rating >= least && rating <= most;
export const replied: Keep = ({ owner_reply }) => owner_reply !== null;
export const unanswered: Keep = ({ owner_reply }) => owner_reply === null;
export const from =
  (source: string): Keep =>
  (review) =>
    review.source === source;

export const THIS_YEAR = ["2025-01-01", "2025-12-31"] as const;
export const dated = { since: THIS_YEAR[0], until: THIS_YEAR[1] };
const STATISTICS = "get_statistics";
export const ask = (given: object): Question["call"] => [STATISTICS, given];
