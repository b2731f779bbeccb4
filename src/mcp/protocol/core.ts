import { describeError, type Log } from "../../log.ts";
import type { Catalog } from "./catalog.ts";
import { createDispatch, createResultRenderer } from "./dispatch.ts";
import {
  type IdText,
  type MessageText,
  type Params,
  type RpcError,
  type RpcReply,
  renderError,
  renderResult,
} from "./json-rpc.ts";
import { type AnswerFormat, respondError, respondMessage } from "./transport.ts";
import { CODES, isModernVersion, type Version } from "./wire-values.ts";

export type RpcRequest = { id: IdText; method: string; params: Params };

/** What both eras share: run a method, then turn its reply into a message and an HTTP response. */
export type Core = {
  catalog: Catalog;
  run(request: RpcRequest, version: Version): RpcReply | Promise<RpcReply>;
  render(id: IdText, reply: RpcReply, version: Version): MessageText;
  respond(id: IdText, reply: RpcReply, version: Version, format: AnswerFormat): Response;
  /** Runs and responds, synchronously if the method is synchronous. */
  answer(request: RpcRequest, version: Version, format: AnswerFormat): Response | Promise<Response>;
};

export const invalidRequest = (message: string): RpcError => ({ code: CODES.invalid_request, message });

/** 2026-07-28 answers an unknown method with 404. Any other error of a method is a JSON-RPC answer with status 200. */
const statusOf = ({ status, code }: RpcError, version: Version): number =>
  status ?? (isModernVersion(version) && code === CODES.method_not_found ? 404 : 200);

export function createCore(deps: { catalog: Catalog; random: (bytes: number) => Uint8Array; log: Log }): Core {
  const dispatch = createDispatch(deps.catalog);
  const renderFor = createResultRenderer(deps.catalog);

  /** An exception in a handler fails only its request. The client gets an incident id that is also in the log. */
  const failed = (method: string, error: unknown): RpcReply => {
    const incident = Buffer.from(deps.random(6)).toString("hex");
    deps.log.error("mcp_request_failed", { incident, method, ...describeError(error) });
    const message = `Internal error; the server's log has the details under incident ${incident}`;
    return { error: { code: CODES.internal_error, message, status: 500 } };
  };
  const run: Core["run"] = ({ method, params }, version) => {
    try {
      const reply = dispatch(method, params, version);
      return reply instanceof Promise ? reply.catch((error) => failed(method, error)) : reply;
    } catch (error) {
      return failed(method, error);
    }
  };
  const render: Core["render"] = (id, reply, version) =>
    "result" in reply
      ? renderResult(id, renderFor(reply.result, version), reply.result.rest)
      : renderError(id, reply.error);
  const respond: Core["respond"] = (id, reply, version, format) => {
    const status = "error" in reply ? statusOf(reply.error, version) : 200;
    if ("error" in reply && status !== 200) return respondError(status, reply.error, id);
    return respondMessage(render(id, reply, version), format);
  };
  return {
    catalog: deps.catalog,
    run,
    render,
    respond,
    answer(request, version, format) {
      const reply = run(request, version);
      return reply instanceof Promise
        ? reply.then((settled) => respond(request.id, settled, version, format))
        : respond(request.id, reply, version, format);
    },
  };
}
