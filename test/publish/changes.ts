import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../src/store/store.ts";
import { newFolder } from "../databases.ts";
import { testProfile } from "../rows.ts";

/** A generator that repeats with its seed (mulberry32). */
export function openRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error("nothing to pick from");
      return value;
    },
  };
}
export type Random = ReturnType<typeof openRandom>;

const TEXTS = [
  "Ana was patient and explained every exercise. The front desk was rude.",
  "I waited fifty minutes. Nobody said a word about the delay.",
  "The dry needling in Old Town helped my shoulder a lot.",
  "Great clinic, clean rooms, easy parking. Ana is the best.",
  "Billing charged me twice and never called back.",
  "They always start on time and the staff is kind.",
  "Esperé mucho y nadie me dijo nada.",
  "Ben listened. He fixed my knee in four visits.",
  null,
];
const TITLES = [null, "Ana is wonderful", "Slow", "Old Town location", "Ben Ortiz and dry needling", "Good"];
const REPLIES = [
  null,
  { text: "Thank you for your kind words.", date: "2026-04-01" },
  { text: "We are sorry. Your knee surgery and your medication made this visit hard.", date: "2026-04-02" },
];

type Entry = Record<string, unknown> & { id: string };

const EDITS: { [field: string]: (random: Random) => unknown } = {
  rating: (random) => 1 + random.below(5),
  date: (random) => `2026-0${1 + random.below(4)}-${10 + random.below(18)}`,
  title: (random) => random.pick(TITLES),
  text: (random) => random.pick(TEXTS),
  author: (random) => random.pick(["Maria Sanchez", "Tom Lee", "Ann Bee", null]),
  language: (random) => random.pick(["en", "es", null]),
  translation: (random) => random.pick([null, { text: "Ana helped me.", language: "en" }]),
  owner_reply: (random) => random.pick(REPLIES),
  incentivized: (random) => random.pick([true, false]),
  source_url: (random) => random.pick([null, "https://maps.example/r?a=1&b=%20"]),
  published_at: (random) => `2026-04-${10 + random.below(18)}T10:00:00Z`,
};

const PROFILES = [
  testProfile(),
  testProfile({ technicians: [{ id: "ben-ortiz", name: "Ben Ortiz", title: null, aliases: ["Ben"], insights: true }] }),
  testProfile({ name: "Harbor Two", description: "A clinic." }),
  testProfile({ summary: "What the clinic says of itself." }),
  testProfile({ services: [], service_areas: [] }),
  testProfile({ aspects: "restaurant" }),
  testProfile({ language: "es", time_zone: "Asia/Tokyo" }),
  testProfile({ privacy: { names: "initials", avatars: false, redact: true } }),
];

/** What a step runs: the arguments of a command. */
export type Step = { what: string; argv: string[] };

/** Makes random changes to a store that it also fills: each is a command that an operator could run. */
export function openChanges(random: Random, store: Store, files = newFolder()) {
  const entries = new Map<string, Entry>();
  let made = 0;
  const write = (value: unknown): string => {
    const path = join(files, `${++made}.json`);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const importOf = (what: string, changed: Entry[]): Step => {
    for (const entry of changed) entries.set(entry.id, entry);
    return { what, argv: ["import", write(changed), "--verified-by", "operator", "--yes"] };
  };
  const newEntry = (): Entry => {
    const fields = Object.entries(EDITS).map(([field, make]) => [field, make(random)]);
    return { id: `${"0".repeat(20)}${String(100_000 + ++made)}`, source: "google", ...Object.fromEntries(fields) };
  };
  const ids = async (where: string): Promise<string[]> =>
    (await store.query<{ id: string }>(`SELECT id FROM review WHERE ${where} ORDER BY id`)).map(({ id }) => id);
  const onOne = async (where: string, argv: (id: string) => string[]): Promise<Step | null> => {
    const found = await ids(where);
    if (found.length === 0) return null;
    const [what = "", ...more] = argv(random.pick(found));
    return { what: [what, ...more].join(" "), argv: [what, ...more] };
  };
  const editOne = async (): Promise<Step | null> => {
    const entry = [...entries.values()].at(random.below(entries.size));
    if (!entry) return null;
    const [field, make] = random.pick(Object.entries(EDITS));
    const updated_at = `2026-05-01T${String(made % 24).padStart(2, "0")}:00:00Z`;
    return importOf(`edit ${field} of ${entry.id}`, [{ ...entry, [field]: make(random), updated_at }]);
  };
  const KINDS: (() => Promise<Step | null>)[] = [
    async () => importOf("add", [newEntry()]),
    editOne,
    editOne,
    editOne,
    () => onOne("state = 'published'", (id) => ["withhold", id, "--reason", "legal"]),
    () => onOne("state = 'held'", (id) => ["verify", id, "--verified-by", "invitation"]),
    () => onOne("state = 'published'", (id) => ["erase", id, "--reason", "erased_on_request"]),
    () => onOne("reply_state = 'held'", (id) => ["reply", id, random.pick(["publish", "drop"])]),
    async () => ({ what: "profile", argv: ["business", write(random.pick(PROFILES)), "--yes"] }),
  ];
  return {
    importOf,
    first: (): Step[] => [
      { what: "profile", argv: ["business", write(PROFILES[0]), "--yes"] },
      importOf("first", Array.from({ length: 25 }, newEntry)),
    ],
    async next(): Promise<Step> {
      for (;;) {
        const step = await random.pick(KINDS)();
        if (step) return step;
      }
    },
    allIds: async (): Promise<string[]> => [
      ...new Set([...(await ids("1 = 1")), ...entries.keys(), "7Q2M4D9ZK1VXB3H8RTCNE5WYA6"]),
    ],
  };
}

/** Every path that a server answers for these reviews: documents, pages, each review, samples of searches and windows. */
export const pathsOf = (documents: Iterable<string>, ids: readonly string[]): string[] => [
  ...documents,
  ...ids.flatMap((id) => [`/api/reviews/${id}`, `/api/reviews/${id}/insights`, `/reviews/${id}`]),
  ...["", "?query=ana", "?rating=5", "?mentions_technician=Ana&limit=3", "?mentions_service=dry-needling"].flatMap(
    (query) => [`/api/reviews/search${query}`, `/reviews${query}`],
  ),
  ...["2000-01-01", "2026-02-15", "2026-04-01", "2030-01-01"].map((date) => `/api/reviews/since/${date}`),
];
