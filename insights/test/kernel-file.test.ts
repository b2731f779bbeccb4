import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assemble } from "./assemble.ts";

const read = (name: string) => readFileSync(join(import.meta.dir, "../engine/net", name));

test("kernel.wasm is kernel.wat, assembled, byte for byte", () => {
  const assembled = assemble(read("kernel.wat").toString());
  // Otherwise assemble kernel.wat again: insights/train/README.md has the command.
  expect(Buffer.from(assembled).toString("hex")).toBe(read("kernel.wasm").toString("hex"));
});
