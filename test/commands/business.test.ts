import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { candor } from "./terminal.ts";

const folder = newFolder();
const path = join(folder, "business.yaml");
const profile = (more = "", zone = "UTC") => writeFileSync(path, `name: Tern\ntime_zone: ${zone}\n${more}`);

function writeReviews(): string {
  const file = join(folder, "own.csv");
  const rows = ["1,Ann Bee,5,2026-01-01,Ana is great.", "2,Bob Cat,4,2026-01-02,Fine."];
  writeFileSync(file, `id,name,rating,date,review\n${rows.join("\n")}\n`);
  return file;
}

test("business says what a new profile changes in stored reviews, and what it cannot change", async () => {
  const database = await newSqliteStore();
  const save = async (...more: string[]) => (await candor(database, ["business", path, ...more])).out;
  profile();
  expect(await save()).toBe("Tern: saved; mentions changed in 0 of 0 reviews\n");
  await candor(database, ["import", writeReviews(), "--verified-by", "operator"]);
  profile("technicians: [Ana]\n");
  expect(await save()).toBe("Tern: saved; mentions changed in 1 of 2 reviews\n");
  expect(await save()).toBe("Tern: nothing changed\n");
  profile("technicians: [Ana]\nprivacy: { names: initials }\n");
  expect(await save()).toBe(
    "Tern: saved; mentions changed in 0 of 2 reviews\nprivacy: 2 of 2 stored reviews now show less, and the words that were taken out are deleted\n",
  );
  profile("technicians: [Ana]\n");
  expect(await save()).toBe(
    "Tern: saved; mentions changed in 0 of 2 reviews\nprivacy: it shows more than before, but what was taken out is not stored: only a new import can bring it back\n",
  );
  profile("technicians: [Ana]\n", "Asia/Tokyo");
  expect(await save()).toBe(
    "Tern: saved; mentions changed in 0 of 2 reviews\nthe time zone changed: import the files again to date the reviews in Asia/Tokyo\n",
  );
  profile("technicians: [Ana]\n");
  expect(JSON.parse(await save("--json"))).toMatchObject({ changed: true, zone_changed: true, reviews: 2 });
});

test.each([0, 1])("a looser privacy cannot bring back what was taken out of %d stored reviews", async (count) => {
  const database = await newSqliteStore();
  const save = async () => (await candor(database, ["business", path])).out;
  profile("privacy: { names: initials }\n");
  await save();
  writeFileSync(join(folder, "one.csv"), "id,name,rating,date,review\n1,Ann Bee,5,2026-01-01,Fine.\n");
  if (count > 0) await candor(database, ["import", join(folder, "one.csv")]);
  profile();
  expect((await save()).includes("only a new import can bring it back")).toBe(count > 0);
});

test("business takes one file, and not the profile of the demonstration", async () => {
  const database = await newSqliteStore();
  const demonstration = join(import.meta.dir, "../../examples/demo-clinic/business.yaml");
  for (const argv of [[], [path, path]])
    expect(await candor(database, ["business", ...argv])).toMatchObject({ code: 2, out: "" });
  const refused = await candor(database, ["business", demonstration]);
  expect(refused.code).toBe(1);
  expect(refused.error).toContain("is the profile of the demonstration, and its business is made up");
});

test("check takes one file, tells a profile from reviews in JSON, and repeats the notes of the reader", async () => {
  const check = (...argv: string[]) => candor("sqlite:x", ["check", ...argv]);
  expect((await check(path, path)).code).toBe(2);
  const json = join(folder, "a.json");
  const read = async (text: string) => {
    writeFileSync(json, text);
    const { code, out, error } = await check(json);
    return [code, (out + error).replaceAll(json, "a.json")];
  };
  expect(await read('{"name": "Tern", "time_zone": "UTC"}')).toEqual([
    0,
    "a.json: a business profile (Tern), 0 technicians, 0 services, 0 service areas\n",
  ]);
  writeFileSync(
    json,
    '{"name": "Tern", "time_zone": "UTC", "technicians": ["Ana"], "services": ["Massage", "Taping"]}',
  );
  const found = await check(json, "--json");
  expect([found.code, JSON.parse(found.out)]).toEqual([
    0,
    { kind: "business", name: "Tern", technicians: 1, services: 2, service_areas: 0 },
  ]);
  expect(await read('[{"id": "1", "rating": 5, "date": "2026-01-01", "text": "Fine."}]')).toEqual([
    0,
    "a.json: json, 1 row, 1 good, 0 rejected, 1 would be held as unverified\n",
  ]);
  const [code, said] = await read('[{"id": "1", "rating": 5, "date": "2026-01-01"');
  expect([code, String(said)]).toEqual([1, expect.stringContaining("is broken JSON")]);
  const csv = join(folder, "dates.csv");
  writeFileSync(csv, "rating,date\n5,03/04/2026\n4,02/12/2026\n");
  expect((await check(csv)).out).toContain("\nnote: ");
});

