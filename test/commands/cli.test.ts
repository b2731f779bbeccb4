import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERIFICATION_METHODS } from "../../src/model/review.ts";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/open.ts";
import { countReviews } from "../../src/store/reviews.ts";
import { newFolder, newSqliteDatabase } from "../databases.ts";
import { CLI } from "../server-process.ts";
import { candor } from "./terminal.ts";

const DEMO = fileURLToPath(new URL("../../examples/demo-clinic/", import.meta.url));
const COMMANDS = ["import", "business", "verify", "withhold", "erase", "reply", "status", "check", "settings"];
const folder = newFolder();
const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe("the call", () => {
  test("--help names every command, and every command explains itself", async () => {
    const help = await candor("sqlite:x", ["--help"]);
    expect(help.code).toBe(0);
    for (const name of COMMANDS) {
      expect(help.out).toContain(`  ${name} `);
      const own = await candor("sqlite:x", [name, "--help"]);
      expect(own).toMatchObject({ code: 0, error: "" });
      expect(own.out).toStartWith(`Usage: candor ${name}`);
    }
  });

  test.each([
    [["imprt"], "candor: command imprt is unknown: did you mean import?\n"],
    [["xyzzy"], "candor: command xyzzy is unknown: candor --help lists all of them\n"],
    [["import", "a", "--dryrun"], "candor: option --dryrun is unknown: did you mean --dry-run?\n"],
    [["import"], "candor: import takes at least one file: candor import takeout.zip\n"],
    [
      ["import", "a", "--verified-by", "me"],
      'candor: --verified-by is "me": must be one of visit_record, invitation, platform_account, operator\n',
    ],
    [
      ["import", "a", "--format", "xls"],
      "candor: --format xls is unknown: use one of candor, google-api, google-takeout, serpapi, outscraper, apify, yelp, facebook, json-ld, json, trustpilot, birdeye, podium, judgeme, csv\n",
    ],
    [
      ["import", "a", "--map", "stars"],
      "candor: --map stars is not FIELD=COLUMN, where FIELD is one of rating, date, updated_at, author, text, title, source_id, source, source_url, reply, reply_date, language, location, location_name, verified_by\n",
    ],
    [["import", "--format"], "candor: option --format needs a value\n"],
    [["verify", "x", "--verified-by", "operator"], 'candor: "x" is no review id (26 characters)\n'],
    [
      ["withhold", "7Q2M4D9ZK1VXB3H8RTCNE5WYA6", "--reason", "bad"],
      "candor: withhold needs --reason legal: there is no other reason\n",
    ],
    [
      ["reply", "7Q2M4D9ZK1VXB3H8RTCNE5WYA6", "keep"],
      "candor: reply takes a review id and publish or drop: candor reply ID publish\n",
    ],
  ])("a wrong call is told what is wrong and exits 2: %p", async (argv, line) => {
    expect(await candor(newSqliteDatabase(), argv)).toEqual({ code: 2, out: "", error: line });
  });

  test("the profile that the help of business shows is a good one", async () => {
    const { out } = await candor("sqlite:x", ["business", "--help"]);
    const sample = out.split("\n").filter((line) => line.startsWith("  "));
    const file = write("sample.yaml", sample.map((line) => line.slice(2)).join("\n"));
    expect((await candor("sqlite:x", ["check", file])).out).toBe(
      `${file}: a business profile (Harbor Physical Therapy), 1 technician, 1 service, 0 service areas\n`,
    );
  });

  test("a profile that comes after the reviews says that their days are to be read again", async () => {
    const database = newSqliteDatabase();
    await candor(database, ["import", write("early.csv", "rating,date\n5,2026-01-01\n")]);
    const file = write("zone.yaml", "name: Harbor\ntime_zone: America/Los_Angeles\n");
    const again = "the time zone changed: import the files again to date the reviews in America/Los_Angeles\n";
    expect((await candor(database, ["business", file])).out).toBe(
      `Harbor: saved; mentions changed in 0 of 1 review\n${again}`,
    );
    expect((await candor(database, ["business", file])).out).toBe("Harbor: nothing changed\n");
  });

  test("check takes what import takes to read a file", async () => {
    const file = write("odd.csv", "Score,Day\n5,2026-01-01\n9,2026-01-02\n");
    const checked = await candor("sqlite:x", ["check", file, "--map", "rating=Score", "--map", "date=Day"]);
    expect(checked).toEqual({
      code: 1,
      out: `${file}: csv, 2 rows, 1 good, 1 rejected, 1 would be held as unverified\n`,
      error: `${file}, row 3: rating "9" is not a whole number from 1 to 5\n`,
    });
  });

  test("settings shows where each value comes from, and no secret", async () => {
    const { code, out } = await candor("postgres://me:hidden@db/x", ["settings"]);
    expect(code).toBe(0);
    expect(out).toContain("postgres://me:…@db/x  [environment]");
    expect(out).not.toContain("hidden");
  });
});

describe("the demonstration clinic", () => {
  test("its files are good, and load once into an empty store", async () => {
    expect(await candor("sqlite:x", ["check", join(DEMO, "business.yaml")])).toMatchObject({ code: 0, error: "" });
    const checked = await candor("sqlite:x", ["check", join(DEMO, "reviews.ndjson")], "2026-11-15T00:00:00Z");
    expect(checked).toMatchObject({ code: 0, error: "" });
    const store = await openStore(newSqliteDatabase());
    const now = () => new Date("2026-11-15T00:00:00Z");
    expect(await loadDemo(store, now)).toBe(true);
    expect(await loadDemo(store, now)).toBe(false);
    expect((await countReviews(store)).published).toBe(217);
    expect((await countReviews(store)).replies_held).toBe(0);
    await store.close();
  });
});

