import { expect, test } from "bun:test";
import { greet } from "../../src/serve/greet.ts";
import { parseSettings } from "../../src/settings.ts";
import { reviewRow } from "../rows.ts";
import { type Data, snapshotOf } from "../service.ts";

const EMPTY = "No review is published yet";
const MADE_UP = "Serving the demonstration clinic: a made-up business with made-up reviews.";

async function greeting(data: Data | null): Promise<string[]> {
  let text = "";
  const out = (more: string) => {
    text += more;
  };
  const terminal = { env: {}, out, error: out, interactive: true, now: () => new Date() };
  greet(terminal, parseSettings({ BASE_URL: "https://reviews.example" }), data && (await snapshotOf(data)));
  return text.split("\n");
}

test("the person who starts the service is told where to look", async () => {
  const lines = await greeting({ rows: [reviewRow(1)] });
  expect(lines.slice(0, 3)).toEqual([
    "",
    "  Pages        https://reviews.example/",
    "  Reviews      https://reviews.example/reviews.json",
  ]);
  expect(lines.slice(-3)).toEqual(["", "Stop with Ctrl-C.", ""]);
  expect(await greeting(null)).toEqual(lines);
});

test("a store without reviews and a demonstration say so", async () => {
  expect((await greeting({})).filter((line) => line.startsWith(EMPTY))).toHaveLength(1);
  const demonstration = await greeting({ rows: [reviewRow(1)], source: { demonstration: true } });
  expect(demonstration).toContain(MADE_UP);
  expect(demonstration.join()).not.toContain(EMPTY);
  expect(await greeting({})).not.toContain(MADE_UP);
});
