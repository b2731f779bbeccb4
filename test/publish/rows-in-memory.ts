import { renderTime } from "../../src/model/basics/time.ts";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { Changes, SnapshotSource } from "../../src/model/snapshot-source.ts";
import { reviewRow, testProfile } from "../rows.ts";
import { openRandom } from "./changes.ts";

const WORDS = "knee shoulder billing parking rude kind waited helped exercise Ana Ben ‘quoted’ façade 療法 ok".split(
  " ",
);

/** A store in memory: rows, and the tombstones of those that were removed. */
export function openRows(seed: number, count: number) {
  const random = openRandom(seed);
  const rows = new Map<string, ReviewRow>();
  const tombstones: SnapshotSource["tombstones"] = [];
  let version = 0;
  const now = () => renderTime(Date.UTC(2026, 5, 1, 0, version));
  const words = (most: number) => Array.from({ length: random.below(most) }, () => random.pick(WORDS)).join(" ");
  const made = (number: number): ReviewRow =>
    reviewRow(number, {
      id: String(number * 7919).padStart(26, "0"),
      date: new Date(Date.UTC(2024, 0, 1 + random.below(300))).toISOString().slice(0, 10),
      rating: 1 + random.below(5),
      text: random.below(9) === 0 ? null : words(90),
      language: random.pick(["en", "es", "pt-BR", null]),
      source: random.pick(["google", "yelp", "direct"] as const),
      changed_at: now(),
      ...(random.below(9) === 0 ? { moved_from: "2025-12-01", moved_at: now() } : {}),
    });
  const put = (row: ReviewRow) => rows.set(row.id, row);
  for (let number = 1; number <= count; number++) put(made(number));
  let next = count;
  const one = (): ReviewRow => random.pick([...rows.values()]);
  const KINDS: (() => void)[] = [
    () => put(made(++next)),
    () => put({ ...one(), rating: 1 + random.below(5), text: words(40), revision: 2, changed_at: now() }),
    () => put({ ...one(), date: "2025-01-02", changed_at: now() }),
    () => put({ ...one(), state: "held", held_reason: "unverified", changed_at: now() }),
    () => {
      const { id, date } = one();
      rows.delete(id);
      tombstones.push({ id, date, deleted_at: now(), reason: "removed_at_source", changed_at: now() });
    },
  ];
  const published = () => [...rows.values()].filter(({ state }) => state === "published");
  async function* reviews() {
    yield published().sort((a, b) => (a.id < b.id ? -1 : 1));
  }
  return {
    rows,
    one,
    change(times: number) {
      version += 1;
      for (let i = 0; i < times; i++) random.pick(KINDS)();
    },
    source: (): SnapshotSource => ({
      dataset_version: version,
      commit_id: String(version),
      committed_at: now(),
      demonstration: false,
      profile: testProfile(),
      profile_changed_at: "2026-01-01T00:00:00Z",
      withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
      withheld_changed_at: null,
      tombstones: [...tombstones],
      reviews,
    }),
    changesSince: async ({ committed_at }: { committed_at: string }, most = Infinity): Promise<Changes> => {
      const changed = [...rows.values()].filter(({ changed_at }) => changed_at > committed_at);
      return {
        rows: changed.length > most ? null : changed,
        published: published().length,
        rowsOf: async (ids) => published().filter(({ id }) => ids.includes(id)),
      };
    },
    changeAll: (change: (row: ReviewRow) => Partial<ReviewRow>) => {
      version += 1;
      for (const row of [...rows.values()]) put({ ...row, ...change(row), changed_at: now() });
    },
  };
}
