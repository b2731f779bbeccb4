import { expect, test } from "bun:test";
import type { SnapshotSource } from "../../src/model/snapshot-source.ts";
import { documentsBeside, isSameProfile } from "../../src/publish/documents/documents-beside.ts";
import { servedParts, withKeptDocuments } from "../../src/publish/kept-documents.ts";
import { wholeBody } from "../../src/snapshot/body.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { buildOf } from "../build.ts";
import { FAST } from "../length.ts";
import { readTexts } from "../read-texts.ts";
import { reviewRow, testProfile } from "../rows.ts";

/** The test clinic with some reviews of one day, the last of which came at the given time. */
const clinicOf = (count: number, changed_at: string, name = "Harbor Physical Therapy"): SnapshotSource => ({
  dataset_version: count,
  commit_id: `commit ${count}`,
  committed_at: changed_at,
  demonstration: false,
  profile: testProfile({ name }),
  profile_changed_at: "2026-01-01T00:00:00Z",
  withheld: { unverified: 0, consent: 0, duplicate: 0, legal: 0 },
  withheld_changed_at: null,
  tombstones: [],
  async *reviews() {
    yield Array.from({ length: count }, (_, i) => reviewRow(i, { date: `2026-03-0${1 + i}`, changed_at }));
  },
});

const base_url = "https://reviews.example";
const served = () => buildOf(clinicOf(2, "2026-05-01T00:00:00Z"), { base_url, renderDocuments: documentsBeside(null) });

test.skipIf(FAST)(
  "pages for developers are rendered again only if their examples or the profile change; their time is that of the data",
  async () => {
    const first = await served();
    const renderDocuments = documentsBeside(servedParts(first));
    const next = await buildOf(clinicOf(3, "2026-05-02T00:00:00Z"), { base_url, renderDocuments });
    expect(next.documents.has("/developers")).toBe(false);
    const kept = withKeptDocuments(first, next).documents.get("/developers");
    expect(kept).toMatchObject({ hash: first.documents.get("/developers")?.hash, changed_at: "2026-05-02T00:00:00Z" });
    const renamed = await buildOf(clinicOf(3, "2026-05-03T00:00:00Z", "Harbor Two"), { base_url, renderDocuments });
    expect(renamed.documents.get("/developers")?.hash).not.toBe(kept?.hash);
    const analyzed = await buildOf(clinicOf(2, "2026-05-01T00:00:00Z"), {
      base_url,
      readInsights: readTexts,
      renderDocuments,
    });
    const saysNoInsights = ({ documents }: Snapshot) =>
      Buffer.from(wholeBody(documents.get("/developers/reference.md")?.bodies.identity ?? [])).includes(
        "no insights yet",
      );
    expect([first, analyzed].map(saysNoInsights)).toEqual([true, false]);
  },
);

test.skipIf(FAST)(
  "documents of the profile are rendered again only if it changes, and kept only while it is the same",
  async () => {
    const first = await served();
    const renderDocuments = documentsBeside(servedParts(first));
    const FIXED = ["/robots.txt", "/icon.svg", "/card.png", "/.well-known/openapi.json", "/developers/errors"];
    const fixed = [...first.documents].filter(([, document]) => document.fixed).map(([path]) => path);
    expect(fixed).toEqual(expect.arrayContaining(FIXED));
    expect(fixed).not.toContain("/");
    const next = await buildOf(clinicOf(3, "2026-05-02T00:00:00Z"), { base_url, renderDocuments });
    expect(fixed.filter((path) => next.documents.has(path))).toEqual([]);
    const kept = withKeptDocuments(first, next).documents;
    expect([...kept.keys()].sort()).toEqual([...first.documents.keys()].sort());
    expect(fixed.filter((path) => kept.get(path) !== first.documents.get(path))).toEqual([]);
    const renamed = await buildOf(clinicOf(3, "2026-05-03T00:00:00Z", "Harbor Two"), { base_url });
    expect(fixed.filter((path) => withKeptDocuments(first, renamed).documents.has(path))).toEqual([]);
  },
);

test.skipIf(FAST)(
  "a mirror that gets a review of its own, or loses its last one, has the documents of a new server",
  async () => {
    const clinic = clinicOf(2, "2026-05-01T00:00:00Z");
    const rows = (await Array.fromAsync(clinic.reviews())).flat();
    const mirrored = rows.map(({ id }) => ({ review_id: id, mirror_of: "https://origin.example" }));
    const mirror = { ...clinic, mirrored };
    const own = { ...clinic, mirrored: mirrored.slice(1) };
    const documentsOf = ({ documents }: Snapshot) =>
      Array.from(documents, ([path, { hash, link, headers }]) => ({ path, hash, link, headers })).sort((a, b) =>
        a.path < b.path ? -1 : 1,
      );
    for (const [before, after] of [
      [mirror, own],
      [own, mirror],
    ] as const) {
      const first = await buildOf(before, { base_url, renderDocuments: documentsBeside(null) });
      const fresh = await buildOf(after, { base_url, renderDocuments: documentsBeside(null) });
      const next = await buildOf(after, { base_url, renderDocuments: documentsBeside(servedParts(first)) });
      expect(first.canonical?.site).not.toBe(fresh.canonical?.site);
      expect(documentsOf(withKeptDocuments(first, next))).toEqual(documentsOf(fresh));
    }
  },
);

test("a profile is the same if its time, its content and the origin of all reviews are", () => {
  const profile = testProfile();
  const served = { profile, profile_changed_at: "2026-01-01T00:00:00Z" };
  const origin = { site: "https://origin.example", reviews: new Map() };
  expect(
    [
      served,
      { ...served, profile: testProfile({ name: "Harbor Two" }) },
      { ...served, profile_changed_at: "2026-01-02T00:00:00Z" },
      { ...served, canonical: origin },
      { ...served, canonical: { ...origin, site: null } },
    ].map((other) => isSameProfile(served, other)),
  ).toEqual([true, false, false, false, true]);
  expect(isSameProfile({ ...served, canonical: origin }, { ...served, canonical: { ...origin } })).toBe(true);
});