describe("an operator's decisions", () => {
  const HEAD = "id,name,rating,date,review,reply\n";

  test("held reviews are listed, verified, withheld for the law and verified again", async () => {
    const database = newSqliteDatabase();
    const file = write("own.csv", `${HEAD}1,Ann Bee,1,2026-01-01,Bad day.,\n2,Cy Dee,5,2026-01-02,Good day.,\n`);
    const first = await candor(database, ["import", file]);
    expect(first.out).toContain(
      "read 2, added 2, updated 0, unchanged 0, removed 0, held 2, rejected 0\n  2 held as unverified",
    );
    const status = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(status.reviews).toMatchObject({ published: 0, held: { unverified: 2, duplicate: 0, legal: 0 } });
    const ids: string[] = status.waiting.map(({ id }: { id: string }) => id);
    expect((await candor(database, ["verify", ...ids, "--verified-by", "visit_record"])).out).toBe(
      "2 of 2 published\n",
    );
    expect((await candor(database, ["withhold", ids[0] ?? "", "--reason", "legal"])).out).toBe("1 of 1 withheld\n");
    // An import does not undo what the law asked for.
    await candor(database, ["import", file, "--verified-by", "operator"]);
    const held = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(held.reviews).toMatchObject({ published: 1, held: { unverified: 0, legal: 1 } });
    expect((await candor(database, ["verify", ids[0] ?? "", "--verified-by", "visit_record"])).out).toBe(
      "1 of 1 published\n",
    );
    const missing = await candor(database, ["verify", "7Q2M4D9ZK1VXB3H8RTCNE5WYA6", "--verified-by", "operator"]);
    expect(missing).toMatchObject({ code: 1 });
    expect(missing.error).toContain("no review 7Q2M4D9ZK1VXB3H8RTCNE5WYA6 is stored; nothing was changed");
  });

  test("an owner reply that tells on a patient is held, published or dropped for good", async () => {
    const database = newSqliteDatabase();
    const file = write("reply.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,"Your knee surgery went well, Ann!"\n`);
    const report = await candor(database, ["import", file, "--verified-by", "operator"]);
    expect(report.out).toContain(
      "1 owner reply held because they may reveal health details: candor status lists them\n",
    );
    const { waiting } = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(waiting[0]).toMatchObject({ reply_held_reason: "names a condition" });
    expect((await candor(database, ["status"])).out).toEndWith(
      "5 stars  other  reply held: names a condition\n  read a reply: candor reply ID; then candor reply ID publish, or drop\n",
    );
    expect((await candor(database, ["reply", waiting[0].id])).out).toBe(
      "2026-01-01, 5 stars\nGood.\n\nreply, held: names a condition\nYour knee surgery went well, Ann!\n",
    );
    expect((await candor(database, ["reply", waiting[0].id, "drop"])).out).toBe("reply dropped\n");
    expect(JSON.parse((await candor(database, ["reply", waiting[0].id, "--json"])).out)).toMatchObject({
      reply_state: "dropped",
    });
    expect((await candor(database, ["import", file])).out).toContain("unchanged 1");
    expect((await candor(database, ["reply", waiting[0].id, "publish"])).out).toBe("reply published\n");
  });

  test("a dry run shows each change field by field", async () => {
    const database = newSqliteDatabase();
    await candor(database, ["import", write("dry.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n`)]);
    const edited = write("dry.csv", `${HEAD}1,Ann Bee,2,2026-01-01,Worse.,\n9,New One,3,2026-01-05,New.,\n`);
    const { out } = await candor(database, ["import", edited, "--dry-run"]);
    expect(out).toContain('    rating: 5 → 2\n    text: "Good." → "Worse."\n');
    expect(out).toMatch(/\+ [0-9A-Z]{26} {2}2026-01-05 {2}3 stars {2}New O\.\n/);
    expect(out).toEndWith("dry run: nothing was changed\n");
  });

  test("a reader that has enough, or wants nothing, ends a command without a fault", async () => {
    for (const reader of ["true", "head -1 >/dev/null"]) {
      const line = `${CLI.join(" ")} settings | ${reader}; exit \${PIPESTATUS[0]}`;
      const child = Bun.spawn(["bash", "-c", line], { stdout: "pipe", stderr: "pipe" });
      expect([await child.exited, await child.stderr.text()]).toEqual([0, ""]);
    }
  });

  test("nothing holds a review for its rating: whatever the stars, the same rows are published and held", async () => {
    const stars = (rating: number) =>
      write(`s${rating}.csv`, `${HEAD}1,Ann Bee,${rating},2026-01-01,Words.,\n2,Cy,${rating},2026-01-02,,\n`);
    const outcome = async (rating: number, ...options: string[]) => {
      const database = newSqliteDatabase();
      const report = JSON.parse((await candor(database, ["import", stars(rating), "--json", ...options])).out);
      return { added: report.added, held: report.held, rejected: report.rejected };
    };
    for (const options of [
      [],
      ...VERIFICATION_METHODS.map((method) => ["--verified-by", method]),
      ["--source", "google"],
    ]) {
      const five = await outcome(5, ...options);
      for (const rating of [1, 2, 3, 4]) expect(await outcome(rating, ...options)).toEqual(five);
    }
    // No option of any command takes a rating.
    for (const name of COMMANDS)
      expect((await candor("sqlite:x", [name, "--help"])).out).not.toMatch(/--(?:min-|max-)?(?:rating|stars)/);
  });
});
