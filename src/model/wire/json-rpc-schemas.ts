import { z } from "zod";

// JSON-RPC §4 also allows null and fractions, but MCP does not.
const rpcId = z
  .union([z.string(), z.int()])
  .meta({ description: "Chosen by the client; the response repeats it exactly." });
const members = z.record(z.string(), z.unknown());
const version = z.literal("2.0").meta({ description: "The version of JSON-RPC." });

/**
 * A request, or a notification if it has no `id`. The dispatcher is stricter than this schema, because it knows the
 * methods.
 */
export const jsonRpcRequest = z
  .strictObject({
    jsonrpc: version,
    id: rpcId.optional(),
    method: z.string().min(1).meta({ description: "Such as initialize, tools/list or tools/call." }),
    params: members.optional().meta({ description: "The arguments of the method." }),
  })
  .meta({ id: "JsonRpcRequest", description: "One JSON-RPC 2.0 request or notification." });

/** Has exactly one of `result` and `error` (JSON-RPC §5), which this schema cannot express. */
export const jsonRpcResponse = z
  .strictObject({
    jsonrpc: version,
    id: z
      .union([z.string(), z.int(), z.null()])
      .optional()
      .meta({ description: "The id of the request; null or absent if it could not be read." }),
    result: members.optional().meta({ description: "What the method returned." }),
    error: z
      .strictObject({
        code: z.int().meta({ description: "A JSON-RPC or MCP error code.", example: -32602 }),
        message: z.string().meta({ description: "What went wrong." }),
        data: z.unknown().optional().meta({ description: "More about the error." }),
      })
      .optional()
      .meta({ description: "Why there is no result." }),
  })
  .meta({ id: "JsonRpcResponse", description: "One JSON-RPC 2.0 response: a result or an error." });
