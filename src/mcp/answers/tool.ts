import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { Call } from "../protocol/catalog.ts";
import { CODES } from "../protocol/wire-values.ts";
import { answer, answerFault, type Structured } from "./answer.ts";
import { type Fields, inputSchema, openArguments, type Values } from "./arguments.ts";
import type { Member } from "./output.ts";
import { type View, viewOf } from "./view.ts";

/** JSON of the structured content, or what the agent must fix. */
export type ToolAnswer = { structured: Structured } | { fault: string };

export type Tool = {
  definition: Record<string, unknown> & { name: string };
  /** A promise only if the work takes longer than one turn. */
  answer: (view: View, given: unknown) => ToolAnswer | Promise<ToolAnswer>;
};

export function defineTool<F extends Fields>(spec: {
  name: string;
  title: string;
  description: string;
  fields: F;
  /** Every member that an answer may have. None is `required`: which ones it has depends on the arguments. */
  output: Record<string, Member>;
  /** What to do instead, by the name of an argument that agents expect here. */
  hints?: Record<string, string>;
  answer: (view: View, values: Values<F>) => ToolAnswer | Promise<ToolAnswer>;
}): Tool {
  const parse = openArguments(spec.fields, spec.hints);
  return {
    definition: {
      name: spec.name,
      title: spec.title,
      description: spec.description,
      inputSchema: inputSchema(spec.fields),
      outputSchema: { type: "object", properties: spec.output },
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

/** Only between startup and the first snapshot. */
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
        const render = (given: ToolAnswer) =>
          "fault" in given ? answerFault(given.fault) : answer(given.structured, snapshot.demonstration);
        const given = tool.answer(viewOf(snapshot, base_url), params.arguments);
        return given instanceof Promise ? given.then(render) : render(given);
      },
    ]),
  );
}
