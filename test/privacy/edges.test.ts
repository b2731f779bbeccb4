import { expect, test } from "bun:test";
import { isCode } from "../../src/privacy/identifiers.ts";
import { createAuthorFinder } from "../../src/privacy/people/author.ts";
import { minimizeName } from "../../src/privacy/people/minimize-name.ts";
import { createOwn } from "../../src/privacy/people/own.ts";
import { createRedactor, hideAuthor } from "../../src/privacy/redact.ts";
import { testProfile } from "../rows.ts";

/** Pairs of texts that differ in little: one is replaced, the other is just not. */
const { redact } = createRedactor(null);

test.each(["\u2044", "\u2215", "\u29f8"])("%p is a slash in a date of birth and in a link", (slash) => {
  const written = (text: string) => redact(text.replaceAll("/", slash)).text;
  expect(written("born 03/14/1962, she says")).toBe("born [birth_date], she says");
  expect(written("see https://example.com/a now")).toBe("see [url] now");
  expect(written("the score was 3/14")).toBe(`the score was 3${slash}14`);
});

test.each([
  ["call 𝟝𝟜𝟙-𝟝𝟝𝟝-𝟘𝟙𝟜𝟜", "call [phone]"],
  ["İyi! 541-555-0144 👍 is mine", "İyi! [phone] 👍 is mine"],
  ["insta kneequeensbc.", "insta [handle]."],
  ["insta kneequeensb.", "insta kneequeensb."],
  ["Die Fallkennung 88412077", "Die Fallkennung [record_number]"],
  ["Die Erkennung 88412077", "Die Erkennung 88412077"],
  ["We met at 44 Larkspur", "We met at [address]"],
  ["We met at 44 Larkspur Cafe", "We met at 44 Larkspur Cafe"],
  ["We met at 7 Larkspur", "We met at 7 Larkspur"],
  ["We met at 7 Old Larkspur", "We met at [address]"],
  ["I went to 44 Larkspur's opening", "I went to 44 Larkspur's opening"],
  ["44 Larkspur was nice", "44 Larkspur was nice"],
  ["He gave 44 Larkspur tours", "He gave 44 Larkspur tours"],
  ["Vivo en Corrientes 1234", "Vivo en [address]"],
  ["Turn at 42d Street", "Turn at 42d Street"],
  ["Ranch Road 620 was closed", "Ranch Road 620 was closed"],
  ["I live on County Road 12", "I live on [address]"],
  ["out on County Rd 9, number 4410", "out on [address]"],
  ["Larkspur Road 620 was closed", "[address] was closed"],
  ["Piso 3, consultorio 302", "Piso 3, consultorio 302"],
  ["Piso 3, puerta 4", "[address] 4"],
  ["my very own brother Ethan Caldwell", "my very own brother Ethan C."],
  ["my very own dear brother Ethan Caldwell", "my very own dear brother Ethan C."],
  ["my mother in law Joan Caldwell", "my mother in law Joan C."],
  ["Fall-Nr. 4471", "Fall-Nr. [record_number]"],
  ["Fall-Nr. 447", "Fall-Nr. 447"],
  ["my patient number 4471", "my patient number [record_number]"],
  ["my patient number 447", "my patient number 447"],
  ["BSN 123456", "BSN [record_number]"],
  ["BSN 12345", "BSN 12345"],
  ["passport AB123", "passport [record_number]"],
  ["passport AB12", "passport AB12"],
  ["invoice AB123", "invoice [record_number]"],
  ["invoice AB12", "invoice AB12"],
  ["locker number 123456", "locker number [record_number]"],
  ["locker number 12345", "locker number 12345"],
  ["medicare 123456", "medicare [insurance_number]"],
  ["medicare 12345", "medicare 12345"],
  ["member id 4471", "member id [insurance_number]"],
  ["member id 447", "member id 447"],
  ["policy AB123", "policy [insurance_number]"],
  ["policy AB12", "policy AB12"],
  ["aetna 123456789", "aetna [insurance_number]"],
  ["aetna 12345678", "aetna [record_number]"],
  ["visa ending in 4471", "visa ending in [insurance_number]"],
  ["visa ending in 447", "visa ending in 447"],
])("%p becomes %p", (text, shown) => {
  expect(redact(text).text).toBe(shown);
});