test("doctor names what is no setting, and what was meant", async () => {
  const { runCli } = await import("../../src/cli.ts");
  let out = "";
  await runCli(["doctor"], {
    env: { DATABASE_URL: newSqliteDatabase(), TRUST_PROXI: "1", XYZZY: "1" },
    origins: { XYZZY: "candor.env" },
    out: (text) => {
      out += text;
    },
    error: () => {},
    interactive: false,
    now: () => new Date("2026-05-01T12:00:00Z"),
  });
  expect(out).toContain("not a setting: TRUST_PROXI (environment), XYZZY (candor.env)");
  expect(out).toContain("rename or remove: TRUST_PROXI to TRUST_PROXY, remove XYZZY");
});

test("a new name keeps its id and its mentions with called_before, and without it nothing is changed unasked", async () => {
  const database = await newSqliteStore();
  const call = (...argv: string[]) => candor(database, argv);
  profile("technicians: [Ana Ruiz, Bob Katz]\nservices: [Dry needling]\n");
  await call("business", path);
  const file = join(folder, "names.csv");
  const words = ["Ana is great.", "Dr. Katz and the dry needling helped.", "And then Bob helped."];
  const rows = words.map((text, at) => `${at},Ann Bee,5,2026-01-0${at + 1},${text}`);
  writeFileSync(file, `id,name,rating,date,review\n${rows.join("\n")}\n`);
  await call("import", file, "--verified-by", "operator");
  // Renamed, and the old names are lost.
  profile("technicians: [Ana Ruiz, Robert Stone]\nservices: [Trigger point therapy]\n");
  const refused = await call("business", path);
  expect([refused.code, refused.out]).toEqual([1, ""]);
  expect(refused.error).toContain(
    "these would lose all their mentions:\n  technician Bob Katz: 2 → 0 mentions\n  service Dry needling: 1 → 0 mentions\n",
  );
  expect(refused.error).toContain("called_before: [the old name]");
  expect((await call("business", path, "--json")).code).toBe(1);
  profile(
    "technicians:\n  - Ana Ruiz\n  - { name: Robert Stone, called_before: [Bob Katz], left: 2026-05-01 }\n" +
      "services:\n  - { name: Trigger point therapy, called_before: [Dry needling], left: true }\n",
  );
  expect((await call("business", path)).out).toBe("Tern: saved; mentions changed in 2 of 3 reviews\n");
  const store = await openStore(database);
  const mentions = await store.query<{ mentions: string }>("SELECT mentions FROM review ORDER BY source_id");
  await store.close();
  const stone = { id: "bob-katz", name: "Robert Stone" };
  expect(mentions.map((row) => JSON.parse(row.mentions))).toEqual([
    { technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }], services: [], service_areas: [] },
    { technicians: [stone], services: [{ id: "dry-needling", name: "Trigger point therapy" }], service_areas: [] },
    { technicians: [stone], services: [], service_areas: [] },
  ]);
  // Taken out on purpose.
  profile("technicians: [Ana Ruiz]\n");
  expect((await call("business", path)).code).toBe(1);
  expect((await call("business", path, "--yes")).out).toBe(
    "Tern: saved; mentions changed in 2 of 3 reviews\n  technician Robert Stone: 2 → 0 mentions\n  service Trigger point therapy: 1 → 0 mentions\n",
  );
});
