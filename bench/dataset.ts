import { join } from "node:path";
import type { ReviewRow } from "../src/model/review-row.ts";
import { reviewRow } from "../test/rows.ts";

const DEMO = join(import.meta.dir, "../examples/demo-clinic/reviews.ndjson");

/** `count` reviews with the words, lengths and ratings of the demonstration clinic, shuffled the same way in each run. */
export async function* benchRows(count: number): AsyncIterable<ReviewRow[]> {
  const demo: { text: string | null; rating: number; author: string }[] = (await Bun.file(DEMO).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const words = demo.flatMap(({ text }) => text?.split(/\s+/) ?? []);
  let seed = 7;
  const below = (limit: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * limit);
  };
  const randomText = () => {
    const pieces: string[] = [];
    for (let left = 8 + below(100); left > 0; ) {
      const [from, length] = [below(words.length), 1 + below(6)];
      pieces.push(...words.slice(from, from + length));
      left -= length;
    }
    return pieces.join(" ");
  };
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
        text: like?.text ? randomText() : null,
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
