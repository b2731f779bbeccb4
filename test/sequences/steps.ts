import fc from "fast-check";
import { review } from "../sync/origin.ts";
import { type Answer, CUT, type Row } from "./clinic-oracle.ts";

export const COUNT = 4;

const PLAIN = [
  ...["upgrade", "restart", "backup", "refuse", "accept", "accept and undo", "read again"],
  ...["blank consent", "two numbers", "copy and undo"],
] as const;
export type Plain = (typeof PLAIN)[number];

export type Load = { do: "import"; rows: Row[]; verified: boolean; complete: boolean; age: number };
export type Step =
  | Load
  | { do: "undo the older"; older: Row[]; more: Row[]; verified: [boolean, boolean]; complete: boolean }
  | { do: Answer; at: number }
  | { do: Plain }
  | { do: "undo"; which: number }
  | { do: "copy erased"; at: number }
  | { do: "take back and undo"; at: number; which: number }
  | { do: "accept changes"; rewrites: number[] }
  | { do: "restore"; which: number }
  | { do: "sync"; rewrites: number[]; takes: number[]; reason: "erased_on_request" | "legal" | "removed_at_source" };

const at = fc.nat(COUNT - 1);
const row: fc.Arbitrary<Row> = fc.record({
  at,
  text: fc.constantFrom(0, 1, 2, CUT, CUT + 1, CUT + 2),
  reply: fc.nat(2),
});
const rows = fc.uniqueArray(row, { selector: (one) => one.at, minLength: 1, maxLength: COUNT });
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("import" as const),
      rows,
      verified: fc.boolean(),
      complete: fc.boolean(),
      age: fc.constantFrom(0, 0, 0, 5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<Answer[]>("verify", "unverify", "withhold", "publish", "drop", "erase", "person"),
      at,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom(...PLAIN) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("undo" as const), which: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("copy erased" as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("take back and undo" as const), at, which: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("undo the older" as const),
      older: rows,
      more: rows,
      verified: fc.tuple(fc.boolean(), fc.boolean()),
      complete: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("accept changes" as const), rewrites: fc.uniqueArray(at) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), which: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("sync" as const),
      rewrites: fc.uniqueArray(at),
      takes: fc.uniqueArray(at),
      reason: fc.constantFrom("erased_on_request", "legal", "removed_at_source"),
    }),
  },
);

export const NAMES = ["Ann Bee", "Cy Dee", "Di Eff", "Gil Hay"];
const WORDS = ["stairs", "swimming", "gardening", "running"];
export const textOf = (of: number, version: number, phone = `541-555-01${of}${version}`) =>
  version >= CUT ? `${wholeOf(of, version - CUT, phone).slice(0, 45)}…` : wholeOf(of, version, phone);
/** What a source says in a step about a review that it did not bring. */
export const foreignReview = (id: string, of: number, made: number) =>
  review(1 + of, {
    id,
    source: "other",
    text: `Mallory was here in step ${made}, for ${WORDS[of]}.`,
    revision: 2 ** 31,
  });
const wholeOf = (of: number, version: number, phone: string) =>
  `Version ${version}: ${WORDS[of]} is easy again after six weeks, call me at ${phone}.`;
export const replyOf = (of: number, version: number) => `We treated your shoulder in week ${version} of ${WORDS[of]}.`;

/** Rows of the owner's file, as a table. */
export function asTable(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ at, text, reply }) => `${at},${NAMES[at]},5,2026-01-0${at + 1},"${textOf(at, text)}","${replyOf(at, reply)}"\n`,
  );
  return `id,name,rating,date,review,reply\n${lines.join("")}`;
}

/** The second one has all rows of the first, and others. */
export function twoImports({ older, more, verified, complete }: Extract<Step, { do: "undo the older" }>): Load[] {
  const others = more.filter(({ at }) => !older.some((one) => one.at === at));
  const load = { do: "import" as const, complete: false, age: 0 };
  return [
    { ...load, rows: older, verified: verified[0] },
    { ...load, rows: [...older, ...others], verified: verified[1], complete },
  ];
}

/** The steps as somebody would type them. */
export const asCommands = (steps: readonly Step[]): string =>
  steps
    .flatMap((one): Step[] => (one.do === "undo the older" ? [...twoImports(one), { do: "undo", which: 1 }] : [one]))
    .map((one) => {
      if (one.do === "undo the older") return "";
      if (one.do === "import") {
        const rows = one.rows.map((of) => `r${of.at} text ${of.text} reply ${of.reply}`).join(", ");
        const flags = `${one.verified ? " --verified-by operator" : ""}${one.complete ? ` --complete --yes --exported-at (${one.age} steps ago)` : ""}`;
        return `candor import FILE${flags}    # ${rows}`;
      }
      if (one.do === "sync")
        return `candor sync main    # other words for ${one.rewrites.map((of) => `r${of}`)}, ${one.reason} for ${one.takes.map((of) => `r${of}`)}`;
      if (one.do === "take back and undo")
        return `candor verify r${one.at} --verified-by visit_record && candor verify r${one.at} --undo && candor undo    # the ${one.which + 1}. newest import`;
      if (one.do === "accept changes")
        return `candor sync main && candor accept --all-of source_change --yes    # other words for ${one.rewrites.map((of) => `r${of}`)}`;
      if (one.do === "undo") return `candor undo    # the ${one.which + 1}. newest import`;
      if (one.do === "restore") return `candor restore BACKUP    # the ${one.which + 1}. newest`;
      return `candor ${one.do} ${"at" in one ? `r${one.at}` : ""}`;
    })
    .join("\n");
