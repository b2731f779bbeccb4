import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { z } from "zod";
import { isRead, judge } from "../../insights/engine/analyze.ts";
import { createEngine, type Engine } from "../../insights/engine/engine.ts";
import { buildMentionFinder, type MentionFinder } from "../../insights/engine/mentions.ts";
import { checkTaxonomy } from "../../insights/engine/reading/check-taxonomy.ts";
import { readReviewText } from "../../insights/engine/reading/reading.ts";
import type { Target } from "../../insights/engine/reading/target-features.ts";
import type { TaxonomyFile } from "../../insights/engine/reading/taxonomy-file.ts";
import { analyzeTarget } from "../../insights/engine/targets.ts";
import { TAXONOMIES } from "../../insights/engine/taxonomies/taxonomies.ts";
import { primaryTag } from "../../insights/engine/words-to-read.ts";
import { createLanguageDetector, type LanguageDetector } from "../import/prepare/detect-language.ts";
import { assignIds } from "../model/profile-file.ts";
import { isTaxonomyName } from "../model/taxonomy-names.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { createEngines } from "../publish/engines.ts";
import type { Command } from "../terminal/command.ts";
import { parseProfile, readProfileFile } from "../terminal/read-profile.ts";

const usage = `Usage: candor analyze [--taxonomy NAME|FILE] [--business FILE]

Runs the insights engine on any text: reads one JSON object per line, writes one per line.

  in   {"id":"1","text":"The pain is gone.","targets":[{"start":4,"end":8}]}
  out  {"id":"1","read":true,"language":"en","sentiment":{…},"aspects":[…],"mentions":{…},"targets":[…]}

Offsets are UTF-16 code units: text.slice(start, end) is the quote. "targets" is optional, and so
is "language" ("en", "es"): without it, the words tell. English and Spanish are read. Of a text
in another language, or without a word, "read" is false and "sentiment" is null; "language" is
then what the text is in, or null.

Options
  --taxonomy NAME   the aspects of another trade: dentist, restaurant, auto-repair, hair-salon, hotel,
                    general, or a file (JSON or YAML); default: physical-therapy, or that of --business
  --business FILE   a business profile; its people, services and areas are recognized

Examples:
  echo '{"id":"1","text":"The pain is gone."}' | candor analyze
`;

const line = z.object({
  id: z.union([z.string(), z.number()]).nullable().default(null),
  text: z.string(),
  language: z.string().nullable().default(null),
  targets: z
    .array(
      z
        .object({ start: z.int().min(0), end: z.int().min(0) })
        .refine(({ start, end }) => start <= end, "end must not be before start"),
    )
    .optional(),
});

/** A name of a taxonomy that comes with the program, or a file. */
function readTaxonomy(path: string): TaxonomyFile {
  if (isTaxonomyName(path)) return TAXONOMIES[path];
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${messageOf(error)}): check the path`);
  }
  let value: unknown;
  try {
    value = /^\s*\{/.test(text) ? JSON.parse(text) : Bun.YAML.parse(text);
  } catch (error) {
    throw new OperatorError(`${path} is neither YAML nor JSON (${messageOf(error)})`);
  }
  const checked = checkTaxonomy(value);
  if ("taxonomy" in checked) return checked.taxonomy;
  throw new OperatorError(`${path} is not a taxonomy: ${checked.faults.join("; ")}`);
}

type Analyzer = { engine: Engine; mentions: MentionFinder; languages: LanguageDetector };

/** What a review states, or what an import would detect. */
async function languageOf({ languages }: Analyzer, text: string, stated: string | null): Promise<string | null> {
  if (stated !== null) return stated;
  const hints = { own: "en", not: null };
  if (languages.needsLibrary(text, hints)) await languages.loadLibrary();
  return languages.detect(text, hints);
}

/** The result for one input line. A bad line is reported with its number, and the next lines are still analyzed. */
async function answer(
  analyzer: Analyzer,
  source: string,
  number: number,
): Promise<{ json: unknown } | { fault: string }> {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { fault: `line ${number} is not JSON` };
  }
  const parsed = line.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { fault: `line ${number}: ${issue?.path.join(".") || "the object"}: ${issue?.message}` };
  }
  const { id, text, targets } = parsed.data;
  const { engine } = analyzer;
  const language = await languageOf(analyzer, text, parsed.data.language);
  const reading = readReviewText(engine, text, { language, scratch: engine.scratch.reading });
  const judgment = judge(engine, reading);
  const read = isRead(reading) && (language === null || primaryTag(language) === judgment.language);
  const of = (target: Target) => (read ? analyzeTarget(engine, reading, target) : { sentiment: null, score: null });
  return {
    json: {
      id,
      read,
      language: read ? judgment.language : language,
      sentiment: read ? judgment.sentiment : null,
      aspects: read ? judgment.aspects : [],
      mentions: analyzer.mentions(text),
      ...(targets ? { targets: targets.map(of) } : {}),
    },
  };
}

const NOBODY = { technicians: [], services: [], service_areas: [] };

export const analyzeCommand: Command = {
  usage,
  options: { taxonomy: { type: "string" }, business: { type: "string" } },
  async run(args, terminal) {
    const taxonomy = args.text("taxonomy");
    const business = args.text("business");
    const profile =
      business === null ? null : assignIds(parseProfile(terminal, business, readProfileFile(terminal, business)), null);
    const engine = taxonomy === null ? createEngines()(profile) : createEngine(readTaxonomy(taxonomy));
    const analyzer = { engine, mentions: buildMentionFinder(profile ?? NOBODY), languages: createLanguageDetector() };
    let number = 0;
    let faults = 0;
    for await (const source of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
      number++;
      if (source.trim() === "") continue;
      const result = await answer(analyzer, source, number);
      if ("json" in result) terminal.out(`${JSON.stringify(result.json)}\n`);
      else {
        faults++;
        terminal.error(`candor analyze: ${result.fault}\n`);
      }
    }
    return faults > 0 ? 1 : 0;
  },
};
