import { parseSettings } from "../settings.ts";
import { asOperatorError } from "../store/database-fault.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "./command.ts";

/** Opens the store that DATABASE_URL names and closes it after the work. */
export async function withStore<T>(terminal: Terminal, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(parseSettings(terminal.env).DATABASE_URL, { now: terminal.now });
  try {
    return await work(store);
  } catch (error) {
    throw asOperatorError(error);
  } finally {
    await store.close();
  }
}
