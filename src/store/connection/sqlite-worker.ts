import { codeOf, messageOf } from "../../operator-error.ts";
import type { Value } from "../store.ts";
import { openConnection, type SqliteOptions } from "./sqlite-connection.ts";

/** The thread with a server's SQLite connection. A lock of another process blocks this thread, never the event loop. */
export type SqliteRequest =
  | { kind: "open"; path: string; options: SqliteOptions }
  | { kind: "execute"; sql: string; values: readonly Value[] }
  | { kind: "close" };
export type SqliteReply = { rows: unknown[] } | { error: string; code: string | null };

declare const self: Worker;
let connection: ReturnType<typeof openConnection> | undefined;

function answer(request: SqliteRequest): SqliteReply {
  try {
    if (request.kind === "open") connection = openConnection(request.path, request.options);
    if (request.kind === "execute" && connection) {
      return { rows: connection.execute(request.sql, request.values) };
    }
    if (request.kind === "close") connection?.close();
    return { rows: [] };
  } catch (error) {
    // Sent as a plain value: an Error would lose its code when it is sent to the other thread.
    const code = codeOf(error) || null;
    return { error: messageOf(error), code };
  }
}

self.onmessage = (event: MessageEvent<SqliteRequest>) => self.postMessage(answer(event.data));
