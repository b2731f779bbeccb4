import type { Folded } from "../fold.ts";
import { isNeeded, matchesAt } from "../matches-at.ts";
import type { RedactionSpan } from "../span.ts";
import { ADDRESS_PATTERNS, HOUSE } from "./address-patterns.ts";
import { headStart, tailEnd } from "./address-tails.ts";
import { findHomes } from "./homes.ts";

const CONTEXT = 60;
const AFTER = 40;

/** Two patterns may find parts of one address: it is all of them. */
function joinOverlapping(spans: RedactionSpan[]): RedactionSpan[] {
  const joined: RedactionSpan[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else joined.push(span);
  }
  return joined;
}

const wholeAddress = (text: string, start: number, end: number): RedactionSpan => ({
  kind: "address",
  start: headStart(text, start),
  end: tailEnd(text, start, end),
});

/** Postal addresses with a house number, and postcodes that belong to a few houses. `numbers`: where digits begin. */
export function findAddresses({ text }: Folded, has_street: boolean, numbers: readonly number[]): RedactionSpan[] {
  const has_digit = numbers.length > 0;
  const houses = numbers.filter((at) => isNeeded(text, HOUSE, [at]));
  const found: RedactionSpan[] = has_digit
    ? findHomes(text, numbers).map(({ start, end }) => wholeAddress(text, start, end))
    : [];
  for (const { regex, accept, street, spoken, needs } of ADDRESS_PATTERNS) {
    if ((!has_digit && !spoken) || (street && !has_street) || (needs && !isNeeded(text, needs, numbers))) continue;
    for (const match of regex.sticky ? matchesAt(text, regex, houses) : text.matchAll(regex)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - CONTEXT), match.index);
      if (!accept || accept(match[0], before, text.slice(end, end + AFTER)))
        found.push(wholeAddress(text, match.index, end));
    }
  }
  return joinOverlapping(found);
}
