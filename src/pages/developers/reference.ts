import { html, type Markup, NOTHING } from "../parts/html.ts";
import type { Site } from "../parts/site.ts";
import { fieldValue, type Missing, type Recipe, recipeOf } from "./calls.ts";
import type { ClinicFacts } from "./clinic-facts.ts";
import { CODE_LANGUAGES, renderCode } from "./code.ts";
import {
  describeSchema,
  type Endpoint,
  endpointsOf,
  type MediaContent,
  type OpenapiView,
  type Operation,
  type Parameter,
  parameterOf,
  responseOf,
  type Schema,
  schemaName,
} from "./openapi-view.ts";
import { codeBlock, type DeveloperPage, withCode } from "./shell.ts";

const EXAMPLE_CHARACTERS = 2500;

/** Without headers such as If-None-Match, because the browser sends its own. */
const formParameters = (parameters: Parameter[]): Parameter[] =>
  parameters.filter((parameter) => parameter.in !== "header");

const schemaLink = (schema: Schema | undefined): Markup => {
  const name = schema ? schemaName(schema) : null;
  return name ? html`<a href="#schema-${name}">${name}</a>` : html`${describeSchema(schema)}`;
};

/** A table of things and what they mean: `first` is the head of the column with their names and types. */
function typeTable(label: string, caption: string, first: string, rows: Markup[]): Markup {
  const heads = [first, "Meaning"].map((head) => html`<th scope="col">${head}</th>`);
  const table = html`<caption class="hidden">${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>${table}</table></div>`;
}

const typeRow = (name: Markup, schema: Schema | undefined, meaning: string): Markup =>
  html`<tr><th scope="row">${name}<br><span class="of">${schemaLink(schema)}</span></th><td>${withCode(meaning)}</td></tr>`;

function parameterTable(parameters: Parameter[]): Markup {
  if (parameters.length === 0) return NOTHING;
  const rows = parameters.map(({ name, in: place, schema, description, required }) => {
    const note = html`<span class="of">${place}${required ? ", required" : ""}</span>`;
    return typeRow(html`<code>${name}</code> ${note}`, schema, description ?? schema?.description ?? "");
  });
  return typeTable("Parameters", "Parameters", "Parameter", rows);
}

/** Where the script shows what the service answered. */
const ANSWER = [
  html`<p><code data-request></code></p><p role="status" data-status></p><details><summary>Headers</summary>`,
  html`<pre tabindex="0" role="group" aria-label="Headers"><code data-headers></code></pre></details>`,
  html`<pre tabindex="0" role="group" aria-label="Response"><code data-body></code></pre>`,
];

/** A plain form. If it has fields, it needs the script, which fills in the path and omits empty fields. */
function tryForm(id: string, path: string, parameters: Parameter[], facts: ClinicFacts): Markup {
  const fields = formParameters(parameters).map((parameter) => {
    const field = `${id}-${parameter.name}`;
    const { value, sample } = fieldValue(parameter, facts);
    const names = html`id="${field}" name="${parameter.name}" data-in="${parameter.in}"`;
    const shown = html`value="${value}" placeholder="${sample}"${parameter.in === "path" ? html` required` : null}`;
    return html`<p class="field"><label for="${field}">${parameter.name}</label><input ${names} ${shown}></p>`;
  });
  const button = html`<button type="submit">Try it<span class="hidden">: GET ${path}</span></button>`;
  return html`<form class="try" action="${path}" method="get" data-path="${path}">${fields}<p class="field">${button}</p></form>
<div class="answer" data-answer hidden>${ANSWER}</div>`;
}

/** Examples of the call in each language. The choice at the top of the page shows one of them. */
function callExamples(id: string, recipe: Recipe | Missing): Markup {
  if ("missing" in recipe) return html`<p class="note">${recipe.missing}</p>`;
  return html`<div class="calls">${CODE_LANGUAGES.map(({ id: language, label }) => {
    const code = codeBlock(renderCode(language, recipe), language, `${id}, ${label}`, label);
    return html`<div class="call" data-language="${language}">${code}</div>`;
  })}</div>`;
}

