import type { Snapshot } from "../../snapshot/snapshot.ts";
import type { CallTool } from "../protocol/catalog.ts";
import { CODES, NO_LINKS_VERSION } from "../protocol/wire-values.ts";
import { answer, answerFault, type Structured } from "./answer.ts";
import { type ArgumentFields, createArguments, inputSchema, type Values } from "./arguments.ts";
import { keepAnswer, recallAnswer } from "./kept-answers.ts";
import { type OutputMembers, outputSchema } from "./output.ts";
import { reviewLinks } from "./review-links.ts";
import { type View, viewOf } from "./snapshot-view.ts";

/** JSON of the structured content, or what the agent must fix. */
export type ToolAnswer = { structured: Structured } | { fault: string };

/** A call whose arguments were checked. */
type Asked = {
  /**
   * The arguments as text. Made from the checked values, because rendering everything that was received could take
   * long.
   */
  key: string;
  /** A promise only if the work takes longer than one turn. */
  answer: (view: View) => ToolAnswer | Promise<ToolAnswer>;
};

export type Tool = {
  definition: Record<string, unknown> & { name: string };
  read: (given: unknown) => Asked | { fault: string };
  /** Whether an answer links to the reviews that it names. */
  links: boolean;
};

/** The page that a host with support for MCP Apps shows beside the answer. */
export const CARD_URI = "ui://candor/reviews";

export function defineTool<F extends ArgumentFields>(spec: {
  name: string;
  title: string;
  description: string;
  fields: F;
  output: OutputMembers;
  /** What to do instead, by the name of an argument that agents expect here. */
  hints?: Record<string, string>;
  /**
   * Whether the card shows the rating of the answer. Every client gets it, so that the list has the same bytes for all.
   */
  card?: true;
  /** Clients that expect an exact shape get no links. */
  links?: false;
  answer: (view: View, values: Values<F>) => ToolAnswer | Promise<ToolAnswer>;
}): Tool {
  const parse = createArguments(spec.fields, spec.hints);
  return {
    definition: {
      name: spec.name,
      title: spec.title,
      description: spec.description,
      inputSchema: inputSchema(spec.fields),
      outputSchema: outputSchema(spec.output),
      annotations: {
        title: spec.title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      ...(spec.card ? { _meta: { ui: { resourceUri: CARD_URI } } } : {}),
    },
    links: spec.links ?? true,
    read: (given) => {
      const parsed = parse(given);
      if ("faults" in parsed) return { fault: parsed.faults.join("\n") };
      const { values } = parsed;
      return { key: JSON.stringify(values), answer: (view) => spec.answer(view, values) };
    },
  };
}

/** The answer between startup and the first snapshot. */
export const NOT_READY = {
  error: { code: CODES.internal_error, message: "the data is being loaded: try again in a second", status: 503 },
};

export function toolCalls(
  tools: readonly Tool[],
  current: () => Snapshot | null,
  base_url: string,
): Map<string, CallTool> {
  return new Map(
    tools.map((tool) => [
      tool.definition.name,
      (params, version) => {
        const snapshot = current();
        if (!snapshot) return NOT_READY;
        const view = viewOf(snapshot, base_url);
        const linked = tool.links && version !== NO_LINKS_VERSION;
        const asked = tool.read(params.arguments);
        if ("fault" in asked) return answerFault(asked.fault);
        const key = `${tool.definition.name} ${linked} ${asked.key}`;
        const known = recallAnswer(view.kept, key);
        if (known) return known;
        const render = (given: ToolAnswer) => {
          if ("fault" in given) return answerFault(given.fault);
          const links = linked ? reviewLinks(snapshot.reviews, given.structured) : "";
          return keepAnswer(view.kept, key, answer(given.structured, snapshot.demonstration, links));
        };
        const given = asked.answer(view);
        return given instanceof Promise ? given.then(render) : render(given);
      },
    ]),
  );
}
