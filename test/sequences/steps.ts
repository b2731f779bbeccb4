import fc from "fast-check";
import { type Answer, CUT, type Row } from "./clinic-oracle.ts";

export const COUNT = 6;

export type Step =
  | { do: "import"; rows: Row[]; verified: boolean; complete: boolean; age: number }
  | { do: Answer; at: number }
  | { do: "undo" | "upgrade" | "restart" | "backup" | "refuse" | "accept" | "accept and undo" | "read again" }
  | { do: "restore"; which: number }
  | { do: "sync"; rewrites: number[]; takes: number[]; reason: "erased_on_request" | "legal" | "removed_at_source" };

const at = fc.nat(COUNT - 1);
const row: fc.Arbitrary<Row> = fc.record({
  at,
  text: fc.constantFrom(0, 1, 2, CUT, CUT + 1, CUT + 2),
  reply: fc.nat(2),
});
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("import" as const),
      rows: fc.uniqueArray(row, { selector: (one) => one.at, minLength: 1, maxLength: COUNT }),
      verified: fc.boolean(),
      complete: fc.boolean(),
      age: fc.constantFrom(0, 0, 0, 5),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<Answer[]>("verify", "withhold", "publish", "drop", "erase", "person"),
      at,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(["undo", "upgrade", "restart", "backup", "refuse", "accept", "accept and undo", "read again"] as const),
      ),
    }),
  },
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

export const NAMES = ["Ann Bee", "Cy Dee", "Di Eff", "Gil Hay", "Ida Jay", "Kim Low"];
const WORDS = ["stairs", "swimming", "gardening", "running", "lifting", "dancing"];
export const textOf = (of: number, version: number, phone = `541-555-01${of}${version}`) =>
  version >= CUT ? `${wholeOf(of, version - CUT, phone).slice(0, 45)}…` : wholeOf(of, version, phone);
const wholeOf = (of: number, version: number, phone: string) =>
  `Version ${version}: ${WORDS[of]} is easy again after six weeks, call me at ${phone}.`;
export const replyOf = (of: number, version: number) => `We treated your shoulder in week ${version} of ${WORDS[of]}.`;

/** The steps as somebody would type them. */
export const asCommands = (steps: readonly Step[]): string =>
  steps
    .map((one) => {
      if (one.do === "import") {
        const rows = one.rows.map((of) => `r${of.at} text ${of.text} reply ${of.reply}`).join(", ");
        const flags = `${one.verified ? " --verified-by operator" : ""}${one.complete ? ` --complete --yes --exported-at (${one.age} steps ago)` : ""}`;
        return `candor import FILE${flags}    # ${rows}`;
      }
      if (one.do === "sync")
        return `candor sync main    # other words for ${one.rewrites.map((of) => `r${of}`)}, ${one.reason} for ${one.takes.map((of) => `r${of}`)}`;
      if (one.do === "restore") return `candor restore BACKUP    # the ${one.which + 1}. newest`;
      return `candor ${one.do} ${"at" in one ? `r${one.at}` : ""}`;
    })
    .join("\n");
