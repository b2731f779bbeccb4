import { REDACTION_KINDS, type Redaction, type RedactionKind } from "../model/review.ts";
import { DIGIT, PATTERNS } from "./patterns.ts";

export type Span = { kind: RedactionKind; start: number; end: number };

/** A link ends before the punctuation of the sentence, and before a bracket that it did not open. */
function linkEnd(value: string): number {
  let end = value.length;
  let unopened = value.split(")").length - value.split("(").length;
  for (;;) {
    const last = value[end - 1] ?? "";
    if (!/[.,;:!?'"’”)\]}]/.test(last) || (last === ")" && unopened <= 0)) return end;
    if (last === ")") unopened -= 1;
    end -= 1;
  }
}

/** Finds passages that reveal who a person is or how to reach them. Sorted by position; none overlap. */
export function findPrivate(text: string): Span[] {
  const spans: Span[] = [];
  const digits = DIGIT.test(text);
  for (const { kind, regex, needs, accept } of PATTERNS) {
    if (needs === DIGIT ? !digits : !needs.test(text)) continue;
    for (const match of text.matchAll(regex)) {
      const value = match.groups?.value ?? match[0];
      if (accept && !accept(value)) continue;
      const start = match.index + match[0].length - value.length;
      const end = start + (kind === "url" ? linkEnd(value) : value.length);
      if (!spans.some((span) => span.start < end && start < span.end)) spans.push({ kind, start, end });
    }
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Replaces each private passage with a mark that says what it was, such as [phone]. */
export function redact(text: string): { text: string; kinds: RedactionKind[] } {
  const spans = findPrivate(text);
  if (spans.length === 0) return { text, kinds: [] };
  let out = "";
  let at = 0;
  for (const { kind, start, end } of spans) {
    out += `${text.slice(at, start)}[${kind}]`;
    at = end;
  }
  return { text: out + text.slice(at), kinds: spans.map(({ kind }) => kind) };
}

/** Adds the passages found now to the counts from before: one entry per kind, in the order of REDACTION_KINDS. */
export function countRedactions(before: readonly Redaction[], found: readonly RedactionKind[]): Redaction[] {
  return REDACTION_KINDS.flatMap((kind) => {
    const count =
      before.reduce((sum, entry) => sum + (entry.kind === kind ? entry.count : 0), 0) +
      found.filter((other) => other === kind).length;
    return count > 0 ? [{ kind, count }] : [];
  });
}
