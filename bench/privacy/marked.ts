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

/** Half of each section made the rules; nobody looked at the other one while they were made. */
export type Half = "development" | "held-out";
export type MarkedLine = Line & { voice: string };
export type MarkedReply = Reply & { kind: string };

/** Each line of a file with the words of its section, and its half. */
function* readSections(file: string): Generator<{ section: string[]; half: Half; row: string }> {
  let section: string[] = [];
  let at = 0;
  for (const row of readFileSync(new URL(file, import.meta.url), "utf8").split("\n")) {
    if (row.startsWith("## ")) [section, at] = [row.slice(3).split(" "), 0];
    else if (row !== "" && !row.startsWith("#")) {
      at += 1;
      yield { section, half: at % 2 === 0 ? "held-out" : "development", row };
    }
  }
}

export function readMarkedLines(half: Half): MarkedLine[] {
  const found: MarkedLine[] = [];
  for (const { section, half: of, row } of readSections("./fourth-lines.txt")) {
    if (of !== half) continue;
    const [lang = "", kind = "", voice = ""] = section;
    const redacted = [...row.matchAll(/\{([^}]*)\}/g)].map(([, passage = ""]) => passage);
    const context = { ...HARBOR, country: COUNTRIES[lang] ?? HARBOR.country };
    found.push({ lang, class: kind, voice, text: row.replace(/[{}]/g, ""), redacted, keep: [], context });
  }
  return found;
}

export function readMarkedReplies(half: Half): MarkedReply[] {
  const found: MarkedReply[] = [];
  for (const { section, half: of, row } of readSections("./fourth-replies.txt")) {
    if (of !== half) continue;
    const [lang = "", kind = ""] = section;
    found.push({ lang, kind, text: row.slice(2), held: row.startsWith("-"), because: [] });
  }
  return found;
}
