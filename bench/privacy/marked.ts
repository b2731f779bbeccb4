import { readFileSync } from "node:fs";
import type { Line, Reply } from "./score.ts";

/** The business of these lines. */
const HARBOR = {
  country: "US",
  business: {
    telephone: "+1 512-555-0142",
    address: "900 Harbor Road, Austin, TX 78704",
    email: "care@harborpt.example",
    url: "https://harborpt.example",
    technicians: ["Dana Whitlock", "Marcus Reyes", "Priya Raman", "Lucía Ferrer", "Jonas Albrecht"],
  },
};
const COUNTRIES: Record<string, string> = { es: "MX", de: "DE", fr: "FR", pt: "BR", it: "IT", nl: "NL" };

/**
 * Of the fourth set, half of each section is held out, and so are the tenth and the eleventh: nobody who makes rules looks at them. With all
 * else, the rules were made.
 */
export type Half = "development" | "held-out" | "tenth" | "eleventh";
const SETS = ["fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"] as const;
function halfOf(set: (typeof SETS)[number], at: number): Half {
  if (set === "tenth" || set === "eleventh") return set;
  return set === "fourth" && at % 2 === 0 ? "held-out" : "development";
}
export type MarkedLine = Line & { voice: string };
export type MarkedReply = Reply & { kind: string };

/** Each line of the half with the words of its section. */
function* readSections(what: "lines" | "replies", half: Half): Generator<{ section: string[]; row: string }> {
  for (const set of SETS) {
    let section: string[] = [];
    let at = 0;
    for (const row of readFileSync(new URL(`./${set}-${what}.txt`, import.meta.url), "utf8").split("\n")) {
      if (row.startsWith("## ")) [section, at] = [row.slice(3).split(" "), 0];
      else if (row !== "" && !row.startsWith("#")) {
        at += 1;
        if (halfOf(set, at) === half) yield { section, row };
      }
    }
  }
}

export function readMarkedLines(half: Half): MarkedLine[] {
  const found: MarkedLine[] = [];
  for (const { section, row } of readSections("lines", half)) {
    const [lang = "", kind = "", voice = ""] = section;
    const redacted = [...row.matchAll(/\{([^}]*)\}/g)].map(([, passage = ""]) => passage);
    const context = { ...HARBOR, country: COUNTRIES[lang] ?? HARBOR.country };
    found.push({ lang, class: kind, voice, text: row.replace(/[{}]/g, ""), redacted, keep: [], context });
  }
  return found;
}

export function readMarkedReplies(half: Half): MarkedReply[] {
  const found: MarkedReply[] = [];
  for (const { section, row } of readSections("replies", half)) {
    const [lang = "", kind = ""] = section;
    found.push({ lang, kind, text: row.slice(2), held: row.startsWith("-"), because: [] });
  }
  return found;
}
