/** What a store holds. A demonstration holds a business and reviews that are made up, and everything served from it says so. */
export type Kind = "business" | "demonstration";

/** For people and models. JSON has the member `demonstration` instead. */
export const DEMONSTRATION = "This is a demonstration: the business and all its reviews are made up.";

export const demonstrationMark = (made_up: boolean): { demonstration?: true } =>
  made_up ? { demonstration: true } : {};

/** A JSON object as text, with the mark as its first member. */
export const markJson = (json: string, made_up: boolean): string =>
  made_up ? `{"demonstration":true${json === "{}" ? "" : ","}${json.slice(1)}` : json;
