import { expect, test } from "bun:test";
import { saveRequests } from "../../src/store/sync/source-requests.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { insertRows, reviewRow } from "../rows.ts";
import { DESK_URL, joined } from "./desk-people.ts";
import { deskOn } from "./desk-visitor.ts";

async function deskWithReview() {
  const desk = await deskOn("sqlite::memory:", DESK_URL);
  const row = reviewRow(1);
  await insertRows(desk.store, [row]);
  const people = { ana: await joined(desk, "Ana", "manager"), bo: await joined(desk, "Bo", "staff") };
  const stored = async () => {
    const [found] = await desk.store.query<{ changed_at: string; held_reason: string | null }>(
      "SELECT changed_at, held_reason FROM review WHERE id = $1",
      [row.id],
    );
    return found;
  };
  const decide = async (who: keyof typeof people, path: string, fields: [string, string][]) => {
    const seen: [string, string] = ["review", `${row.id}@${(await stored())?.changed_at}`];
    return people[who].visitor.submit(path, [seen, ...fields]);
  };
  return { desk, id: row.id, people, stored, decide };
}

test("only managers withhold a review for a legal reason, and end that", async () => {
  const { desk, id, people, stored, decide } = await deskWithReview();
  const path = `/reviews/${id}/decide`;
  expect((await decide("bo", path, [["decision", "withhold"]])).status).toBe(403);
  expect((await decide("ana", path, [["decision", "withhold"]])).status).toBe(303);
  expect((await people.bo.visitor.see(`/reviews/${id}`)).text).not.toContain("Publish again");
  for (const [where, kind] of [
    [path, "review"],
    ["/waiting", "unverified"],
  ] as const) {
    const fields: [string, string][] = [
      ["decision", "verify"],
      ["kind", kind],
      [`method-${kind}`, "operator"],
    ];
    expect((await decide("bo", where, fields)).status).toBe(403);
    expect((await stored())?.held_reason).toBe("legal");
  }
  const again: [string, string][] = [
    ["decision", "verify"],
    ["method-review", "operator"],
  ];
  expect((await decide("ana", path, again)).status).toBe(303);
  expect((await stored())?.held_reason).toBeNull();
  await desk.store.close();
});

test("an erasure that a source asks for is for managers, who confirm it with their passkey", async () => {
  const { desk, id, people, stored, decide } = await deskWithReview();
  const config = '{"url":"https://reviews.example.net/reviews.json"}';
  await addSyncSource(desk.store, {
    name: "main",
    kind: "url",
    config,
    config_hash: "",
    next_run: "2026-01-01T00:00:00Z",
  });
  await saveRequests(desk.store, [
    {
      review_id: id,
      source: "main",
      kind: "source_removal",
      hash: "removal erased_on_request",
      reason: "elsewhere",
      wanted: JSON.stringify({ reason: "erased_on_request" }),
      asked_at: "2026-11-15T10:42:00Z",
    },
  ]);
  const accept: [string, string][] = [
    ["decision", "accept"],
    ["kind", "source_removal"],
  ];
  expect((await people.bo.visitor.see("/waiting")).text).toContain("Only a manager can accept a removal.");
  const refused = await decide("bo", "/waiting", accept);
  expect([refused.status, refused.text.includes("Only a manager can do this")]).toEqual([403, true]);
  expect(await stored()).toBeDefined();
  desk.pass(301);
  await people.ana.visitor.see("/waiting");
  const asked = await decide("ana", "/waiting", accept);
  expect([asked.status, asked.text.includes("Is it you?")]).toEqual([403, true]);
  expect(await stored()).toBeDefined();
  await desk.store.close();
});
