const MEMBERS = {
  text: { type: "string" },
  count: { type: "integer" },
  object: { type: "object" },
  /** Every array has `items`, because some clients refuse a schema without it. */
  texts: { type: "array", items: { type: "string" } },
  list: { type: "array", items: { type: "object" } },
} as const;

export type OutputMembers = Record<string, keyof typeof MEMBERS>;

/**
 * The schema of an answer: the members that it is about. The list of tools is part of every conversation and may have
 * 16 KB, and most clients do not show this schema to the model, so what a model must know is in the description of the
 * tool. No member is required: which ones an answer has depends on the arguments.
 */
export const outputSchema = (members: OutputMembers) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(members).map(([name, kind]) => [name, MEMBERS[kind]])),
});
