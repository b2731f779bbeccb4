import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { SOURCE, startCandor } from "../server-process.ts";
import { armThreads, breakThread, type ThreadFault } from "./thread-fault.ts";

const CASES: [ThreadFault, reason: string][] = [
  ["throw", "error: broken by a test"],
  ["exit", "it stopped without an error"],
];
const messageOf = (error: Error) => error.message;

describe("a store with a SQLite thread", () => {
  const original = globalThis.Worker;
  beforeAll(armThreads);
  afterAll(() => {
    globalThis.Worker = original;
  });

  test.each(CASES)(
    "that dies by %s rejects the pending query and every later one, and closes",
    async (fault, reason) => {
      const died = Promise.withResolvers<string>();
      let deaths = 0;
      const store = await openStore(newSqliteDatabase(), {
        thread: true,
        threadDied: (error) => {
          deaths += 1;
          died.resolve(error.message);
        },
      });
      const message = `the database thread died (${reason}): restart the server`;
      // One query after another: the thread dies while one of them waits for its answer.
      const asking = (async () => {
        for (;;) await store.query("SELECT 1 AS one");
      })();
      breakThread(fault);
      expect(await asking.catch(messageOf)).toBe(message);
      expect(await died.promise).toBe(message);
      expect(await store.query("SELECT 1 AS one").catch(messageOf)).toBe(message);
      expect(await store.transaction((tx) => tx.query("SELECT 1 AS one")).catch(messageOf)).toBe(message);
      await store.close();
      expect(deaths).toBe(1);
    },
  );

  test("that is closed reports no death, and refuses queries from then on", async () => {
    let deaths = 0;
    const store = await openStore(newSqliteDatabase(), {
      thread: true,
      threadDied: () => {
        deaths += 1;
      },
    });
    await store.close();
    await store.close();
    expect(await store.query("SELECT 1 AS one").catch(messageOf)).toBe("the database is closed");
    await Bun.sleep(100);
    expect(deaths).toBe(0);
  });
});

describe("a server whose SQLite thread dies", () => {
  const command = [SOURCE[0] ?? "", "--preload", join(import.meta.dir, "thread-fault.ts"), SOURCE[1] ?? ""];

  test.each(CASES)("by %s logs one error and exits with code 1", async (fault, reason) => {
    const env = { DATABASE_URL: newSqliteDatabase(), THREAD_FAULT: fault };
    await using server = await startCandor(env, [], command);
    process.kill(server.pid, "SIGUSR2");
    expect(await server.exited).toBe(1);
    const error = `the database thread died (${reason}): restart the server`;
    // The connection that ends with the thread writes the file, which may be noticed first, with a warning.
    expect(server.events().filter(({ level }) => level === "error")).toEqual([
      { time: expect.any(String), level: "error", event: "database_thread_died", error },
    ]);
  });
});
