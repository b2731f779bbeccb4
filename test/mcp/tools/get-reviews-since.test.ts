import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic, TOMBSTONE } from "../clinic.ts";
import { callTool, idNumbers } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_reviews_since", given);

test("get_reviews_since returns what is new and what was deleted", async () => {
  const { reviews, ...head } = await call({ since: "2024-01-05" });
  expect(idNumbers(reviews)).toEqual([5, 4]);
  const { changed_at: _, ...deleted } = TOMBSTONE;
  expect(head).toEqual({
    since: "2024-01-05",
    updated_at: "2024-02-01T00:00:00Z",
    matched: 2,
    returned: 2,
    next_cursor: null,
    deleted_count: 1,
    deleted: [deleted],
  });
  expect((await call({ date: "2024-01-11" })).deleted).toEqual([]);
  expect((await call({ date: "soon" })).fault).toBe('date must be a real calendar date, YYYY-MM-DD; received "soon"');
});
