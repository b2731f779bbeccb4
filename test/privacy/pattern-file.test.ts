import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anyOf, parsePatterns } from "../../src/privacy/pattern-file.ts";

describe("a data file of patterns", () => {
  test("has alternatives in their order, and patterns in parts", () => {
    const text = "[month]\nmarch\nmar\n[date pattern]\n\\d{1,2}\\s\n(?:march|mar)\n";
    expect(parsePatterns("dates.words.txt", text, ["month", "date pattern"])).toEqual({
      month: "march|mar",
      "date pattern": "\\d{1,2}\\s(?:march|mar)",
    });
  });

  test("may name its own lists in an entry, and parts that the code gives", () => {
    const text = "[date pattern]\n(?:{{day}})\\s\n(?:{{month}})\n[day]\n\\d\n{{day in words}}\n[month]\nmay\n";
    const { "date pattern": date } = parsePatterns("dates.words.txt", text, ["date pattern"], {
      "day in words": anyOf(["first", "second"]),
    });
    expect(date).toBe("(?:\\d|first|second)\\s(?:may)");
  });

  test("is refused if an entry names a list that is not there, or if nothing reads a list", () => {
    const parse = (text: string) => parsePatterns("dates.words.txt", text, ["date"]);
    expect(() => parse("[date]\n{{month}} \\d\n")).toThrow("dates.words.txt has no list, or an empty one, for month");
    expect(() => parse("[date]\n\\d\n[month]\nmay\n")).toThrow("dates.words.txt has lists that nothing reads: month");
  });
});

test("every list of the privacy rules says what it is for", () => {
  const folder = fileURLToPath(new URL("../../src/privacy/", import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".words.txt"),
  );
  expect(files.length).toBeGreaterThan(20);
  const silent = files.flatMap((file) => {
    const lines = readFileSync(`${folder}${file}`, "utf8").split("\n");
    // A list whose name is a number has the words for it.
    const isSilent = (line: string, at: number) => /^\[[a-z]/.test(line) && /^(?:$|[^#])/.test(lines[at - 1] ?? "");
    return lines
      .filter((line, at) => /^\[[a-z0-9 _-]+\]$/.test(line) && isSilent(line, at))
      .map((list) => `${file} ${list}`);
  });
  expect(silent).toEqual([]);
});
