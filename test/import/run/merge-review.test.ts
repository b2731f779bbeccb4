import { describe, expect, test } from "bun:test";
import type { Prepared } from "../../../src/import/prepare/prepare-review.ts";
import { mergeReview } from "../../../src/import/run/merge-review.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const NOW = "2026-05-01T12:00:00Z";
const STORED: StoredReview = {
  ...reviewRow(1),
  match_key: "M",
  person: null,
  name_key: null,
  sketch: null,
  duplicate_of: null,
  doubtful: null,
  updated_at: "2026-01-10T10:00:00Z",
};

const merge = (incoming: Partial<StoredReview>, options: Partial<Prepared> = {}, stored: Partial<StoredReview> = {}) =>
  mergeReview(
    {
      place: { file: "reviews.csv", row: 2 },
      row: { ...STORED, ...incoming },
      content: null,
      unknown: [],
      updated_known: false,
      as_given: false,
      complete: false,
      ...options,
    },
    { ...STORED, ...stored },
    NOW,
  );

describe("an older version of a review", () => {
  test("is ignored if its last update is more than a minute before the stored one", () => {
    const edited = (updated_at: string) => merge({ text: "Edited.", updated_at }, { updated_known: true }).kind;
    expect(edited("2026-01-10T09:58:59Z")).toBe("unchanged");
    expect(edited("2026-01-10T09:59:00Z")).toBe("updated");
  });

  test("is not recognized if the source does not give update times", () => {
    expect(merge({ text: "Edited.", updated_at: "2020-01-01T00:00:00Z" }).kind).toBe("updated");
  });

  test("is ignored by its revision if the file has revisions", () => {
    const edited = (revision: number) => merge({ text: "Edited.", revision }, { as_given: true }, { revision: 2 }).kind;
    expect([edited(1), edited(2), edited(3)]).toEqual(["unchanged", "updated", "updated"]);
  });

  test("is not recognized by its revision if it was changed later: a source may claim any number", () => {
    const edited = (updated_at: string) =>
      merge(
        { text: "Edited.", revision: 3, updated_at },
        { as_given: true, updated_known: true },
        { revision: 1_000_000_000 },
      );
    expect(edited("2026-01-10T10:01:00Z").kind).toBe("unchanged");
    expect(edited("2026-01-10T10:01:01Z")).toMatchObject({ kind: "updated", row: { text: "Edited.", revision: 3 } });
  });
});

describe("an edit", () => {
  test("of the stars, the title or the text raises the revision, of the reply it does not", () => {
    const revision = (incoming: Partial<StoredReview>) => merge(incoming).row.revision;
    expect(revision({ rating: 1 })).toBe(2);
    expect(revision({ title: "New" })).toBe(2);
    expect(revision({ text: "New." })).toBe(2);
    expect(revision({ reply_text: "Thanks!", reply_state: "published" })).toBe(1);
    expect(revision({ author: "Ann B." })).toBe(1);
  });

  test("has the time of the import, or that of the source if it is newer", () => {
    const updated = (incoming: Partial<StoredReview>, updated_known = false) =>
      merge(incoming, { updated_known }).row.updated_at;
    expect(updated({ text: "New." })).toBe("2026-05-01T12:00:00Z");
    expect(updated({ reply_text: "Thanks!", reply_state: "published" })).toBe("2026-05-01T12:00:00Z");
    expect(updated({ author: "Ann B.", updated_at: "2026-01-11T10:00:00Z" })).toBe("2026-01-10T10:00:00Z");
    expect(updated({ text: "New.", updated_at: "2026-01-11T10:00:00Z" }, true)).toBe("2026-01-11T10:00:00Z");
    expect(updated({ text: "New.", updated_at: "2026-01-10T10:00:00Z" }, true)).toBe("2026-05-01T12:00:00Z");
  });

  test("lists the fields that a reader sees", () => {
    expect(merge({ rating: 1, location: "L-2" })).toMatchObject({
      kind: "updated",
      changes: [
        { field: "rating", from: 5, to: 1 },
        { field: "updated_at", from: "2026-01-10T10:00:00Z", to: "2026-05-01T12:00:00Z" },
        { field: "revision", from: 1, to: 2 },
      ],
    });
  });
});

describe("what is stored stays", () => {
  test("if the format does not have the column", () => {
    const stored = { title: "Kept", source_url: "https://maps.example/1" };
    expect(merge({ title: null, source_url: null }, { unknown: ["title"] }, stored).row).toMatchObject({
      title: "Kept",
      source_url: null,
    });
  });

  test("as to the times of a review that is found under another id", () => {
    const day = { date: "2024-01-03", published_at: "2024-01-03T17:00:00Z" };
    expect(merge({ id: "OTHER", ...day }).row).toMatchObject({
      id: STORED.id,
      date: "2024-01-02",
      published_at: "2024-01-02T17:00:00Z",
    });
    expect(merge(day).row).toMatchObject(day);
  });

  test("as to the origin, unless a complete export takes the review over", () => {
    const origin = { source_id: "r9", format: "google-takeout", location: "L-9" };
    const stored = { source_id: "r1", format: "apify", location: "L-1" };
    expect(merge(origin, {}, stored)).toMatchObject({ kind: "unchanged", row: stored });
    expect(merge(origin, { complete: true }, stored)).toMatchObject({ kind: "updated", row: origin, changes: [] });
    const unknown = { source_id: null, location: null };
    expect(merge(origin, {}, unknown).row).toMatchObject({ source_id: "r9", location: "L-9" });
  });

  test("as to the verification, unless the file has our revisions", () => {
    const row = { verification_method: "invitation", verified_at: NOW } as const;
    expect(merge(row).kind).toBe("unchanged");
    expect(merge(row, { as_given: true }).row).toMatchObject(row);
    const unverified = { verification_method: null, verified_at: null };
    expect(merge(unverified, { as_given: true }).row.verification_method).toBe("platform_account");
  });

  test("as to the state, unless an unverified review is verified now", () => {
    const held = (held_reason: "unverified" | "legal" | "duplicate") =>
      merge({}, {}, { state: "held", held_reason, held_at: NOW, verification_method: null, verified_at: null }).row;
    expect(held("unverified")).toMatchObject({ state: "published", held_reason: null });
    expect(held("legal")).toMatchObject({ state: "held", held_reason: "legal" });
    expect(held("duplicate")).toMatchObject({ state: "held", held_reason: "duplicate" });
  });

  test("as to a decision on a reply, until the reply changes", () => {
    const reply = { reply_text: "Your knee!", reply_state: "held", reply_held_reason: "names a condition" } as const;
    const dropped = { ...reply, reply_state: "dropped", reply_held_reason: null } as const;
    expect(merge(reply, {}, dropped)).toMatchObject({ kind: "unchanged", row: { reply_state: "dropped" } });
    const other = { ...reply, reply_text: "Your hip!" };
    expect(merge(other, {}, dropped).row).toMatchObject({
      reply_state: "held",
      reply_held_reason: "names a condition",
    });
  });
});
