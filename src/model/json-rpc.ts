import { z } from "zod";

// JSON-RPC §4 allows null and fractions too; MCP does not.
const rpcId = z.union([z.string(), z.int()]).meta({ description: "Chosen by the client, echoed exactly." });
const members = z.record(z.string(), z.unknown());
const version = z.literal("2.0").meta({ description: "The version of JSON-RPC." });

/** A request; without `id` a notification. The dispatcher is stricter than this: it knows the methods. */
export const jsonRpcRequest = z
  .strictObject({
    jsonrpc: version,
    id: rpcId.optional(),
    method: z.string().min(1).meta({ description: "Such as initialize, tools/list or tools/call." }),
    params: members.optional().meta({ description: "The arguments of the method." }),
  })
  .meta({ id: "JsonRpcRequest", description: "One JSON-RPC 2.0 request or notification." });

/** Exactly one of `result` and `error` (JSON-RPC §5), which a strict object of both cannot say. */
export const jsonRpcResponse = z
  .strictObject({
    jsonrpc: version,
    id: z
      .union([z.string(), z.int(), z.null()])
      .optional()
      .meta({ description: "Of the request; null or absent where it could not be read." }),
    result: members.optional().meta({ description: "What the method gave." }),
    error: z
      .strictObject({
        code: z.int().meta({ description: "A code of JSON-RPC or MCP.", example: -32602 }),
        message: z.string().meta({ description: "What went wrong." }),
        data: z.unknown().optional().meta({ description: "More about it." }),
      })
      .optional()
      .meta({ description: "Why there is no result." }),
  })
  .meta({ id: "JsonRpcResponse", description: "One JSON-RPC 2.0 response: a result or an error." });
