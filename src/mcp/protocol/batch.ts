import { setImmediate } from "node:timers/promises";
import { type Core, invalidRequest } from "./core.ts";
import { type MessageText, parseMessage, type RpcReply, renderError } from "./json-rpc.ts";
import { BATCH_VERSION } from "./wire-values.ts";

/** The limit of the answer to a whole batch, without the bytes that an event stream adds. */
const MAX_ANSWER_BYTES = 512_000 - 100;
/** The calls of a batch pause after this time, because a hundred calls without a pause would delay other requests. */
const SLICE_MS = 10;

const NO_ROOM = invalidRequest(
  "the answer to this batch has reached 512 KB: send this request again in a smaller batch",
);

type Answering = Pick<Core, "run" | "render">;
/** An item that gets an answer. `shortest` is used if there is no room for the real answer. */
type Item = { shortest: string; run: (() => Promise<MessageText>) | null };

/** Null for a notification or a response, which get no answer. Ids above 2^53 are refused in a batch. */
function parseItem(core: Answering, value: unknown): Item | null {
  const message = parseMessage(value, "null");
  if (message.kind === "invalid") {
    return { shortest: renderError(message.id, invalidRequest(message.reason)), run: null };
  }
  if (message.kind !== "request") return null;
  if (message.method === "initialize") {
    const refused = invalidRequest("initialize must not be part of a batch");
    return { shortest: renderError(message.id, refused), run: null };
  }
  const run = async () => {
    const reply: RpcReply = await core.run(message, BATCH_VERSION);
    return core.render(message.id, reply, BATCH_VERSION);
  };
  return { shortest: renderError(message.id, NO_ROOM), run };
}

const sizeOf = (text: MessageText): number => Buffer.byteLength(text) + 1; // and a comma

/**
 * The answers in order, or null if no item gets one. Items run one after the other, so there is never a running item to
 * cancel. Room for the shortest answer of every item is reserved from the start. After the first answer that does not
 * fit, no further item runs.
 */
export async function runBatch(core: Answering, values: readonly unknown[]): Promise<Buffer | null> {
  const items = values.map((value) => parseItem(core, value)).filter((item) => item !== null);
  if (items.length === 0) return null;
  let room = MAX_ANSWER_BYTES - items.reduce((sum, { shortest }) => sum + sizeOf(shortest), 0);
  let slice_started = performance.now();
  let full = false;
  const parts: Buffer[] = [];
  for (const { shortest, run } of items) {
    const longer: MessageText = full || !run ? shortest : await run();
    const more: number = sizeOf(longer) - sizeOf(shortest);
    full ||= more > room;
    room -= more;
    parts.push(Buffer.from(parts.length === 0 ? "[" : ","), Buffer.from(full ? shortest : longer));
    if (performance.now() - slice_started > SLICE_MS) {
      await setImmediate();
      slice_started = performance.now();
    }
  }
  return Buffer.concat([...parts, Buffer.from("]")]);
}
