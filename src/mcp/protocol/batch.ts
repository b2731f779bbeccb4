import { setImmediate } from "node:timers/promises";
import { type Core, invalidRequest } from "./core.ts";
import { type MessageText, parseMessage, type RpcReply, renderError } from "./json-rpc.ts";
import { BATCH_VERSION } from "./wire-values.ts";

/** Of the answer to a whole batch, less what an event stream puts around it. */
const MAX_ANSWER_BYTES = 512_000 - 100;
/** A hundred calls one after the other would keep other requests waiting. */
const SLICE_MS = 10;

const NO_ROOM = invalidRequest(
  "the answer to this batch has reached 512 KB: send this request again in a smaller batch",
);

type Answering = Pick<Core, "run" | "render">;
/** An item that gets an answer, and its answer if there is no room for a longer one. */
type Item = { shortest: string; run: (() => Promise<MessageText>) | null };

/** Null: a notification or a response, which gets no answer. An id above 2^53 is refused here. */
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
 * The answers, in order, or null if no item gets one. Items run one after the other, so a cancellation never has
 * anything to cancel. Room for every item's shortest answer is kept from the start; after the first answer that does not
 * fit, nothing more is run.
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
