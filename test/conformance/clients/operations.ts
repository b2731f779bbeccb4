import type { Wire } from "../../mcp/endpoint.ts";

/** One call of an operation: what the document asks for, with values of the running server. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  values: { path: Record<string, unknown>; query: Record<string, unknown>; header: Record<string, unknown> };
  body?: unknown;
  /** The type of the body, if it is not JSON. */
  form: boolean;
  /** Whether a successful response is JSON. */
  json: boolean;
};

const METHODS = ["get", "post", "put", "patch", "delete"];

const resolve = (document: Wire, node: Wire): Wire =>
  node?.$ref
    ? node.$ref
        .slice(2)
        .split("/")
        .reduce((at: Wire, name: string) => at[name], document)
    : node;

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json/.test(type);

/** Every operation of the document. `own` has values for path parameters, headers and bodies, by operation or by name. */
export function operationsOf(document: Wire, own: Wire): Operation[] {
  return Object.entries<Wire>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const { operationId: id, parameters = [], requestBody, responses } = item[method];
      const values: Operation["values"] = { path: {}, query: {}, header: {} };
      for (const { name, in: place, example, required } of parameters.map((given: Wire) => resolve(document, given))) {
        const value = own[id]?.[name] ?? own[name] ?? example;
        // A cursor belongs to its own filters; conditions would be answered with 304 or 412.
        if (name === "cursor" || (place === "header" && !required)) continue;
        values[place as keyof Operation["values"]][name] = value;
      }
      const [type = ""] = Object.keys(requestBody?.content ?? {});
      const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "";
      const types = Object.keys(resolve(document, responses[success])?.content ?? {});
      return {
        id,
        method,
        path,
        values,
        ...(requestBody ? { body: own[id].body } : {}),
        form: type.includes("form"),
        json: types.some(isJson),
      };
    }),
  );
}

const literal = (value: unknown): string => JSON.stringify(value);

/** Members that have values, as the source of an object. */
const members = (given: Record<string, object>): string =>
  Object.entries(given)
    .filter(([, values]) => Object.keys(values).length > 0)
    .map(([name, values]) => `${name}: ${literal(values)}`)
    .join(", ");

const REPORT = "const seen: [string, number][] = [];\n";
const PRINT = "console.log(JSON.stringify(seen));\n";

/** A program that calls every operation with the types of openapi-typescript. */
export function openapiFetchProgram(base_url: string, operations: readonly Operation[]): string {
  const calls = operations.map(({ id, method, path, values, body, form, json }) => {
    const options = [
      `params: { ${members(values)} }`,
      ...(body === undefined ? [] : [`body: ${literal(body)}`]),
      ...(form ? ['headers: { "Content-Type": "application/x-www-form-urlencoded" }'] : []),
      ...(json ? [] : ['parseAs: "text"']),
    ];
    return `seen.push([${literal(id)}, (await client.${method.toUpperCase()}(${literal(path)}, { ${options.join(", ")} })).response.status]);`;
  });
  return `import createClient from "openapi-fetch";
import type { paths } from "./schema.ts";
const client = createClient<paths>({
  baseUrl: ${literal(base_url)},
  querySerializer: { array: { style: "form", explode: false } },
});
${REPORT}${calls.join("\n")}\n${PRINT}`;
}

/** The same with the functions that Hey API generates, which know the address from the document. */
export function heyApiProgram(operations: readonly Operation[]): string {
  const calls = operations.map(({ id, values, body }) => {
    const options = [
      members({ path: values.path, query: values.query, headers: values.header }),
      ...(body === undefined ? [] : [`body: ${literal(body)}`]),
    ];
    return `seen.push([${literal(id)}, (await api.${id}({ ${options.filter(Boolean).join(", ")} })).response?.status ?? 0]);`;
  });
  return `import * as api from "./client/sdk.gen.ts";\n${REPORT}${calls.join("\n")}\n${PRINT}`;
}

/** The same with orval: path parameters, then the body, then the query, then the headers. */
export function orvalProgram(operations: readonly Operation[]): string {
  const calls = operations.map(({ id, values, body }) => {
    const given = [
      ...Object.values(values.path).map(literal),
      ...(body === undefined ? [] : [literal(body)]),
      ...(Object.keys(values.query).length > 0 ? [literal(values.query)] : []),
      ...(Object.keys(values.header).length > 0 ? [literal(values.header)] : []),
    ];
    return `seen.push([${literal(id)}, (await api.${id}(${given.join(", ")})).status]);`;
  });
  return `import * as api from "./client.ts";\n${REPORT}${calls.join("\n")}\n${PRINT}`;
}
