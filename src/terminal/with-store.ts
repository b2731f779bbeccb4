import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetDoubtful } from "../import/run/forget-doubtful.ts";
import { areRulesOutdated } from "../import/run/outdated-rules.ts";
import { OperatorError } from "../operator-error.ts";
import { parseSettings } from "../settings.ts";
import { counted } from "../spelling.ts";
import { explainFault } from "../store/connection/check-database.ts";
import { type OpenOptions, openStore, refuseMemory } from "../store/connection/open-store.ts";
import { refuseChange } from "../store/dataset/demonstration-refusal.ts";
import type { JudgedRules } from "../store/dataset/judged-rules.ts";
import { readKind } from "../store/dataset/kind.ts";
import { finishPurge } from "../store/erasure/purge.ts";
import { NoDataError } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import { describeStore, isStoreMissing } from "../upkeep/database-label.ts";
import { settleRestore } from "../upkeep/settle-restore.ts";
import type { Terminal } from "./command.ts";

async function useStore<T>(terminal: Terminal, options: OpenOptions, work: (store: Store) => Promise<T>): Promise<T> {
  const { DATABASE_URL, STATE_FOLDER: state_folder } = parseSettings(terminal.env);
  refuseMemory(DATABASE_URL);
  const notice = (line: string) => terminal.error(`candor: ${line}\n`);
  const store = await openStore(DATABASE_URL, { now: terminal.now, notice, state_folder, ...options });
  try {
    return await work(store);
  } catch (error) {
    throw await explainFault(store, error);
  } finally {
    await store.close();
  }
}

/** After an upgrade, what is stored is judged by the same rules as what this command brings. */
async function applyRules({ error, now }: Terminal, store: Store): Promise<void> {
  if (!(await areRulesOutdated({ store, now }))) return;
  const { judgeAgain } = await import("../import/run/judge-again.ts");
  const judged = await judgeAgain({ store, now, newRun: randomUUID });
  if (judged === null || judged.hidden + judged.replies_held === 0) return;
  error(
    `candor: the rules of this version were applied to ${counted(judged.reviews, "stored review")}: ${describeJudged(judged)}\n`,
  );
}

/** What newer rules changed of what is stored. */
export const describeJudged = ({ hidden, replies_held }: Pick<JudgedRules, "hidden" | "replies_held">): string =>
  `${hidden} show less, ${counted(replies_held, "owner reply", "owner replies")} wait for you`;

/** Opens the store to change it, and creates it if needed. Refuses to change a demonstration. */
export async function withStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  settleRestore(parseSettings(terminal.env).DATABASE_URL);
  return useStore(terminal, {}, async (store) => {
    if ((await readKind(store)) === "demonstration") throw refuseChange(parseSettings(terminal.env).DATABASE_URL);
    await finishPurge(store);
    await forgetDoubtful({ store, now: terminal.now });
    await applyRules(terminal, store);
    return work(store);
  });
}

/** For a process that runs long. On SQLite, statements run in a thread, so that a long one delays no request. */
export function withServedStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  return useStore(terminal, { thread: true }, async (store) => {
    if ((await readKind(store)) === "demonstration") throw refuseChange(parseSettings(terminal.env).DATABASE_URL);
    await finishPurge(store);
    await forgetDoubtful({ store, now: terminal.now });
    return work(store);
  });
}

/** For a dry run. If there is no database, it uses a temporary one. */
export async function tryStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  if (!isStoreMissing(terminal)) return withStore(terminal, work);
  const folder = mkdtempSync(join(tmpdir(), "candor-dry-run-"));
  try {
    const env = { ...terminal.env, DATABASE_URL: `sqlite:${join(folder, "candor.db")}` };
    return await withStore({ ...terminal, env }, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const nothingThere = (terminal: Terminal, what: string) =>
  new OperatorError(
    `there is ${what} yet at ${describeStore(terminal)}: candor business FILE or candor import FILE creates it`,
  );

/** Opens the store to change what is in it. If there is none, it is not created, because there is nothing to change. */
export async function withExistingStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  if (isStoreMissing(terminal)) throw nothingThere(terminal, "no database");
  return withStore(terminal, work);
}

/** Opens the store to read it. Creates nothing. */
export async function lookAtStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  if (isStoreMissing(terminal)) throw nothingThere(terminal, "no database");
  const look = useStore(terminal, { existing: true, as_it_is: true }, async (store) => {
    if ((await readKind(store)) === "demonstration") {
      terminal.error("candor: this database is a demonstration, and its reviews are made up\n");
    }
    return work(store);
  });
  return look.catch((error) => {
    throw error instanceof NoDataError ? nothingThere(terminal, "nothing stored") : error;
  });
}
