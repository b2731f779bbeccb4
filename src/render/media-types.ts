export const JSON_TYPE = "application/json";
export const ATOM_TYPE = "application/atom+xml";