function exampleOf(content: MediaContent | undefined): Markup {
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
    const shape = type ? html` <span class="of">${type}, ${schemaLink(content?.schema)}</span>` : null;
    return html`<li><code>${status}</code> ${withCode(response?.description ?? "")}${shape}</li>`;
  })}</ul>`;
}

/**
 * Tags whose operations need no examples: people open pages in a browser, and monitoring tools know the health checks.
 */
const WITHOUT_EXAMPLES = new Set(["Pages", "Health"]);

type Context = { api: OpenapiView; base_url: string; facts: ClinicFacts };

/** Opened one at a time. The anchor is inside, because a browser opens what is around an anchor. */
function operationSection({ api, base_url, facts }: Context, entry: Endpoint): Markup {
  const { method, path, operation } = entry;
  const id = operation.operationId ?? `${method}${path.replace(/\W+/g, "-")}`;
  const parameters = (operation.parameters ?? []).flatMap((parameter) => parameterOf(api, parameter) ?? []);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const plain = operation.tags?.some((tag) => WITHOUT_EXAMPLES.has(tag));
  const code = [
    plain ? NOTHING : callExamples(id, recipeOf(api, entry, base_url, facts)),
    exampleOf(operation.requestBody?.content),
    exampleOf(success && responseOf(api, success)?.content),
  ];
  const endpoint = html`<span class="method">${method.toUpperCase()}</span> <code>${path}</code>`;
  return html`<details class="operation" name="operation" data-find>
<summary><h3>${operation.summary ?? id}</h3><span class="endpoint">${endpoint}</span></summary>
<div class="beside" id="${id}"><div><p>${withCode(operation.description ?? "")}</p>
${parameterTable(parameters)}
<details><summary>Responses</summary>${responses(api, operation)}</details></div>
<div>${code}${method === "get" ? tryForm(id, path, parameters, facts) : null}</div></div></details>`;
}

function schemaSection([name, schema]: [string, Schema]): Markup {
  const members = Object.entries(schema.properties ?? {});
  const rows = members.map(([member, of]) => typeRow(html`<code>${member}</code>`, of, of.description ?? ""));
  const shape =
    rows.length === 0 ? html`<p>${describeSchema(schema)}</p>` : typeTable(name, `Members of ${name}`, "Member", rows);
  const summary = html`<code>${name}</code> <span class="of">${schema.description ?? ""}</span>`;
  return html`<details class="schema" data-find><summary>${summary}</summary><div id="schema-${name}">${shape}</div></details>`;
}

const FIND_INPUT = html`<input id="find" type="search" autocomplete="off" data-find-input aria-describedby="find-count">`;
const FIND_COUNT = html`<p class="note" id="find-count" role="status" data-find-count></p>`;
const SEARCH = html`<search class="find"><label for="find">Search the reference</label>${FIND_INPUT}${FIND_COUNT}</search>`;

/**
 * One choice for the whole page. It needs no script, because the stylesheet shows the examples of the checked language.
 */
const LANGUAGES = html`<fieldset class="languages"><legend>Examples in</legend>${CODE_LANGUAGES.map(
  ({ id, label }, i) =>
    html`<label><input type="radio" name="language" value="${id}"${i === 0 ? html` checked` : null}> ${label}</label>`,
)}</fieldset>`;

const LEAD = [
  html`Generated from <a href="/.well-known/openapi.json">the OpenAPI document</a>. `,
  html`Every example runs as shown, with the address of this service and what is published here. `,
  html`“Try it” sends a request to this service.`,
];

/** The interactive API reference. docs/decisions/0005 explains why it is not Swagger UI or a similar program. */
export function referencePage(site: Site, api: OpenapiView, facts: ClinicFacts): DeveloperPage {
  const context = { api, base_url: site.base_url, facts };
  const operations = endpointsOf(api);
  const groups = (api.tags ?? []).map((tag) => ({
    tag,
    id: `tag-${tag.name.toLowerCase()}`,
    members: operations.filter(({ operation }) => operation.tags?.includes(tag.name)),
  }));
  const body = html`<h1>API reference</h1>
<p class="lead">${LEAD}</p>
${LANGUAGES}
${groups.map(({ tag, id, members }) => {
  const sections = members.map((entry) => operationSection(context, entry));
  return html`<section id="${id}" data-group><h2>${tag.name}</h2><p>${tag.description ?? ""}</p>${sections}</section>`;
})}
<section id="schemas" data-group><h2>Schemas</h2>${Object.entries(api.components.schemas).map(schemaSection)}</section>`;
  const contents = groups.map(({ tag, id, members }) => ({
    href: `#${id}`,
    label: tag.name,
    entries: members.map(({ method, path, operation }) => ({
      href: `#${operation.operationId ?? ""}`,
      label: method === "get" ? path : `${method.toUpperCase()} ${path}`,
    })),
  }));
  return {
    path: "/developers/reference",
    title: "API reference",
    description: "All endpoints with their parameters, responses and examples in curl, TypeScript and Python.",
    body,
    contents: [...contents, { href: "#schemas", label: "Schemas" }],
    aside: SEARCH,
  };
}
