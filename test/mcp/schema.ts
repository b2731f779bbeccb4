import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type Revision = (typeof REVISIONS)[number];

const compiled = new Map<string, ValidateFunction>();

function validator(revision: Revision, definition: string): ValidateFunction {
  const key = `${revision}#${definition}`;
  const known = compiled.get(key);
  if (known) return known;
  const schema = JSON.parse(readFileSync(join(import.meta.dir, `fixtures/schema/${revision}.json`), "utf8"));
  const ajv =
    "$defs" in schema
      ? new Ajv2020({ strict: false, validateFormats: false })
      : new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile({ ...schema, $ref: `#/${"$defs" in schema ? "$defs" : "definitions"}/${definition}` });
  compiled.set(key, validate);
  return validate;
}

/** Errors of a value by the revision's own schema. */
function schemaFaults(revision: Revision, definition: string, value: unknown): string[] {
  const validate = validator(revision, definition);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Errors of a reply's envelope and of its result. */
export function replyFaults(revision: Revision, reply: { result?: unknown }, result: string): string[] {
  const response = revision >= "2025-11-25" ? "JSONRPCResultResponse" : "JSONRPCResponse";
  return [...schemaFaults(revision, response, reply), ...schemaFaults(revision, result, reply.result)];
}

export function errorFaults(revision: Revision, reply: unknown): string[] {
  return schemaFaults(revision, revision >= "2025-11-25" ? "JSONRPCErrorResponse" : "JSONRPCError", reply);
}
