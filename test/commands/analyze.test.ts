import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { CLI } from "../server-process.ts";

async function analyze(input: string, ...options: string[]) {
  const child = Bun.spawn([...CLI, "analyze", ...options], {
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return {
    code,
    error,
    lines: out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
}

test("a text comes back with its sentiment, its aspects and the words behind them", async () => {
  const text = "The pain is gone.";
  const { code, lines } = await analyze(`${JSON.stringify({ id: "1", text })}\n`);
  expect(code).toBe(0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    id: "1",
    sentiment: { label: "positive" },
    aspects: [{ aspect: "results", sentiment: "positive", start: 0, end: 17 }],
    mentions: { technicians: [], services: [], service_areas: [] },
  });
  expect(lines[0].targets).toBeUndefined();
  expect(lines[0].aspects[0].evidence.length).toBeGreaterThan(0);
});

test("targets come back in order, each with its own polarity", async () => {
  const text = "The food was delicious but the service was terrible.";
  const { lines } = await analyze(
    JSON.stringify({
      id: 7,
      text,
      targets: [
        { start: 0, end: 8 },
        { start: 31, end: 38 },
      ],
    }),
  );
  expect(lines[0].id).toBe(7);
  expect(lines[0].targets.map(({ sentiment }: { sentiment: string }) => sentiment)).toEqual(["positive", "negative"]);
});

test("Spanish is read, by the stated language of a short text or by the words of a longer one", async () => {
  const texts = [
    { id: 1, text: "Excelente.", language: "es" },
    { id: 2, text: "La recepcionista fue muy grosera con mi mamá." },
  ];
  const { lines } = await analyze(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  expect(lines[0]).toMatchObject({ id: 1, sentiment: { label: "positive" } });
  expect(lines[1].aspects).toMatchObject([{ aspect: "front_desk", sentiment: "negative", start: 0, end: 45 }]);
});

test("a text in another language, or without words, is not read", async () => {
  const texts = [
    { id: 1, text: "Le personnel est très gentil et les soins sont excellents." },
    { id: 2, text: "Ang galing ng mga staff dito, sobrang bait.", targets: [{ start: 0, end: 3 }] },
    { id: 3, text: "12345" },
    { id: 4, text: "Great staff", language: "fr" },
    { id: 5, text: "👎" },
  ];
  const { lines } = await analyze(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  expect(lines.map(({ read, language, sentiment }) => [read, language, sentiment?.label ?? null])).toEqual([
    [false, "fr", null],
    [false, "tl", null],
    [false, null, null],
    [false, "fr", null],
    [true, "en", "negative"],
  ]);
  expect(lines[1]).toMatchObject({ aspects: [], targets: [{ sentiment: null, score: null }] });
});

test("people and services of a profile are recognized", async () => {
  const file = join(newFolder(), "business.yaml");
  writeFileSync(file, "name: Clinic\ntime_zone: Europe/London\ntechnicians:\n  - id: ana-ruiz\n    name: Ana Ruiz\n");
  const { lines } = await analyze('{"id":"1","text":"Ana was wonderful."}', "--business", file);
  expect(lines[0].mentions.technicians).toEqual([{ id: "ana-ruiz", name: "Ana Ruiz" }]);
});

test("--taxonomy takes a name, and the profile's taxonomy counts without it", async () => {
  const line = '{"id":"1","text":"The crown fell out after a week."}';
  const { lines } = await analyze(line, "--taxonomy", "dentist");
  expect(lines[0].aspects).toMatchObject([{ aspect: "work", sentiment: "negative" }]);
  const file = join(newFolder(), "business.yaml");
  writeFileSync(file, "name: Salon\ntype: Florist\ntime_zone: Europe/London\n");
  expect((await analyze(line, "--business", file)).lines[0].aspects).toEqual([]);
});

test("--taxonomy reads the aspects of another trade from a file", async () => {
  const file = join(import.meta.dir, "../../insights/engine/taxonomies/restaurant.json");
  const { lines } = await analyze('{"id":"1","text":"The pasta was delicious."}', "--taxonomy", file);
  expect(lines[0].aspects).toMatchObject([{ aspect: "food", sentiment: "positive" }]);
});

test("a bad line is reported and skipped, and the exit code is 1", async () => {
  const { code, error, lines } = await analyze('{"id":"1"}\nnonsense\n{"id":"2","text":"Great staff."}\n');
  expect(code).toBe(1);
  expect(error).toContain("line 1: text:");
  expect(error).toContain("line 2 is not JSON");
  expect(lines).toHaveLength(1);
});

test("a file that is not a taxonomy is rejected with its errors", async () => {
  const file = join(newFolder(), "taxonomy.yaml");
  writeFileSync(file, "id: x\nlabel: X\n");
  const { code, error } = await analyze("", "--taxonomy", file);
  expect(code).toBe(1);
  expect(error).toContain("is not a taxonomy");
  expect(error).toContain("aspects");
});
