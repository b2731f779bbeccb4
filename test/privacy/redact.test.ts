import { expect, test } from "bun:test";
import fc from "fast-check";
import { createAuthorFinder } from "../../src/privacy/people/author.ts";
import { countRedactions, createRedactor, hideAuthor } from "../../src/privacy/redact.ts";
import { testProfile } from "../rows.ts";
import { SEED } from "../seed.ts";
import { readLabeled, scoreLabeled } from "./labeled.ts";

const { find, redact } = createRedactor(null);

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

test.each([
  "I'm a Type 2 diabetic",
  "BP 120/80 after the bike",
  "2 Great Way to start the day",
  "1 Happy Place",
  "1 Stop Place for care",
  "Stage 3 and Phase 2",
  "100 120 140 degrees",
])("a number before ordinary words is no address: %p", (text) => {
  expect(redact(text)).toEqual({ text, kinds: [] });
});

test("a link ends before the punctuation and the brackets of its sentence", () => {
  expect(redact("(see https://example.com/a_(b), ok)").text).toBe("(see [url], ok)");
  expect(redact("https://example.com/a_(b)").text).toBe("[url]");
  expect(redact("(https://example.com/a)").text).toBe("([url])");
});

test("sixteen digits are a card number only with a valid check digit, and spoken digits only if nobody counts", () => {
  expect(redact("4111 1111 1111 1111").kinds).toEqual(["card"]);
  expect(redact("4111 1111 1111 1112").kinds).toEqual([]);
  expect(redact("one two three four five six seven").kinds).toEqual([]);
});

test("any sign may be before the word that tells whose a name is", () => {
  expect(redact("(conheci Lindalva dos Anjos na sala de espera").text).toBe("(conheci Lindalva A. na sala de espera");
  expect(redact("_chamaram Amadeu Portela em voz alta").text).toBe("_chamaram Amadeu P. em voz alta");
  expect(redact("another patient named (Ethan Caldwell").text).toBe("another patient named (Ethan C.");
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
      const spans = find(text);
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
    find(text);
    expect({ unit, slow: process.cpuUsage(started).user > 250_000 }).toEqual({ unit, slow: false });
  }
});

const clinic = createRedactor(
  testProfile({
    telephone: "+1 541-555-0142",
    email: "hello@oakstreetpt.example",
    url: "https://www.oakstreetpt.example",
    address: {
      street_address: "218 Oak Street, Suite 300",
      address_locality: "Bend",
      address_region: "OR",
      postal_code: "97701",
      address_country: "US",
    },
    same_as: ["https://social.example/oakstreetpt"],
  }),
);

test("what the business publishes itself stays", () => {
  for (const text of [
    "Call (541) 555-0142 or +1 541 555 0142.",
    "They are at 218 oak st, ste 300.",
    "Book on oakstreetpt.example or write to hello@oakstreetpt.example",
    "see https://oakstreetpt.example/prices",
    "hello [at] oakstreetpt dot example answers, and oakstreetpt dot example has the form",
    "follow @oakstreetpt",
    "Mrs. Ruiz and Ana Ruiz know my friend Ana Ruiz.",
  ])
    expect(clinic.redact(text)).toEqual({ text, kinds: [] });
});

test.each([
  ["Call 541-555-0124.", "Call [phone]."],
  ["218 Maple Street", "[address]"],
  ["write to hello@oakstreetph.example", "write to [email]"],
  ["my number is ５４１−５５５−０１５５", "my number is [phone]"],
  ["٥٤١-٥٥٥-٠١٤٤", "[phone]"],
  ["5️⃣4️⃣1️⃣ 555 0188", "[phone]"],
  ["five-oh-three five-five-five oh-one-seven-seven", "[phone]"],
  ["kim[at]proton.me", "[email]"],
  ["call ⁵⁴¹-❺❺❺-⓿❶❷❸", "call [phone]"],
  ["541-555-0188. 541-555-0119 is hers", "[phone]. [phone] is hers"],
  ["my place (803 Kiowa) has steps", "my place ([address]) has steps"],
  ["new address is Rose Cottage, Mill Lane, OX7 5QL", "new address is [address]"],
  ["the wristband showed HQ-2093", "the wristband showed [record_number]"],
  ["la pulsera ponía HC-0071-22", "la pulsera ponía [record_number]"],
  ["2/29/1960, my date of birth, is no day", "[birth_date], my date of birth, is no day"],
  ["search cranky.quilter on tiktok", "search [handle] on tiktok"],
  ["silver Corolla, CXR 4418, left running", "silver Corolla, [plate], left running"],
  ["plate number BND-4471, the ramp", "plate number [plate], the ramp"],
  ["my IG is @two_new_hips.", "my IG is [handle]."],
  ["visa 4242424242424242 twice", "visa [card] twice"],
  ["My son Ethan Caldwell loves it", "My son Ethan C. loves it"],
  ["Mrs. Okonkwo said so", "Mrs. O. said so"],
])("%s becomes %s", (text, shown) => {
  expect(clinic.redact(text).text).toBe(shown);
});

test("the country of the business decides how a number without a country code is read", () => {
  const text = "apunta 612 34 56 78 y ya";
  const inSpain = createRedactor(testProfile({ telephone: "+34 910 555 214", time_zone: "Europe/Madrid" }));
  const byZone = createRedactor(testProfile({ time_zone: "Europe/Madrid" }));
  expect(inSpain.redact(text).text).toBe("apunta [phone] y ya");
  expect(byZone.redact("es 612 34 56 78").text).toBe("es [phone]");
  expect(clinic.redact("es 612 34 56 78").kinds).toEqual([]);
});

test.each([
  ["Karen Whitfield", "Karen W.", "I'm Karen Whitfield!", "I'm Karen W.!"],
  ["Karen Whitfield", "K. W.", "KAREN WHITFIELD here", "K. W. here"],
  ["Karen Whitfield", "Anonymous", "Whitfield, Karen", "[name]"],
  ["Robert J. Fairbanks", "Robert F.", "Thank you, Robert Fairbanks Jr.", "Thank you, Robert F."],
  ["Ana García López", "Ana G.", "soy Ana García", "soy Ana G."],
  ["김민수", "김.", "김민수 here", "김. here"],
])("the name of %s becomes %s in words, too", (name, shown, text, hidden) => {
  const finder = createAuthorFinder(name, shown);
  if (!finder) throw new Error("no finder");
  expect(hideAuthor(text, finder)).toEqual({ text: hidden, kinds: ["name"] });
});

test("a first name alone stays in the text", () => {
  expect(createAuthorFinder("Karen", "Karen")).toBeNull();
  expect(createAuthorFinder("Karen W.", "Karen W.")?.("Karen W. and Karen")).toEqual([]);
  expect(hideAuthor("Karen came", createAuthorFinder("Karen Whitfield", "Karen W.") ?? (() => [])).kinds).toEqual([]);
});
