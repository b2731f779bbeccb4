import { expect, test } from "bun:test";
import { describeSchema, endpointsOf } from "../../../src/pages/developers/openapi-view.ts";

test("a schema is described in a few words", () => {
  expect(describeSchema({ type: "integer", minimum: 1, maximum: 5 })).toBe("integer 1 to 5");
  expect(describeSchema({ type: "integer", minimum: 0 })).toBe("integer");
  expect(describeSchema({ type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER })).toBe("integer");
  expect(describeSchema({ type: "string", format: "date" })).toBe("string (date)");
  expect(describeSchema({ type: ["string", "null"] })).toBe("string or null");
  expect(describeSchema({ type: "array", items: { $ref: "#/components/schemas/Review" } })).toBe("array of Review");
  expect(describeSchema({ type: "string", enum: ["a", "b"] })).toBe("one of a, b");
  expect(describeSchema({ const: false })).toBe("false");
  expect(describeSchema({ oneOf: [{ $ref: "#/components/schemas/Business" }, { type: "null" }] })).toBe(
    "Business or null",
  );
  expect(describeSchema(undefined)).toBe("anything");
});

test("an endpoint has the path of its own server", () => {
  const operation = { responses: {} };
  const endpoints = endpointsOf({
    servers: [{ url: "https://reviews.example" }],
    paths: {
      "/a": { get: operation, post: operation },
      "/b": { servers: [{ url: "https://reviews.example/api" }], get: operation },
    },
    components: { schemas: {} },
  });
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual(["get /a", "post /a", "get /api/b"]);
});
