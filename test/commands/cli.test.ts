import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { VERIFICATION_METHODS } from "../../src/model/review-kinds.ts";
import { loadDemo } from "../../src/serve/demo.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { countReviews } from "../../src/store/reviews/reviews.ts";
import { newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { CLI } from "../server-process.ts";
import { candor } from "./terminal.ts";

const DEMO = fileURLToPath(new URL("../../examples/demo-clinic/", import.meta.url));
const COMMANDS =
  "init serve desk import sync business add undo show waiting accept refuse verify same different words consent withhold erase person reply status digest subscriptions check analyze backup restore export doctor settings".split(
    " ",
  );
const NOBODY = "7Q2M4D9ZK1VXB3H8RTCNE5WYA6";
const folder = newFolder();
const write = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe("the command line", () => {
  test("--help lists every command, and every command has its own --help", async () => {
    const help = await candor("sqlite:x", ["--help"]);
    expect(help.code).toBe(0);
    expect(Array.from(help.out.matchAll(/^ {2}([a-z]+) {2,}/gm), ([, name]) => name)).toEqual(COMMANDS);
    for (const name of COMMANDS) {
      const own = await candor("sqlite:x", [name, "a", "--help"]);
      expect(own).toMatchObject({ code: 0, error: "" });
      expect(own.out).toMatch(new RegExp(`^(Usage: )?candor ${name}\\b`));
      expect(await candor("sqlite:x", [name, "-h"])).toEqual(own);
      expect(await candor("sqlite:x", ["help", name])).toEqual(own);
      expect(own.out).toContain("\nExamples:\n  ");
    }
  });

  test("help and -h print the same on standard output; no command prints it on standard error and exits 2", async () => {
    const help = await candor("sqlite:x", ["--help"]);
    expect(await candor("sqlite:x", ["help"])).toEqual(help);
    expect(await candor("sqlite:x", ["-h"])).toEqual(help);
    expect(await candor("sqlite:x", [])).toEqual({ code: 2, out: "", error: help.out });
  });

  test("--version prints the version alone", async () => {
    const { version } = await Bun.file(new URL("../../package.json", import.meta.url)).json();
    expect(await candor("sqlite:x", ["--version"])).toEqual({ code: 0, out: `${version}\n`, error: "" });
  });

  test.each([
    [["help", "imprt"], "candor: unknown command imprt: did you mean import?\n"],
    [["imprt"], "candor: unknown command imprt: did you mean import?\n"],
    [["imp\n\u001b[2Jrt"], "candor: unknown command imp [2Jrt: candor --help lists all commands\n"],
    [["xyzzy"], "candor: unknown command xyzzy: candor --help lists all commands\n"],
    [["import", "a", "--dryrun"], "candor: unknown option --dryrun: did you mean --dry-run?\n"],
    [["constructor"], "candor: unknown command constructor: candor --help lists all commands\n"],
    [["import"], "candor: import takes at least one file: candor import takeout.zip\n"],
    [
      ["import", "a", "--verified-by", "me"],
      'candor: --verified-by is "me": must be one of visit_record, invitation, platform_account, operator\n',
    ],
    [
      ["import", "a", "--format", "xls"],
      "candor: --format xls is unknown: use one of candor, google-api, google-takeout, serpapi, bright-data, outscraper, dataforseo, apify, trustpilot, podium, birdeye, yelp, facebook, json-ld, json, judgeme, csv\n",
    ],
    [
      ["import", "a", "--map", "stars"],
      "candor: --map stars is not FIELD=COLUMN, where FIELD is one of rating, date, updated_at, author, last_name, text, title, source_id, source, source_url, reply, reply_date, language, translation, translation_language, location, location_name, consent, status, verified_by\n",
    ],
    [["import", "--format"], "candor: option --format needs a value\n"],
    [["verify", "x", "--verified-by", "operator"], 'candor: "x" is not a review id: an id has 26 characters\n'],
    [
      ["verify", NOBODY],
      "candor: --verified-by is required: use one of visit_record, invitation, platform_account, operator\n",
    ],
    [
      ["verify", "--verified-by", "operator"],
      "candor: no review id was given: candor verify ID --verified-by visit_record\n",
    ],
    [["erase", NOBODY], "candor: --reason is required: use erased_on_request or legal\n"],
    [
      ["erase", NOBODY, "--reason", "removed_at_source"],
      'candor: --reason is "removed_at_source": must be one of erased_on_request, legal\n',
    ],
    [["erase", "--reason", "legal"], "candor: no review id was given: candor erase ID --reason erased_on_request\n"],
    [["export"], "candor: export takes one folder: candor export public\n"],
    [["export", "a", "b"], "candor: export takes one folder: candor export public\n"],
    [["withhold", NOBODY, "--reason", "bad"], "candor: withhold requires --reason legal: there is no other reason\n"],
    [["reply", NOBODY, "keep"], "candor: reply takes review ids and publish or drop: candor reply ID publish\n"],
    [["reply", NOBODY, "drop", "publish"], 'candor: "drop" is not a review id: an id has 26 characters\n'],
    [["reply"], "candor: reply takes review ids and publish or drop: candor reply ID publish\n"],
  ])("%p is refused with one line and exit code 2", async (argv, line) => {
    expect(await candor(newSqliteDatabase(), argv)).toEqual({ code: 2, out: "", error: line });
  });

  test("a profile that is not there, or is a folder, is named in the owner's words", async () => {
    for (const verb of ["business", "check"]) {
      const { code, error } = await candor("sqlite:x", [verb, "nowhere.yaml"]);
      expect([code, error]).toEqual([1, expect.stringContaining("nowhere.yaml does not exist: check the path")]);
    }
    expect((await candor("sqlite:x", ["business", "/"])).error).toBe(
      "candor: / is a folder: give the file with the profile\n",
    );
  });

  test("the profile in the help of business is valid", async () => {
    const { out } = await candor("sqlite:x", ["business", "--help"]);
    const sample = out
      .slice(0, out.indexOf("Examples:"))
      .split("\n")
      .filter((line) => line.startsWith("  "));
    const file = write("sample.yaml", sample.map((line) => line.slice(2)).join("\n"));
    expect((await candor("sqlite:x", ["check", file])).out).toBe(
      `${file}: a business profile (Harbor Physical Therapy), 3 technicians, 1 service, 0 service areas\n`,
    );
  });

  test("a profile that is set after the reviews says that they must be imported again", async () => {
    const database = newSqliteDatabase();
    await candor(database, ["import", write("early.csv", "rating,date\n5,2026-01-01\n")]);
    const file = write("zone.yaml", "name: Harbor\ntime_zone: America/Los_Angeles\n");
    const again = "the time zone changed: import the files again to date the reviews in America/Los_Angeles\n";
    expect((await candor(database, ["business", file])).out).toBe(
      `Harbor: saved; mentions changed in 0 of 1 review\n${again}`,
    );
    expect((await candor(database, ["business", file])).out).toBe("Harbor: nothing changed\n");
  });

  test("check takes the same options as import to read a file", async () => {
    const file = write("odd.csv", "Score,Day\n5,2026-01-01\n9,2026-01-02\n");
    const checked = await candor("sqlite:x", [
      "check",
      file,
      "--map",
      "rating=Score",
      "--map",
      "date=Day",
      "--scale",
      "5",
    ]);
    expect(checked).toEqual({
      code: 1,
      out: `${file}: csv, 2 rows, 1 good, 1 rejected, 1 would be held as unverified\n`,
      error: `${file}, row 3: rating "9" is not a whole number from 1 to 5\n`,
    });
  });

  test("settings shows where each value comes from, and hides secrets", async () => {
    const { code, out } = await candor("postgres://me:hidden@db/x", ["settings"]);
    expect(code).toBe(0);
    expect(out).toContain("postgres://me:…@db/x  [environment]");
    expect(out).not.toContain("hidden");
    expect(out).toContain("METRICS_PORT                 (empty)  [default]  ");
  });

  test("settings with a malformed value prints the list, then the error, and exits 2", async () => {
    const { code, out, error } = await candor("mysql:x", ["settings"]);
    expect([code, error]).toEqual([2, "candor: setting DATABASE_URL: must begin with sqlite: or postgres://\n"]);
    expect(out).toContain("mysql:x  [environment]");
  });
});

describe("the demonstration clinic", () => {
  test("its files are valid, and load once into an empty database", async () => {
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

  test("held reviews are listed, verified, withheld for a legal reason and verified again", async () => {
    const database = newSqliteDatabase();
    const file = write("own.csv", `${HEAD}1,Ann Bee,1,2026-01-01,Bad day.,\n2,Cy Dee,5,2026-01-02,Good day.,\n`);
    const first = await candor(database, ["import", file]);
    expect(first.out).toContain("read 2 = held 2\n  2 held as unverified");
    const status = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(status.reviews).toMatchObject({ published: 0, held: { unverified: 2, consent: 0, duplicate: 0, legal: 0 } });
    const ids: string[] = status.waiting.map(({ id }: { id: string }) => id);
    expect((await candor(database, ["verify", ...ids, "--verified-by", "visit_record"])).out).toStartWith(
      "2 of 2 published\n",
    );
    // The same decision again changes nothing; another method does.
    const again = await candor(database, ["verify", ...ids, "--verified-by", "visit_record", "--json"]);
    expect(JSON.parse(again.out)).toEqual({ published: 0 });
    const first_id = ids[0] ?? "";
    const other = await candor(database, ["verify", first_id, first_id, "--verified-by", "invitation"]);
    expect(other.out).toEndWith(`to reverse: candor verify ${first_id} --verified-by visit_record\n`);
    expect((await candor(database, ["withhold", first_id, "--reason", "legal"])).out).toStartWith("1 of 1 withheld\n");
    expect((await candor(database, ["withhold", first_id, "--reason", "legal"])).out).toBe("0 of 1 withheld\n");
    // An import does not undo a legal decision.
    await candor(database, ["import", file, "--verified-by", "operator"]);
    const held = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(held.reviews).toMatchObject({ published: 1, held: { unverified: 0, legal: 1 } });
    const { version } = held.dataset;
    const publish = ["verify", first_id, "--verified-by", "invitation"];
    expect((await candor(database, publish, "2026-05-02T08:00:00Z")).out).toStartWith("1 of 1 published\n");
    expect((await candor(database, publish, "2026-05-03T08:00:00Z")).out).toBe("0 of 1 published\n");
    const changed = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(changed.dataset).toMatchObject({ version: version + 1, changed_at: "2026-05-02T08:00:00Z" });
    const missing = await candor(database, ["withhold", first_id, NOBODY, "--reason", "legal"]);
    expect(missing).toEqual({
      code: 1,
      out: "",
      error: `candor: no review ${NOBODY} is stored; nothing was changed. candor status lists the held reviews\n`,
    });
    const after = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(after.reviews).toMatchObject({ published: 2, held: { legal: 0 } });
    expect(after.dataset.version).toBe(version + 1);
  });

  test("an owner reply that reveals health details is held, published or dropped", async () => {
    const database = newSqliteDatabase();
    const file = write("reply.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,"Your knee surgery went well, Ann!"\n`);
    const report = await candor(database, ["import", file, "--verified-by", "operator"]);
    expect(report.out).toContain(
      "1 owner reply held because they may reveal health details: candor status lists them\n",
    );
    const { waiting } = JSON.parse((await candor(database, ["status", "--json"])).out);
    expect(waiting[0]).toMatchObject({ reply_held_reason: "may reveal health details" });
    expect((await candor(database, ["status"])).out).toEndWith(
      "5 stars  other  Ann B.  may reveal health details  Good.\n  read a reply: candor reply ID; then candor reply ID publish, or drop\n",
    );
    expect((await candor(database, ["reply", waiting[0].id])).out).toBe(
      '2026-01-01, 5 stars\nGood.\n\nreply, held: may reveal health details ("Your knee surgery went")\nYour knee surgery went well, Ann!\n',
    );
    expect((await candor(database, ["reply", waiting[0].id, "drop"])).out).toStartWith("reply dropped\n");
    expect(JSON.parse((await candor(database, ["reply", waiting[0].id, "--json"])).out)).toMatchObject({
      reply_state: "dropped",
    });
    expect((await candor(database, ["import", file])).out).toContain("read 1 = unchanged 1\n");
    expect((await candor(database, ["reply", waiting[0].id, "publish"])).out).toStartWith("reply published\n");
    expect((await candor(database, ["reply", waiting[0].id, "publish"])).out).toBe("the reply was already published\n");
  });

  test("a review without an owner reply has nothing to show or decide", async () => {
    const database = newSqliteDatabase();
    await candor(database, ["import", write("mute.csv", `${HEAD}1,Ann Bee,5,2026-01-01,Good.,\n`)]);
    const { waiting } = JSON.parse((await candor(database, ["status", "--json"])).out);
    const refused = { code: 1, out: "", error: `candor: review ${waiting[0].id} has no owner reply\n` };
    expect(await candor(database, ["reply", waiting[0].id])).toEqual(refused);
    expect(await candor(database, ["reply", waiting[0].id, "publish"])).toEqual(refused);
    expect((await candor(database, ["reply", NOBODY])).error).toBe(
      `candor: no review ${NOBODY} is stored: candor status lists the held replies\n`,
    );
  });

  test("a closed pipe ends a command without an error", async () => {
    for (const reader of ["true", "head -1 >/dev/null"]) {
      const line = `${CLI.join(" ")} settings | ${reader}; exit \${PIPESTATUS[0]}`;
      const child = Bun.spawn(["bash", "-c", line], { stdout: "pipe", stderr: "pipe" });
      expect([await child.exited, await child.stderr.text()]).toEqual([0, ""]);
    }
  });

  test("no review is held for its rating: the same rows are published and held for every rating", async () => {
    const stars = (rating: number) =>
      write(`s${rating}.csv`, `${HEAD}1,Ann Bee,${rating},2026-01-01,Words.,\n2,Cy,${rating},2026-01-02,,\n`);
    const outcome = async (rating: number, ...options: string[]) => {
      const database = await newSqliteStore();
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
    // No option of any command chooses by a rating; add states the one of a new review.
    for (const name of COMMANDS.filter((command) => command !== "add"))
      expect((await candor("sqlite:x", [name, "--help"])).out).not.toMatch(/--(?:min-|max-)?(?:rating|stars)/);
  });
});
