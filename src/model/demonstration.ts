/**
 * The kind of a store. In a demonstration, the business and the reviews are made up, and everything served from it says
 * so.
 */
export type Kind = "business" | "demonstration";

/** The notice for people and models. JSON has the member `demonstration` instead. */
export const DEMONSTRATION = "This is a demonstration: the business and all its reviews are made up.";

export const demonstrationMark = (made_up: boolean): { demonstration?: true } =>
  made_up ? { demonstration: true } : {};

/** A JSON object as text, with `demonstration` as its first member if the data is made up. */
export const markJson = (json: string, made_up: boolean): string =>
  made_up ? `{"demonstration":true${json === "{}" ? "" : ","}${json.slice(1)}` : json;
