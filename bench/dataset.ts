import { join } from "node:path";
import type { ReviewRow } from "../src/model/review-row.ts";
import { openRandom } from "../test/random.ts";
import { reviewRow } from "../test/rows.ts";

const DEMO = join(import.meta.dir, "../examples/demo-clinic/reviews.ndjson");

type DemoReview = { text: string | null; rating: number; author: string };

/** Words of a text in their order, at most this many at a time: then the result compresses like what people write. */
const LONGEST_PIECE = 2;

/** A new text of the length of another: pieces of one or two words from anywhere in the demonstration. */
function randomText(words: readonly string[], length: number, below: (limit: number) => number): string {
  const pieces: string[] = [];
  while (pieces.length < length) {
    const from = below(words.length);
    pieces.push(...words.slice(from, from + 1 + below(LONGEST_PIECE)));
  }
  return pieces.slice(0, length).join(" ");
}

/** `count` reviews with the words, lengths and ratings of the demonstration clinic: the same rows for the same count. */
export async function* benchRows(count: number): AsyncIterable<ReviewRow[]> {
  const demo: DemoReview[] = (await Bun.file(DEMO).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const words = demo.flatMap(({ text }) => text?.split(/\s+/) ?? []);
  const random = openRandom(7);
  const below = (limit: number) => Math.floor(random() * limit);
  let page: ReviewRow[] = [];
  for (let i = 0; i < count; i++) {
    const like = demo[below(demo.length)];
    const mentions = {
      technicians: below(9) === 0 ? [{ id: "ana-ruiz", name: "Ana Ruiz" }] : [],
      services: below(13) === 0 ? [{ id: "dry-needling", name: "Dry needling" }] : [],
      service_areas: [],
    };
    page.push(
      reviewRow(i, {
        text: like?.text ? randomText(words, like.text.split(/\s+/).length, below) : null,
        rating: like?.rating ?? 5,
        author: like?.author ?? "Anonymous",
        date: new Date(Date.UTC(2018, 0, 1) + below(3200) * 86_400_000).toISOString().slice(0, 10),
        mentions: JSON.stringify(mentions),
      }),
    );
    if (page.length === 2000) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
