import { expect, test } from "bun:test";
import { parseForm } from "../../src/websub/form.ts";

const fieldsOf = (body: string) =>
  parseForm(new TextEncoder().encode(body)).map(({ name, value }) => [name, new TextDecoder().decode(value)]);

test("a form is its pairs in order; empty pairs are none, and a name alone has an empty value", () => {
  expect(fieldsOf("&a=1&&b=2&")).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  expect(fieldsOf("")).toEqual([]);
  expect(fieldsOf("a&b=&=c&d=e=f")).toEqual([
    ["a", ""],
    ["b", ""],
    ["", "c"],
    ["d", "e=f"],
  ]);
});

test("plus signs and percent signs are decoded in names and values", () => {
  expect(fieldsOf("hub%2Emode=a+b%20c%C3%A9%zz")).toEqual([["hub.mode", "a b cé%zz"]]);
});
