import { readFileSync } from "node:fs";
import { join } from "node:path";

type Line = { id: string; date: string; text: string | null };
const key = ({ date, id }: Line): string => `${date} ${id}`;

/** The texts of the demonstration, newest first. */
export const demoTexts: string[] = readFileSync(
  join(import.meta.dir, "../../examples/demo-clinic/reviews.ndjson"),
  "utf8",
)
  .split("\n")
  .filter(Boolean)
  .map((line): Line => JSON.parse(line))
  .sort((left, right) => (key(left) < key(right) ? 1 : -1))
  .flatMap(({ text }) => text ?? []);
