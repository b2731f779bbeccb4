import { html, type Markup, NOTHING } from "../parts/html.ts";
import type { Site } from "../parts/site.ts";
import { codeBlock, developerPage, withCode } from "./developers.ts";
import {
  type Content,
  describeSchema,
  type Endpoint,
  endpointsOf,
  type OpenapiView,
  type Operation,
  type Parameter,
  parameterOf,
  responseOf,
  type Schema,
  schemaName,
} from "./openapi-view.ts";

const EXAMPLE_CHARACTERS = 2500;

/** Without headers such as If-None-Match: the browser sends its own. */
const formParameters = (parameters: Parameter[]): Parameter[] =>
  parameters.filter((parameter) => parameter.in !== "header");

const schemaLink = (schema: Schema | undefined): Markup => {
  const name = schema ? schemaName(schema) : null;
  return name ? html`<a href="#schema-${name}">${name}</a>` : html`${describeSchema(schema)}`;
};

function parameterTable(parameters: Parameter[]): Markup {
  if (parameters.length === 0) return NOTHING;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Parameters"><table><caption class="hidden">Parameters</caption><thead><tr><th scope="col">Parameter</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
    ({ name, in: place, schema, description, required }) =>
      html`<tr><th scope="row"><code>${name}</code> <span class="of">${place}${required ? ", required" : ""}</span></th><td>${schemaLink(schema)}</td><td>${withCode(description ?? schema?.description ?? "")}</td></tr>`,
  )}</tbody></table></div>`;
}

const sampleOf = ({ example, schema }: Parameter): string => {
  const sample = example ?? schema?.example ?? schema?.examples?.[0];
  return sample === undefined ? "" : String(sample);
};

/** A plain form. If it has fields, it needs the script, which fills in the path and leaves out empty fields. */
function tryForm(id: string, path: string, parameters: Parameter[]): Markup {
  const fields = formParameters(parameters).map((parameter) => {
    const field = `${id}-${parameter.name}`;
    // The example ID belongs to no real review: trying it would return 404.
    const value = parameter.in === "path" && parameter.name !== "id" ? sampleOf(parameter) : "";
    return html`<p class="field"><label for="${field}">${parameter.name}</label><input id="${field}" name="${parameter.name}" data-in="${parameter.in}" value="${value}" placeholder="${sampleOf(parameter)}"${parameter.in === "path" ? html` required` : null}></p>`;
  });
  return html`<form class="try" action="${path}" method="get" data-path="${path}">${fields}<p class="field"><button type="submit">Try it<span class="hidden">: GET ${path}</span></button></p></form>
<div class="answer" data-answer hidden><p><code data-request></code></p><p role="status" data-status></p><pre tabindex="0" role="group" aria-label="Response"><code data-body></code></pre></div>`;
}

function exampleOf(content: Content | undefined): Markup {
  for (const [type, { example, examples }] of Object.entries(content ?? {})) {
    const value = example ?? Object.values(examples ?? {})[0]?.value;
    if (value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    const shown = text.length > EXAMPLE_CHARACTERS ? `${text.slice(0, EXAMPLE_CHARACTERS)}\n…` : text;
    return html`<details><summary>Example, ${type}</summary>${codeBlock(shown, "json", "Example")}</details>`;
  }
  return NOTHING;
}

function responses(api: OpenapiView, operation: Operation): Markup {
  return html`<ul class="answers">${Object.entries(operation.responses).map(([status, given]) => {
    const response = responseOf(api, given);
    const [type, content] = Object.entries(response?.content ?? {})[0] ?? [];
    return html`<li><code>${status}</code> ${withCode(response?.description ?? "")}${type ? html` <span class="of">${type}, ${schemaLink(content?.schema)}</span>` : null}</li>`;
  })}</ul>`;
}

function operationSection(api: OpenapiView, entry: Endpoint): Markup {
  const { method, path, operation } = entry;
  const id = operation.operationId ?? `${method}${path.replace(/\W+/g, "-")}`;
  const parameters = (operation.parameters ?? []).flatMap((parameter) => parameterOf(api, parameter) ?? []);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  return html`<section class="operation" id="${id}"><h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${withCode(operation.description ?? operation.summary ?? "")}</p>
${parameterTable(parameters)}
${operation.requestBody ? exampleOf(operation.requestBody.content) : null}
${method === "get" ? tryForm(id, path, parameters) : null}
<details><summary>Responses</summary>${responses(api, operation)}</details>
${success ? exampleOf(responseOf(api, success)?.content) : null}</section>`;
}

function schemaSection([name, schema]: [string, Schema]): Markup {
  const members = Object.entries(schema.properties ?? {});
  return html`<details class="schema"><summary><code>${name}</code> <span class="of">${schema.description ?? ""}</span></summary><div id="schema-${name}">${
    members.length === 0
      ? html`<p>${describeSchema(schema)}</p>`
      : html`<div class="scroll" tabindex="0" role="group" aria-label="${name}"><table><caption class="hidden">Members of ${name}</caption><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${members.map(
          ([member, of]) =>
            html`<tr><th scope="row"><code>${member}</code></th><td>${schemaLink(of)}</td><td>${withCode(of.description ?? "")}</td></tr>`,
        )}</tbody></table></div>`
  }</div></details>`;
}

/** The interactive API reference. docs/decisions/0005 says why it is not Swagger UI or the like. */
export function renderReference(site: Site, api: OpenapiView): string {
  const operations = endpointsOf(api);
  const groups = (api.tags ?? []).map((tag) => ({
    tag,
    members: operations.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const body = html`<h1>API reference</h1>
<p class="lead">Generated from <a href="/.well-known/openapi.json">the OpenAPI document</a>. “Try it” sends a request to this service.</p>
<nav aria-label="Operations" class="contents"><ul>${groups.map(
    ({ tag, members }) =>
      html`<li>${tag.name}<ul>${members.map(({ path, operation }) => html`<li><a href="#${operation.operationId ?? ""}">${path}</a></li>`)}</ul></li>`,
  )}</ul></nav>
${groups.map(
  ({ tag, members }) =>
    html`<section><h2>${tag.name}</h2><p>${tag.description ?? ""}</p>${members.map((entry) => operationSection(api, entry))}</section>`,
)}
<section><h2>Schemas</h2>${Object.entries(api.components.schemas).map(schemaSection)}</section>`;
  return developerPage(site, {
    path: "/developers/reference",
    title: "API reference",
    description: "All endpoints with their parameters and responses. Try them in the browser.",
    body,
    script: "reference",
  });
}
