import type { Visit } from "./visit.ts";

/** A small file is read while the browser waits. */
const WAIT_MS = 600;

/** Waits until something ends, but not long: then a page shows how far it is. */
export const waitShortly = (job: Promise<unknown>): Promise<unknown> => Promise.race([job, Bun.sleep(WAIT_MS)]);

export const logOf =
  ({ desk }: Visit) =>
  (error: unknown) =>
    desk.log.error("import_failed", { error: String(error) });
