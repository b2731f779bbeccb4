import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { bumpDataset } from "../rows.ts";

test.each([
  ["in a burst", 10],
  ["after one", 200],
])("a commit of another connection to the same file is heard, until the store is closed %s", async (_, wait_ms) => {
  const url = newSqliteDatabase();
  const [served, other] = [await openStore(url, { fileEvent: () => {} }), await openStore(url)];
  let heard = 0;
  await served.listen("any", () => {
    heard += 1;
  });
  await Bun.sleep(200);
  const before = heard;
  await bumpDataset(other);
  await until(() => heard > before);
  await bumpDataset(other);
  await Bun.sleep(wait_ms);
  await served.close();
  const after = heard;
  await bumpDataset(other);
  await Bun.sleep(300);
  expect(heard).toBe(after);
  await other.close();
});