test("a code has letters and digits, parts, or many digits; a price, a date, a diagnosis and a count are none", () => {
  const codes = ["AB123", "A1234", "12-345", "12 345", "123456", "01234"];
  const others = ["AB12", "A123", "ABCD12", "12-34", "12 34", "12345", "11234", "012345.50", "12.50", "12,5"];
  const dates = ["1/2/20", "01.02.2020", "1-2-2020", "2020-01-02", "2020-01-2", "1999.1.2"];
  const known = ["M54.50", "M54.5A", "93.11.1", "123.4567"];
  expect(codes.filter((value) => !isCode(value, ""))).toEqual([]);
  expect([...others, ...dates, ...known].filter((value) => isCode(value, ""))).toEqual([]);
  expect([" visits", "%", " pasos", " of", ""].map((after) => isCode("123456", after))).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
});

test.each([
  ["marianella", "marianella"],
  ["marianellas", "M."],
  ["Maximilianett", "Maximilianett"],
  ["Maximilianette", "M."],
  ["jwhi", "jwhi"],
  ["jwhit", "J."],
  ["@kim", "K."],
  ["kim-lee", "K."],
  ["Anna-Lee", "Anna-Lee"],
  ["bobsmith", "B."],
  ["smith", "smith"],
  ["O'Brien", "O."],
])("the account %p is shown as %p", (name, shown) => {
  expect(minimizeName(name, "first_initial")).toBe(shown);
});

test.each([
  ["Karen Whitfield", "I am Karen    Whitfield.", "I am K."],
  ["Karen Whitfield", "I am Karen     Whitfield.", "I am Karen     Whitfield."],
  ["Karen Whitfield", "İyi ki geldim. Karen Whitfield", "İyi ki geldim. K"],
  ["İbrahim İnan", "Ben İbrahim İnan, IBRAHIM INAN", "Ben K, K"],
  ["José Muñoz", "jose munoz and José Muñoz", "K and K"],
  ["José Muñoz", "jose munoz", "K"],
  ["Ann Li", "from Ann Li", "from K"],
  ["Ann L", "from Ann L", "from Ann L"],
  [
    "Karen Anne Whitfield",
    "Karen Anne wrote; Whitfield Karen signs; Anne Whitfield is an aunt",
    "K wrote; K signs; Anne Whitfield is an aunt",
  ],
  ["Karen Whitfield", "Karen Whitfield Jr., Karen Whitfields", "K, Karen Whitfields"],
  ["Eleanor Gunderson", 'Eleanor "Nell" Gunderson', "K"],
])("of %p the text %p shows %p", (author, text, shown) => {
  const find = createAuthorFinder(author, "K");
  expect(find && hideAuthor(text, find).text).toBe(shown);
});

test("the business's own telephone, address, links and names are told from others by their whole value", () => {
  const own = createOwn(
    testProfile({
      telephone: "+1 541-555-0142 ext. 7",
      email: "hello@oak.example",
      url: "https://www.oak.example/bend",
      address: {
        street_address: "218 Oak Street",
        address_locality: "Bend",
        address_region: "OR",
        postal_code: "97701-2200",
        address_country: "US",
      },
      same_as: ["https://www.social.example/@oakpt/"],
    }),
  );
  const isOwn = (kind: Parameters<typeof own.isOwn>[0], values: string[]) =>
    values.filter((value) => own.isOwn(kind, value));
  expect(isOwn("phone", ["550142", "50142", "001 541 555 0142", "541-555-0142 x12", "541-555-0143"])).toEqual([
    "550142",
    "001 541 555 0142",
    "541-555-0142 x12",
  ]);
  expect(isOwn("address", ["218 oak", "218 Elm Street", "219 Oak Street", "97701 2200", "97701"])).toEqual([
    "218 oak",
    "97701 2200",
  ]);
  expect(
    isOwn("url", ["oak.example/x", "www.social.example/@oakpt/photos", "social.example", "myoak.example"]),
  ).toEqual(["oak.example/x", "www.social.example/@oakpt/photos"]);
  expect(isOwn("email", ["Hello@oak.example", "hello at oak dot example", "oak.example"])).toEqual([
    "Hello@oak.example",
    "hello at oak dot example",
  ]);
  expect(isOwn("handle", ["@OakPT", "oak", "oakp"])).toEqual(["@OakPT", "oak"]);
  expect([own.isOwn("name", "oak"), createOwn(null).isOwn("phone", "550142")]).toEqual([false, false]);
});
