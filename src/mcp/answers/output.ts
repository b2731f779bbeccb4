/** A member of an answer as JSON Schema. Before a call, the description is all that an agent knows about it. */
export type Member = { description: string; [keyword: string]: unknown };

const described =
  (type: string) =>
  (description: string, more: object = {}): Member => ({ type, ...more, description });

/**
 * Members of answers, by type. The list of tools is part of every conversation and may have 24 KB at most. The
 * description of an object therefore says what it contains, and only a closed list of words gets a nested schema.
 */
export const is = {
  string: described("string"),
  integer: described("integer"),
  boolean: described("boolean"),
  object: described("object"),
  /** Every array has `items`, because some clients refuse a schema without it. */
  array: (description: string, more: object = { items: { type: "object" } }): Member =>
    described("array")(description, more),
  word: (values: readonly string[], description: string): Member => ({ type: "string", enum: values, description }),
};

// Not `type: [x, "null"]`, which breaks clients that translate schemas into a dialect with one type per member.
export const orNull = ({ description, ...schema }: Member): Member => ({
  anyOf: [schema, { type: "null" }],
  description,
});

export const words = (description: string): Member => is.array(description, { items: { type: "string" } });
export const having = (properties: Record<string, Member>) => ({ properties });
export const each = (properties: Record<string, Member>) => ({ items: { type: "object", properties } });

export const ANALYSIS_AVAILABLE = is.boolean("False: texts not analyzed yet.");
export const NOTE = is.string("What to know first.");
export const UNDERSTOOD = is.object("How a loose word was read.");
export const NEXT_CURSOR = orNull(is.string("The cursor of the next page."));
export const MATCHED = is.integer("All reviews that match.");
export const RETURNED = is.integer("Reviews here.");
export const REVIEWS = is.array("Newest first; see get_review.");
export const UPDATED_AT = orNull(is.string("Newest change, UTC."));
export const AGGREGATE_RATING = is.object("Mean stars; review_count: with text.");
