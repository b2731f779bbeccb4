import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const folder = newFolder();

async function prepare(): Promise<string> {
  const database = await newSqliteStore();
  const write = (rows: string) => {
    const file = join(folder, "reviews.csv");
    writeFileSync(file, `id,name,rating,date,review,reply\n${rows}`);
    return candor(database, ["import", file, "--verified-by", "operator"]);
  };
  await write("1,Maria Sanchez,5,2026-01-01,First words.,\n2,Maria Soto,4,2026-01-02,Other words.,\n");
  await write("1,Maria Sanchez,5,2026-01-01,Second words.,\n3,Maria S.,3,2026-01-03,Short name.,\n");
  await write("4,Ann Bee,5,2026-01-04,My cousin maria sanchez goes there.,\n");
  return database;
}

test("what is stored of a person is found by the full name, the short name and the words", async () => {
  const database = await prepare();
  const { reviews } = JSON.parse((await candor(database, ["person", "maria", "SANCHEZ", "--json"])).out);
  const found = reviews.map(
    ({ date, match, earlier }: { date: string; match: string; earlier: { text: string }[] }) => ({
      date,
      match,
      earlier: earlier.map(({ text }) => text),
    }),
  );
  expect(found.sort((a: { date: string }, b: { date: string }) => a.date.localeCompare(b.date))).toEqual([
    { date: "2026-01-01", match: "author", earlier: ["First words."] },
    { date: "2026-01-03", match: "short_name", earlier: [] },
    { date: "2026-01-04", match: "words", earlier: [] },
  ]);
  const { out } = await candor(database, ["person", "Maria Sanchez"]);
  expect(out).toContain("Second words.");
  expect(out).toContain("before edit 1: First words.");
  expect((await candor(database, ["person", "Zoe Nobody"])).out).toBe("nothing is stored of Zoe Nobody\n");
});

test.each(["first_initial", "initials", "anonymous"])(
  "a name that was hidden in the words is found, with names: %s",
  async (names) => {
    const database = await newSqliteStore();
    const profile = join(folder, "hidden.yaml");
    writeFileSync(profile, `name: Tern\ntime_zone: UTC\nprivacy: { names: ${names} }\n`);
    await candor(database, ["business", profile]);
    const file = join(folder, "hidden.csv");
    const rows = [
      "1,Ann Bee,5,2026-01-01,My cousin Maria Sanchez goes there.,",
      "2,Bob Cat,5,2026-01-02,My cousin Maria Soto goes there.,",
      "3,Cy Dee,5,2026-01-03,My cousin Rosamaria S. goes there.,",
      "4,Di Eff,5,2026-01-04,Lovely team here.,Thank you! Please greet your cousin Maria Sanchez.",
      "5,Ed Fox,5,2026-01-05,Friendly people.,",
    ];
    writeFileSync(file, `id,name,rating,date,review,reply\n${rows.join("\n")}\n`);
    await candor(database, ["import", file, "--verified-by", "operator"]);
    const { reviews } = JSON.parse((await candor(database, ["person", "Maria Sanchez", "--json"])).out);
    expect(JSON.stringify(reviews)).not.toContain("Sanchez");
    const matches = reviews.map(({ date, match }: { date: string; match: string }) => `${date} ${match}`).sort();
    expect(matches).toEqual(
      names === "anonymous"
        ? ["2026-01-01 words"]
        : ["2026-01-01 words", "2026-01-02 short_words", "2026-01-04 short_words"],
    );
  },
);

