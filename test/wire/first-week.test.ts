import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { runCandor, type ServerProcess, startCandor } from "../server-process.ts";

const PROFILE = `name: Harbor Physical Therapy
time_zone: America/Los_Angeles
technicians:
  - { id: ana-ruiz, name: Ana Ruiz, aliases: [Ana] }
`;
/** Dates that can be read two ways; the month comes first. The last review has a reply that reveals health details. */
const TABLE = `name,rating,date,review,reply
Maria Sanchez,5,03/04/2026,"Ana fixed my knee, and I run again.",
Omar Haddad,1,02/01/2026,"I waited an hour and then they sent me home.",
Lena Fischer,4,05/06/2026,"Calm people who explain what they do.","Your surgery went well, Lena!"
`;

type Shown = { id: string; author: string; date: string; rating: number; owner_reply: unknown };
type Reviews = { business: { name: string } | null; total: number; withheld: object; erased: number; reviews: Shown[] };

/** What a reader sees: the JSON, and that the page of all reviews agrees with it. */
async function readPublic(server: ServerProcess): Promise<Reviews> {
  const body = (await (await server.get("/reviews.json")).json()) as Reviews; // our own document
  const page = await (await server.get("/reviews")).text();
  const listed = [...new Set(Array.from(page.matchAll(/\/reviews\/([0-9A-Z]{26})"/g), ([, id]) => id))];
  expect(listed.sort()).toEqual(body.reviews.map(({ id }) => id).sort());
  return body;
}

test("the first week of an owner, in one folder, read by the public after each step", async () => {
  const folder = newFolder();
  const file = (name: string, text?: string) => {
    const path = join(folder, name);
    if (text !== undefined) writeFileSync(path, text);
    return path;
  };
  const env = { TZ: "UTC" };
  const settings = ["--env", join(folder, "candor.env")];
  const candor = (...args: string[]) => runCandor(env, [...settings, ...args]);
  const done = async (...args: string[]) => {
    const result = await candor(...args);
    expect([args, result.code, result.error]).toEqual([args, 0, expect.any(String)]);
    return result.output;
  };
  await runCandor(env, ["init", "--dir", folder, "--name", "Harbor", "--time-zone", "America/Los_Angeles", "--yes"]);
  let server = await startCandor(env, settings);
  const until = (wanted: (body: Reviews) => boolean) =>
    server.until("/reviews.json", (text) => text.startsWith("{") && wanted(JSON.parse(text)));
  const people = ({ reviews }: Reviews) => reviews.map(({ author, date }) => `${author} ${date}`);
  try {
    // The profile as it was written is valid; a wrong one changes nothing.
    await done("business", file("business.yaml"));
    await until(({ business }) => business?.name === "Harbor");
    const wrong = await candor(
      "business",
      file("wrong.yaml", "name: Harbor Physical Therapy\ntime_zone: Los Angeles\n"),
    );
    expect([wrong.code, wrong.error]).toEqual([1, expect.stringContaining("time_zone")]);
    await server.until("/readyz", (_, { status }) => status === 200);
    expect(await readPublic(server)).toMatchObject({ business: { name: "Harbor" }, total: 0 });
    await done("business", file("business.yaml", PROFILE));
    await until(({ business }) => business?.name === "Harbor Physical Therapy");

    // The dates can be read two ways: refused, then imported wrongly, and taken back.
    const table = file("reviews.csv", TABLE);
    const asked = await candor("import", table, "--verified-by", "visit_record");
    expect([asked.code, asked.error]).toEqual([1, expect.stringContaining("use --dates mdy if the month comes first")]);
    expect(await readPublic(server)).toMatchObject({ total: 0 });
    const imported = await done("import", table, "--verified-by", "visit_record", "--dates", "dmy");
    expect(imported).toContain("read 3 = added 3\n");
    expect(imported).toContain("import 1: candor undo 1 takes it back\n");
    await until(({ total }) => total === 3);
    expect(people(await readPublic(server))).toEqual([
      "Lena F. 2026-06-05",
      "Maria S. 2026-04-03",
      "Omar H. 2026-01-02",
    ]);
    const [lost] = (await readPublic(server)).reviews;
    expect(await done("undo")).toStartWith("import 1 is taken back: 3 added reviews removed");
    await until(({ total }) => total === 0);
    expect(await readPublic(server)).toMatchObject({ erased: 0, withheld: { unverified: 0 } });
    expect((await server.get(`/api/reviews/${lost?.id}`)).status).toBe(410);
    const { deleted } = (await (await server.get("/api/reviews/since/2026-01-01")).json()) as {
      deleted: { reason: string }[];
    };
    expect(deleted.map(({ reason }) => reason)).toEqual(["import_undone", "import_undone", "import_undone"]);

    // Again with the right dates, held until they are verified.
    expect(await done("import", table, "--dates", "mdy")).toContain("read 3 = held 3\n");
    await until(({ withheld }) => Bun.deepEquals(withheld, { unverified: 3, consent: 0, duplicate: 0, legal: 0 }));
    const { waiting } = JSON.parse(await done("status", "--json")) as { waiting: { id: string; author: string }[] };
    const idOf = (author: string) => waiting.find((review) => review.author === author)?.id ?? "";
    expect(await done("show", idOf("Omar H."))).toContain("held as unverified");
    await done("verify", ...waiting.map(({ id }) => id), "--verified-by", "visit_record");
    await until(({ total }) => total === 3);
    expect(people(await readPublic(server))).toEqual([
      "Lena F. 2026-05-06",
      "Maria S. 2026-03-04",
      "Omar H. 2026-02-01",
    ]);

    // Withheld for the law, published again, erased.
    await done("withhold", idOf("Maria S."), "--reason", "legal");
    await until(({ total }) => total === 2);
    expect(await readPublic(server)).toMatchObject({ withheld: { legal: 1 } });
    await done("verify", idOf("Maria S."), "--verified-by", "visit_record");
    await until(({ total }) => total === 3);
    const backup = file("backup.db");
    await done("backup", backup);
    await done("erase", idOf("Omar H."), "--reason", "erased_on_request");
    await until(({ erased }) => erased === 1);
    expect((await server.get(`/reviews/${idOf("Omar H.")}`)).status).toBe(410);

    // A held reply, and a review from the front desk.
    const reply = async () =>
      (await readPublic(server)).reviews.find(({ id }) => id === idOf("Lena F."))?.owner_reply ?? null;
    expect(await reply()).toBeNull();
    await done("reply", idOf("Lena F."), "publish");
    await server.until("/reviews.json", (text) => text.includes("Your surgery went well"));
    const front = ["--author", "Tom Ito", "--rating", "5", "--text", "Friendly desk.", "--date", "2026-06-01"];
    expect(await done("add", ...front, "--verified-by", "visit_record")).toStartWith("added\n");
    await until(({ total }) => total === 3);
    expect(people(await readPublic(server))[0]).toBe("Tom I. 2026-06-01");

    // The disk fails: the newest backup comes back, and what was erased since stays erased.
    const last = file("last.db");
    await done("backup", last);
    await server.stop();
    for (const side of ["", "-wal", "-shm"]) rmSync(join(folder, `data/candor.db${side}`), { force: true });
    await done("restore", last, "--yes");
    server = await startCandor(env, settings);
    await until(({ total }) => total === 3);
    expect(await readPublic(server)).toMatchObject({ erased: 1, business: { name: "Harbor Physical Therapy" } });
    await server.stop();
    expect(await done("restore", backup, "--yes")).toContain("1 review of the backup had been erased since");
    server = await startCandor(env, settings);
    await until(({ total }) => total === 2);
    expect(people(await readPublic(server))).toEqual(["Lena F. 2026-05-06", "Maria S. 2026-03-04"]);
    expect(await readPublic(server)).toMatchObject({ erased: 1 });
  } finally {
    await server.stop();
  }
});
