import { expect, test } from "bun:test";
import { findFault } from "./fault.ts";

test.each([[/\s+$/], [/(a+)+$/], [/^(?:\w+\s?)*$/], [/[a-z]+@/], [/(?:x|\w)*y/], [/^(.*?\d{4}|\d{4}\D.*?)\s*\s*$/u]])(
  "the attacks find that %p is not linear",
  (regex) => {
    expect(findFault({ place: "", regex })).toContain(" ms");
  },
);
