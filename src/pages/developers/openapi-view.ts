/** The parts of our OpenAPI document that the reference shows. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  examples?: unknown[];
  example?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};
type Ref = { $ref: string };
export type Parameter = {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
  example?: unknown;
};
export type MediaContent = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> }
>;
export type ApiResponse = { description: string; content?: MediaContent };
export type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter | Ref)[];
  requestBody?: { description?: string; content?: MediaContent };
  responses: Record<string, ApiResponse | Ref>;
};
export type OpenapiView = {
  tags?: { name: string; description?: string }[];
  servers?: { url: string }[];
  paths: Record<string, { servers?: { url: string }[]; get?: Operation; post?: Operation; delete?: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, ApiResponse>;
  };
};

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

export function parameterOf(api: OpenapiView, parameter: Parameter | Ref): Parameter | null {
  return "$ref" in parameter ? (api.components.parameters?.[lastOf(parameter.$ref)] ?? null) : parameter;
}

export function responseOf(api: OpenapiView, response: ApiResponse | Ref): ApiResponse | null {
  return "$ref" in response ? (api.components.responses?.[lastOf(response.$ref)] ?? null) : response;
}

export const schemaName = (schema: Schema): string | null => (schema.$ref ? lastOf(schema.$ref) : null);

const METHODS = ["get", "post", "delete"] as const;
export type Endpoint = { method: (typeof METHODS)[number]; path: string; operation: Operation };

/** Every operation with its path below the origin. A path item can override the server (OpenAPI §4.8.9). */
export function endpointsOf(api: OpenapiView): Endpoint[] {
  const origin = api.servers?.[0]?.url ?? "";
  return Object.entries(api.paths).flatMap(([key, item]) => {
    const path = (item.servers?.[0]?.url ?? origin).slice(origin.length) + key;
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    });
  });
}

/** A schema in a few words, such as "integer 1 to 5" or "array of Review". */
export function describeSchema(schema: Schema | undefined): string {
  if (!schema) return "anything";
  const name = schemaName(schema);
  if (name) return name;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(describeSchema).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.map(String).join(", ")}`;
  if (schema.items) return `array of ${describeSchema(schema.items)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "anything");
  const bounds =
    schema.minimum !== undefined && schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER
      ? ` ${schema.minimum} to ${schema.maximum}`
      : "";
  return `${type}${schema.format ? ` (${schema.format})` : ""}${bounds}`;
}
