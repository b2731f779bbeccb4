import { expect, test } from "bun:test";
import fc from "fast-check";
import { countRedactions, findPrivate, redact } from "../../src/privacy/redact.ts";
import { SEED } from "../seed.ts";
import { readLabeled, scoreLabeled } from "./labeled.ts";

test("every passage of the labeled set is found, and nothing else", () => {
  const { lines, traps, mistakes } = scoreLabeled(readLabeled());
  expect(lines).toBeGreaterThanOrEqual(400);
  expect(traps * 2).toBeGreaterThanOrEqual(lines);
  expect(mistakes).toEqual([]);
});

test("a passage becomes a mark that says what it was", () => {
  expect(redact("Call 541-555-0137, DOB 03/14/1962, or see https://example.com/a.")).toEqual({
    text: "Call [phone], DOB [birth_date], or see [url].",
    kinds: ["phone", "birth_date", "url"],
  });
});

test("a link ends before the punctuation and the brackets of its sentence", () => {
  expect(redact("(see https://example.com/a_(b), ok)").text).toBe("(see [url], ok)");
  expect(redact("https://example.com/a_(b)").text).toBe("[url]");
  expect(redact("(https://example.com/a)").text).toBe("([url])");
});

test("sixteen digits are a card number only with a valid check digit, and spoken digits only if nobody counts", () => {
  expect(redact("4111 1111 1111 1111").kinds).toEqual(["record_number"]);
  expect(redact("4111 1111 1111 1112").kinds).toEqual([]);
  expect(redact("one two three four five six seven").kinds).toEqual([]);
});

test("a redacted text stays as it is", () => {
  for (const { text } of readLabeled()) {
    const once = redact(text).text;
    expect(redact(once)).toEqual({ text: once, kinds: [] });
  }
});

test("there is one count per kind, which includes earlier ones", () => {
  expect(countRedactions([], ["email"])).toEqual([{ kind: "email", count: 1 }]);
  expect(countRedactions([{ kind: "url", count: 1 }], ["phone", "url", "phone"])).toEqual([
    { kind: "phone", count: 2 },
    { kind: "url", count: 2 },
  ]);
});

test("every text is fast to search, and its passages are in order", () => {
  const piece = fc.constantFrom(
    "1",
    "555-",
    "a@b.",
    "12 Elm ",
    "St ",
    "www.",
    "://",
    "DOB ",
    "member id ",
    " at ",
    "é",
    "( ",
    ".com",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      const text = pieces.join("");
      const started = process.cpuUsage();
      const spans = findPrivate(text);
      expect(process.cpuUsage(started).user).toBeLessThan(250_000);
      spans.reduce((end, span) => {
        expect(span.start).toBeGreaterThanOrEqual(end);
        return span.end;
      }, 0);
    }),
    { numRuns: 200, seed: SEED },
  );
});

test("twenty thousand repetitive characters take less than a quarter of a second", () => {
  for (const unit of ["1 ", "1-", "a.", "a@", "12 Elm ", "call ", "member id A", "five ", "5 avenue ", "(555) "]) {
    const text = unit.repeat(Math.floor(20_000 / unit.length));
    const started = process.cpuUsage();
    findPrivate(text);
    expect({ unit, slow: process.cpuUsage(started).user > 250_000 }).toEqual({ unit, slow: false });
  }
});
