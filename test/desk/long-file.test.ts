import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { repeats } from "../length.ts";
import { STALL_MS } from "../machine.ts";
import { enterDesk, installation, linkIn, startDeskProcess, until } from "./desk-process.ts";
import { hiddenOf } from "./upload-form.ts";

const ROWS = 100_000;
const KILLS = repeats(4, 40);
const ROWS_KILLED = 500;

const tableOf = (rows: number): string =>
  "id,rating,date,name,review,source\n" +
  Array.from(
    { length: rows },
    (_, at) => `r${at},${(at % 5) + 1},2025-03-04,Ann Bee,Visit number ${at}.,google\n`,
  ).join("");

async function open(env: Record<string, string>) {
  const desk = startDeskProcess(env, ["--no-open", "--no-serve"]);
  return { desk, owner: await enterDesk(await until(() => linkIn(desk.output()))) };
}

async function countStored(url: string): Promise<number> {
  const store = await openStore(url);
  const [row] = await store.query<{ count: number }>("SELECT count(*) AS count FROM review");
  await store.close();
  return Number(row?.count);
}

test(`a file of ${ROWS} rows shows how far it is within a second, and canceled leaves nothing`, async () => {
  const { env, folder } = installation();
  const { desk, owner } = await open(env);
  const table = tableOf(ROWS);
  const started = performance.now();
  const { location } = await owner.upload("long.csv", table);
  expect(location).toBe("/import/1");
  const page = await owner.see(location);
  expect(performance.now() - started).toBeLessThan(1000 + STALL_MS);
  expect(page).toContain("The file is being read.");
  expect(page).toContain("<progress");
  const counted = await until(async () => /([\d,]+) rows so far/.exec(await owner.see(location))?.[1]);
  expect(Number(counted.replace(",", ""))).toBeGreaterThan(0);
  const canceled = performance.now();
  expect((await owner.submit(`${location}/discard`)).location).toBe("/import");
  expect(performance.now() - canceled).toBeLessThan(1000 + STALL_MS);
  expect(readdirSync(join(folder, "desk/uploads"))).toEqual([]);
  desk.child.kill("SIGTERM");
  expect(await desk.child.exited).toBe(0);
  expect(await countStored(env.DATABASE_URL ?? "")).toBe(0);
});

test(`a desk that is killed at ${KILLS} moments of an import has all of it or nothing, and no file`, async () => {
  const { env, folder } = installation();
  const url = env.DATABASE_URL ?? "";
  const uploads = join(folder, "desk/uploads");
  let { desk, owner } = await open(env);
  /** Begins to publish a file that nobody published before. */
  const begin = async (name: string) => {
    const { location } = await owner.upload("own.csv", tableOf(ROWS_KILLED).replaceAll(/^r/gm, `${name}-`));
    const preview = await until(async () => {
      const text = await owner.see(location);
      return text.includes("/publish") && text;
    });
    const published = owner.submit(`${location}/publish`, [["revision", hiddenOf(preview, "revision")]]);
    return { location, published: published.catch(() => null) };
  };
  // How long it takes when nobody kills it.
  const { location } = await begin("whole");
  const begun = performance.now();
  await until(async () => (await owner.see(location)).includes("What changed"));
  const whole_ms = performance.now() - begun;
  let stored = await countStored(url);
  expect(stored).toBe(ROWS_KILLED);
  for (let kills = 0; kills < KILLS; kills += 1) {
    const { published } = await begin(`k${kills}`);
    // An import takes longer the more is stored.
    await Bun.sleep((whole_ms * 3 * (kills + 0.5)) / KILLS);
    desk.child.kill("SIGKILL");
    await Promise.all([desk.child.exited, published]);
    ({ desk, owner } = await open(env));
    expect(existsSync(uploads)).toBe(false);
    const now = await countStored(url);
    expect([0, ROWS_KILLED]).toContain(now - stored);
    stored = now;
  }
  desk.child.kill("SIGTERM");
  expect(await desk.child.exited).toBe(0);
});
