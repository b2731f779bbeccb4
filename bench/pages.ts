// What readers say of every statement and every quote of the pages of six clinics: how many statements are true, debatable
// and false, and how many quotes alone support what they are quoted for: bun bench/pages.ts
// Those of one kind, such as false, "not alone" or unlabeled (with the hash that a label needs): bun bench/pages.ts KIND
import { hashOfQuote, hashOfStatement } from "./pages/labels.ts";
import { percentOf, type Scored, scorePages } from "./pages/score.ts";

function printKind(scored: Scored[], kind: string): void {
  const wanted = kind === "unlabeled" ? undefined : kind;
  for (const { statements, quotes } of scored) {
    for (const { statement, verdict } of statements) {
      const { place, text, said, truth } = statement;
      const counted = said && truth ? ` (counted: ${truth.mentions}, ${truth.positive}, ${truth.negative})` : "";
      if (verdict === wanted) console.log(`${hashOfStatement(statement)} ${place}: ${text}${counted}`);
    }
    for (const { quote, support } of quotes)
      if (support === wanted) console.log(`${hashOfQuote(quote)} ${quote.claim}: “${quote.text}”`);
  }
}

function rowOf({ statements, quotes }: Pick<Scored, "statements" | "quotes">) {
  const judged = (wanted: string) => statements.filter(({ verdict }) => verdict === wanted).length;
  const alone = quotes.filter(({ support }) => support === "alone").length;
  return {
    statements: statements.length,
    true: judged("true"),
    debatable: judged("debatable"),
    false: judged("false"),
    "false %": percentOf(judged("false"), statements.length),
    quotes: quotes.length,
    "alone %": percentOf(alone, quotes.length),
  };
}

const scored = await scorePages();
const [kind] = process.argv.slice(2);
if (kind === undefined) {
  const all = { statements: scored.flatMap((one) => one.statements), quotes: scored.flatMap((one) => one.quotes) };
  console.table([
    ...scored.map((one) => ({ clinic: one.clinic, reviews: one.reviews, ...rowOf(one) })),
    { clinic: "all", reviews: scored.reduce((sum, { reviews }) => sum + reviews, 0), ...rowOf(all) },
  ]);
} else printKind(scored, kind);
