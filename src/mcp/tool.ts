import type { Snapshot } from "../snapshot/snapshot.ts";
import { answer, answerFault, type Structured } from "./answer.ts";
import { type Fields, inputSchema, openArguments, type Values } from "./arguments.ts";
import type { Call } from "./catalog.ts";
import { CODES } from "./protocol.ts";
import { type View, viewOf } from "./view.ts";

/** JSON of the structured content, or what the agent should mend. */
export type ToolAnswer = { structured: Structured } | { fault: string };

export type Tool = {
  definition: Record<string, unknown> & { name: string };
  answer: (view: View, given: unknown) => ToolAnswer;
};

type JsonType = "string" | "integer" | "number" | "boolean" | "object" | "array" | "string?" | "object?" | "number?";

/** Shallow on purpose: the list of tools is read into every conversation. */
function outputSchema(members: Record<string, JsonType>, optional: readonly string[]): Record<string, unknown> {
  // Not `type: [x, "null"]`: clients that map schemas onto a dialect with one type each stumble over it.
  const schemaOf = (type: JsonType) =>
    type.endsWith("?") ? { anyOf: [{ type: type.slice(0, -1) }, { type: "null" }] } : { type };
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(members).map(([name, type]) => [name, schemaOf(type)])),
    required: Object.keys(members).filter((name) => !optional.includes(name)),
  };
}

export function defineTool<F extends Fields>(spec: {
  name: string;
  title: string;
  description: string;
  fields: F;
  output: Record<string, JsonType>;
  /** Members of `output` that an answer may lack. */
  optional?: readonly string[];
  answer: (view: View, values: Values<F>) => ToolAnswer;
}): Tool {
  const parse = openArguments(spec.fields);
  return {
    definition: {
      name: spec.name,
      title: spec.title,
      description: spec.description,
      inputSchema: inputSchema(spec.fields),
      outputSchema: outputSchema(spec.output, spec.optional ?? []),
      annotations: {
        title: spec.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    answer: (view, given) => {
      const parsed = parse(given);
      return "faults" in parsed ? { fault: parsed.faults.join("\n") } : spec.answer(view, parsed.values);
    },
  };
}

/** Only between the start and the first snapshot. */
export const NOT_READY = {
  error: { code: CODES.internal_error, message: "the data is being loaded: try again in a second", status: 503 },
};

export function toolCalls(tools: readonly Tool[], current: () => Snapshot | null, base_url: string): Map<string, Call> {
  return new Map(
    tools.map((tool) => [
      tool.definition.name,
      (params) => {
        const snapshot = current();
        if (!snapshot) return NOT_READY;
        const given = tool.answer(viewOf(snapshot, base_url), params.arguments);
        return "fault" in given ? answerFault(given.fault) : answer(given.structured);
      },
    ]),
  );
}