test("the export is for its owner alone, and only what was written under the full name is erased", async () => {
  const database = await prepare();
  const file = join(folder, "maria.json");
  expect((await candor(database, ["person", "Maria Sanchez", "--erase"])).code).toBe(2);
  const { out } = await candor(database, ["person", "Maria Sanchez", "--export", file, "--erase", "--yes"]);
  expect(out).toEndWith(`3 reviews written to ${file}\n1 erased\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, "utf8")).reviews).toHaveLength(3);
  const { reviews } = JSON.parse((await candor(database, ["person", "Maria Sanchez", "--json"])).out);
  expect(reviews.map(({ match }: { match: string }) => match).sort()).toEqual(["short_name", "words"]);
});

test("what is kept of a review that an import removed is found, and can be erased from there", async () => {
  const database = await prepare();
  const file = join(folder, "complete.csv");
  writeFileSync(file, "id,name,rating,date,review\n2,Maria Soto,4,2026-01-02,Other words.\n");
  const complete = ["--complete", "--exported-at", "2026-05-15T00:00:00Z", "--yes", "--verified-by", "operator"];
  expect((await candor(database, ["import", file, ...complete], "2026-05-20T00:00:00Z")).code).toBe(0);
  const { reviews } = JSON.parse((await candor(database, ["person", "Maria Sanchez", "--json"])).out);
  const author = reviews.filter(({ match }: { match: string }) => match === "author");
  expect(author.map(({ text, state }: { text: string; state: string }) => [text, state])).toEqual([
    ["First words.", "kept for candor undo"],
    ["Second words.", "kept for candor undo"],
  ]);
  expect(author[1].earlier).toMatchObject([{ revision: 1, text: "First words." }]);
  expect((await candor(database, ["person", "Maria Sanchez", "--erase", "--yes"])).out).toEndWith("1 erased\n");
  expect((await candor(database, ["person", "Maria Sanchez"])).out).not.toContain("Second words.");
});

test("person prints each review with its state, all its words and those before an edit", async () => {
  const database = await newSqliteStore();
  const file = join(folder, "own.csv");
  const load = (row: string) => {
    writeFileSync(file, `id,name,rating,date,title,review,reply\n${row}`);
    return candor(database, ["import", file]);
  };
  await load("1,Ann Bee,2,2026-01-01,Sad,First words.,\n");
  await load('1,Ann Bee,1,2026-01-01,Sad,"Second words,\non two lines.",Thank you!\n');
  const { reviews } = JSON.parse((await candor(database, ["person", "Ann Bee", "--json"])).out);
  expect(
    (await candor(database, ["person", "ann bee"])).out,
  ).toBe(`${reviews[0].id}  2026-01-01  1 star  other  Ann B.  held: unverified
  written under this full name
  Sad
  Second words,
  on two lines.
  Thank you!
  before edit 1: Sad
  before edit 1: First words.

`);
  expect((await candor(database, ["person", "Ann Bee", "--erase", "--yes", "--json"])).out).toContain('"erased": 1\n');
  const version = async () => JSON.parse((await candor(database, ["status", "--json"])).out).dataset.version;
  const before = await version();
  expect((await candor(database, ["person", "Ann Bee", "--erase", "--yes"])).out).toBe(
    "nothing is stored of Ann Bee\n0 erased\n",
  );
  expect(await version()).toBe(before);
  expect(await candor(database, ["person", " "])).toEqual({
    code: 2,
    out: "",
    error: 'candor: name a person: candor person "Maria Sanchez"\n',
  });
});

test("a person of whom only the short name is stored is found by it, and with full names by those", async () => {
  const database = await newSqliteStore();
  const profile = join(folder, "business.yaml");
  const matches = async (name: string) => {
    const { reviews } = JSON.parse((await candor(database, ["person", name, "--json"])).out);
    return reviews.map(({ match, author }: { match: string; author: string }) => [match, author]);
  };
  writeFileSync(profile, "name: Tern\ntime_zone: UTC\nprivacy: { names: full }\n");
  await candor(database, ["business", profile]);
  const file = join(folder, "own.csv");
  writeFileSync(file, "id,name,rating,date,review\n1,Ann Bee,2,2026-01-01,Fine.\n2,Bob Cat,2,2026-01-02,Good.\n");
  await candor(database, ["import", file]);
  const store = await openStore(database);
  await store.query("UPDATE review SET person = NULL");
  await store.close();
  expect(await matches("ANN BEE")).toEqual([["short_name", "Ann Bee"]]);
  expect(await matches("Ann B.")).toEqual([]);
  // Whoever is shown without a name may be anybody.
  writeFileSync(profile, "name: Tern\ntime_zone: UTC\nprivacy: { names: anonymous }\n");
  await candor(database, ["business", profile]);
  const anonymous = await openStore(database);
  await anonymous.query("UPDATE review SET author = 'Anonymous', person = NULL");
  await anonymous.close();
  expect(await matches("Ann Bee")).toEqual([]);
});
