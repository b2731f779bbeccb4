import { existsSync, readFileSync } from "node:fs";
import { type Labeled, parseLabeled } from "./labeled.ts";

export type Example = Labeled & { language: string };
/** What a list of a rule catches, and what it leaves. */
export type Examples = { catches: Example[]; leaves: Example[] };

const HEADING = /^\[([a-z0-9 _-]+)\]$/;
const EXAMPLE = /^([+-]) ([a-z]{2}) (.+)$/;

/**
 * The examples for a file of lists, by list: `+ en Text {phone:555-0137}` must be caught with exactly these passages,
 * `- en Room 555` must stay. Lists that are named one after the other share the examples below them.
 */
export function readExamples(file: string): Map<string, Examples> {
  const path = new URL(`./fixtures/rules/${file.replace(".words.txt", ".txt")}`, import.meta.url);
  const all = new Map<string, Examples>();
  if (!existsSync(path)) return all;
  let [current, filled]: [Examples | null, boolean] = [null, true];
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "" || line.startsWith("# ")) continue;
    const [list, [, sign, language = "", text = ""]] = [HEADING.exec(line)?.[1], EXAMPLE.exec(line) ?? []];
    if (list !== undefined) {
      if (current === null || filled) current = { catches: [], leaves: [] };
      filled = false;
      all.set(list, current);
    } else if (current === null || sign === undefined) throw new Error(`${file}: what is "${line}"?`);
    else {
      filled = true;
      (sign === "+" ? current.catches : current.leaves).push({ ...parseLabeled(text), language });
    }
  }
  return all;
}
