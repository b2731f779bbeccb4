import { describe, expect, test } from "bun:test";
import type { Candidate, CandidateRows, Rejection } from "../../../src/import/record/candidate.ts";
import { withoutDamaged } from "../../../src/import/record/damaged-rows.ts";
import { endOf } from "../../end-of.ts";

const row = (text: string, changes: Partial<Candidate> = {}): Candidate => ({
  place: { file: "a.csv", row: 2 },
  author: "Ann",
  rating: 5,
  date: "2026-01-01",
  text,
  ...changes,
});
/** What becomes of a row among so many in all. */
async function among(count: number, one: Candidate | Rejection): Promise<Candidate | Rejection | undefined> {
  async function* rows(): CandidateRows {
    yield Array.from({ length: count - 1 }, () => row("good, très bien"));
    yield [one];
  }
  const read = await Array.fromAsync(withoutDamaged("a.csv", rows()));
  expect(read.map((batch) => batch.length)).toEqual([count - 1, 1]);
  return read.at(-1)?.[0];
}
const REASON = "the row contains \ufffd, which replaces letters that were lost: export it again as UTF-8";

describe("lost letters", () => {
  test("reject one row in a hundred under its name, and stop a file with more of them", async () => {
    const place = { file: "a.csv", row: 2 };
    expect(await among(100, row("caf\ufffd"))).toEqual({ place, reason: REASON });
    const named = { source: "yelp", source_id: null, location: "L1", location_name: "North" } as const;
    expect(await among(100, row("caf\ufffd", named))).toEqual({ place, reason: REASON, ...named });
    expect(await endOf(among(99, row("caf\ufffd")))).toThrow("a.csv has lost letters in 1 of 99 rows");
  });

  test("count in every text of a row", async () => {
    const reply = { text: "Merci \ufffd", date: null };
    expect(await among(100, row("good", { reply }))).toMatchObject({ reason: REASON });
    expect(await among(100, row("good", { author: "Zo\ufffd" }))).toMatchObject({ reason: REASON });
  });

  test("in a row that was rejected already change nothing", async () => {
    const rejected = { place: { file: "a.csv", row: 2 }, reason: 'rating "\ufffd" is not understood' };
    expect(await among(2, rejected)).toEqual(rejected);
  });
});

test("letters that were encoded twice are read in one row in a hundred, and stop a file with more of them", async () => {
  expect(await among(100, row("itâ€™s good"))).toMatchObject({ text: "itâ€™s good" });
  expect(await endOf(among(99, row("itâ€™s good")))).toThrow("a.csv has mojibake in 1 of 99 rows");
});
