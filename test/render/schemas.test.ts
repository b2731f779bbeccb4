import { expect, test } from "bun:test";
import { collapseUnion, rewriteSchema } from "../../src/render/openapi/schemas.ts";

test.each([
  ["types", [{ type: "string" }, { type: "null" }], { type: ["string", "null"] }],
  [
    "one type with limits",
    [{ type: "string", maxLength: 3 }, { type: "null" }],
    { type: ["string", "null"], maxLength: 3 },
  ],
  [
    "two types with limits",
    [
      { type: "string", maxLength: 3 },
      { type: "number", minimum: 1 },
    ],
    {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "number", minimum: 1 },
      ],
    },
  ],
  ["a component or null", [{ $ref: "#/a" }, { type: "null" }], { oneOf: [{ $ref: "#/a" }, { type: "null" }] }],
  ["two components", [{ $ref: "#/a" }, { $ref: "#/b" }], { anyOf: [{ $ref: "#/a" }, { $ref: "#/b" }] }],
  ["a listed value or null", [{ enum: ["a"] }, { type: "null" }], { oneOf: [{ enum: ["a"] }, { type: "null" }] }],
])("a union of %s is written as short as it can be", (_, anyOf, expected) => {
  expect(collapseUnion({ description: "Of a review.", anyOf })).toEqual({ description: "Of a review.", ...expected });
});

test("a schema has its components where OpenAPI looks for them, examples as a list, and nothing that says nothing", () => {
  const [most, least] = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
  expect(
    rewriteSchema({
      type: "array",
      default: [],
      example: 5,
      items: { $ref: "#/$defs/review" },
      prefixItems: [
        { type: "integer", maximum: most, minimum: least, const: 7 },
        { type: "integer", maximum: 5, minimum: 0, enum: [1, 2] },
      ],
    }),
  ).toEqual({
    type: "array",
    examples: [5],
    items: { $ref: "#/components/schemas/review" },
    prefixItems: [
      { type: "integer", const: 7 },
      { type: "integer", maximum: 5, minimum: 0, enum: [1, 2] },
    ],
  });
});

test("a property may have the name of a keyword", () => {
  const properties = { example: { type: "string", default: "" }, default: { type: "number" }, $ref: { type: "null" } };
  expect(rewriteSchema({ type: "object", properties })).toEqual({
    type: "object",
    properties: { example: { type: "string" }, default: { type: "number" }, $ref: { type: "null" } },
  });
});
