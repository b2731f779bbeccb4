/** A member of an answer as JSON Schema. The description is all that an agent knows of it before it calls. */
export type Member = { description: string; [keyword: string]: unknown };

const described =
  (type: string) =>
  (description: string, more: object = {}): Member => ({ type, ...more, description });

/**
 * Members of answers, by their type. The list of tools is read into every conversation and has 16 KB: what stands
 * inside an object is told in its description, and only a closed list of words has a schema of its own there.
 */
export const is = {
  string: described("string"),
  integer: described("integer"),
  boolean: described("boolean"),
  object: described("object"),
  array: described("array"),
  word: (values: readonly string[], description: string): Member => ({ type: "string", enum: values, description }),
};

// Not `type: [x, "null"]`: clients that map schemas onto a dialect with one type each stumble over it.
export const orNull = ({ description, ...schema }: Member): Member => ({
  anyOf: [schema, { type: "null" }],
  description,
});

export const having = (properties: Record<string, Member>) => ({ properties });
export const each = (properties: Record<string, Member>) => ({ items: { type: "object", properties } });

export const ANALYSIS_AVAILABLE = is.boolean("False: texts not analysed yet.");
export const NOTE = is.string("What to know first.");
export const UNDERSTOOD = is.object("How a loose word was read: asked, read_as, note.");
export const NEXT_CURSOR = orNull(is.string("The cursor of the next page."));
export const MATCHED = is.integer("All reviews that match.");
export const RETURNED = is.integer("Reviews here.");
export const REVIEWS = is.array("Newest first; see get_review.");
