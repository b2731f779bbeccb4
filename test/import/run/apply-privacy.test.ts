import { expect, test } from "bun:test";
import { hasChanges } from "../../../src/import/run/apply-privacy.ts";
import type { RevisionWords } from "../../../src/store/reviews/kept-words.ts";

test("one review, or the words of one before an edit, is a change", () => {
  const none = { ids: new Set<string>(), replies_held: 0, replies_only: 0, revisions: [], former: [], aliases: [] };
  const revision = { review_id: "a", revision: 1, title: null, text: "Words.", reply_text: null } as RevisionWords;
  expect(hasChanges(none)).toBe(false);
  expect(hasChanges({ ...none, ids: new Set(["a"]) })).toBe(true);
  expect(hasChanges({ ...none, revisions: [revision] })).toBe(true);
});
