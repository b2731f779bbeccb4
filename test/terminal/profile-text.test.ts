import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderBusinessFile, renderSettingsFile } from "../../src/terminal/init-files.ts";
import { parseProfileText } from "../../src/terminal/profile-text.ts";
import { readProfileFile } from "../../src/terminal/read-profile.ts";
import { newFolder } from "../databases.ts";
import { refusalOf } from "../refusal.ts";

test("of several faults at one place the first is reported", () => {
  const text = parseProfileText("{a: 1, a: 2, b: [}");
  expect("faults" in text && text.faults.map(({ column, words }) => [column, words.slice(0, 30)])).toEqual([
    [8, "this member is given twice: ke"],
    [18, "this line is indented differen"],
  ]);
});

test("a member without a value counts as left out, at every depth", () => {
  const text = parseProfileText("name:\naddress:\n  postal_code:\n  region: OR\nfaq:\n  - { question: a, answer: }\n");
  expect("value" in text && text.value).toEqual({ address: { region: "OR" }, faq: [{ question: "a" }] });
  expect("value" in text && text.placeOf(["address", "postal_code", "x"])).toEqual({ line: 3, column: 15 });
  const empty = parseProfileText("");
  expect("value" in empty && [empty.value, empty.placeOf(["name"])]).toEqual([null, { line: 1, column: 1 }]);
});

test("a color that became a comment is told, and no other comment is", () => {
  const wordsOf = (text: string) => {
    const parsed = parseProfileText(text);
    return "faults" in parsed ? parsed.faults : parsed.value;
  };
  expect(wordsOf("name: Tern\naccent_color: #0b6a62\n")).toEqual([
    {
      line: 2,
      column: 1,
      words: 'accent_color is empty, because # begins a comment: put the color in quotes, as in "#0b6a62"',
    },
  ]);
  expect(wordsOf("accent_color: # the sign's\ndescription: #abc\n")).toEqual({});
  expect(wordsOf('accent_color: "#0b6a62" #abc\n')).toEqual({ accent_color: "#0b6a62" });
  expect(wordsOf("accent_color: [] #abc\n")).toEqual({ accent_color: [] });
  expect(wordsOf("#abc\n")).toBeNull();
});

test("a file that repeats itself too often has its fault at its beginning", () => {
  const lists = "bcdefghi".replaceAll(/./g, (name) => {
    const before = `*${String.fromCharCode(name.charCodeAt(0) - 1)}`;
    return `${name}: &${name} [${Array(9).fill(before).join(", ")}]\n`;
  });
  expect(parseProfileText(`a: &a [x]\n${lists}`)).toEqual({
    faults: [{ line: 1, column: 1, words: "this file is nested too deeply, or repeats itself too often" }],
  });
});

test("a profile of 2 MB is read, and a larger one refused", () => {
  const path = join(newFolder(), "business.yaml");
  const read = (length: number) => {
    writeFileSync(path, "name: Tern\n#".padEnd(length, "x"));
    return refusalOf(() => readProfileFile({ error: () => {} }, path))?.message ?? null;
  };
  expect(read(2_097_152)).toBeNull();
  expect(read(2_097_153)).toBe(`${path} is too large for a business profile: the limit is 2 MB`);
});

const ANSWERS = { name: 'Tern "PT"', time_zone: "UTC", type: "Physiotherapy", country: null, database_elsewhere: null };

test("a new profile has the answers, and the address as an example or with the country alone", () => {
  const text = renderBusinessFile(ANSWERS);
  expect(text).toContain('\nname: "Tern \\"PT\\""\n');
  expect(text).toContain("\n# address:\n#   street_address: 418 Netmenders Row\n");
  expect(text).toContain("\n#   address_country: US\n");
  expect(renderBusinessFile({ ...ANSWERS, country: "DE" })).toContain(
    '\naddress:\n#   street_address: 418 Netmenders Row\n#   address_locality: Port Ellery\n#   address_region: OR\n#   postal_code: "97999"\n  address_country: "DE"\n',
  );
  expect(text).not.toContain("{{");
});

test("new settings are all comments but the database, which another file may name", () => {
  const active = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(active(renderSettingsFile(ANSWERS))).toEqual(["DATABASE_URL=sqlite:./data/candor.db"]);
  const elsewhere = renderSettingsFile({ ...ANSWERS, database_elsewhere: "/etc/candor.env" });
  expect(active(elsewhere)).toEqual([]);
  expect(elsewhere.match(/\n# \/etc\/candor\.env names it already\.\n# .*/g)).toEqual([
    "\n# /etc/candor.env names it already.\n# DATABASE_URL=sqlite:./data/candor.db",
  ]);
});
