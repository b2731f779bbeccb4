import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { keepChanged } from "../../src/store/imports/former-reviews.ts";
import { newSqliteStore } from "../databases.ts";
import { idsOf, writeTable } from "./own-table.ts";
import { candor } from "./terminal.ts";

test("show prints a held review, why it is held, its history and what to do next", async () => {
  const database = await newSqliteStore();
  await candor(database, ["import", writeTable("1,Ann Bee,2,2026-01-01,Call me at 503-555-0123.,\n")]);
  const [id = ""] = await idsOf(database);
  expect((await candor(database, ["show", id])).out).toBe(`review      ${id}
state       held as unverified: nothing says yet how the author is known to be a customer
author      Ann B.
rating      2 stars
date        2026-01-01
source      other
verified    no
revision    1, updated 2026-01-01T00:00:00Z
redactions  [{"kind":"phone","count":1}]

Call me at [phone].

history
  2026-05-01T12:00:00Z  added by import 1

next
  publish it: candor verify ${id} --verified-by METHOD
  withhold it for a legal reason: candor withhold ${id} --reason legal
  erase it for good: candor erase ${id} --reason erased_on_request
`);
});

test("show prints title, address and owner reply, and next what is possible in that state", async () => {
  const database = await newSqliteStore();
  const rows = `1,Ann Bee,1,2026-01-01,Sad,Bad day.,"Your knee surgery went well, Ann!",https://other.example/1
2,Cy Dee,4,2026-01-02,,,Thank you!,
`;
  const file = writeTable(rows, "id,name,rating,date,title,review,reply,url\n");
  await candor(database, ["import", file, "--verified-by", "invitation"]);
  const [ann = "", cy = ""] = await idsOf(database);
  await candor(database, ["withhold", cy, "--reason", "legal"], "2026-05-02T12:00:00Z");
  expect((await candor(database, ["show", ann, cy])).out).toBe(`review      ${ann}
state       published
author      Ann B.
rating      1 star
date        2026-01-01
source      other, https://other.example/1
verified    invitation, 2026-05-01T12:00:00Z
revision    1, updated 2026-01-01T00:00:00Z
title       Sad

Bad day.

owner reply, held: may reveal health details
Your knee surgery went well, Ann!

history
  2026-05-01T12:00:00Z  added by import 1

next
  decide about the reply: candor reply ${ann} publish, or drop
  withhold it for a legal reason: candor withhold ${ann} --reason legal
  erase it for good: candor erase ${ann} --reason erased_on_request

review      ${cy}
state       held as legal: it was withheld for a legal reason
author      Cy D.
rating      4 stars
date        2026-01-02
source      other
verified    invitation, 2026-05-01T12:00:00Z
revision    1, updated 2026-01-02T00:00:00Z

(no text)

owner reply, published
Thank you!

history
  2026-05-01T12:00:00Z  added by import 1
  2026-05-02T12:00:00Z  withheld for a legal reason

next
  publish it: candor verify ${cy} --verified-by invitation
  erase it for good: candor erase ${cy} --reason erased_on_request
`);
});

test("show prints edits with the former words, decisions, and why a review was removed", async () => {
  const database = await newSqliteStore();
  const at = (day: number) => `2026-05-0${day}T12:00:00Z`;
  const load = (text: string, day: number) => candor(database, ["import", writeTable(text)], at(day));
  await load('1,Ann Bee,5,2026-01-01,Good day.,"Your knee surgery went well, Ann!"\n', 1);
  await load('1,Ann Bee,1,2026-01-01,Bad day.,"Your knee surgery went well, Ann!"\n', 2);
  const [id = ""] = await idsOf(database);
  await candor(database, ["verify", id, "--verified-by", "visit_record"], at(3));
  await candor(database, ["reply", id, "drop"], at(4));
  const shown = await candor(database, ["show", id]);
  expect(shown.out).toContain(`
history
  2026-05-01T12:00:00Z  added by import 1
  2026-05-02T12:00:00Z  edited by import 2; before: 5 stars, Good day.
  2026-05-03T12:00:00Z  verified (visit_record)
  2026-05-04T12:00:00Z  owner reply dropped
`);
  const [known] = JSON.parse((await candor(database, ["show", id, "--json"])).out).reviews;
  expect(known).toMatchObject({ id, review: { rating: 1, state: "published" }, why: null });
  expect(known.review.person).toBeUndefined();
  expect(known.history[1]).toEqual({
    at: at(2),
    event: "edited",
    run: 2,
    detail: null,
    former: { revision: 1, rating: 5, title: null, text: "Good day." },
  });
  const store = await openStore(database);
  await keepChanged(store, 1, id);
  await store.close();
  expect((await candor(database, ["show", id])).out).toContain("  2026-05-01T12:00:00Z  changed by import 1\n");
  await candor(database, ["erase", id, "--reason", "erased_on_request"], at(5));
  expect((await candor(database, ["show", id])).out).toBe(
    `review      ${id}\nstate       removed on ${at(5)} (erased_on_request): it was erased on request: no import brings it back\n\nhistory\n  nothing is recorded\n`,
  );
});

test("show says that an id is unknown", async () => {
  expect(await candor(await newSqliteStore(), ["show", "7Q2M4D9ZK1VXB3H8RTCNE5WYA6"])).toEqual({
    code: 1,
    out: "",
    error: "candor: no review 7Q2M4D9ZK1VXB3H8RTCNE5WYA6 is known: candor status lists the held reviews\n",
  });
});
