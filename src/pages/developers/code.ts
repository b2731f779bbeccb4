import { type ExampleCall, KEPT, type KeptAnswer, type Recipe } from "./calls.ts";

export type CodeLanguage = "sh" | "typescript" | "python";

/** In the order in which the reference shows them. */
export const CODE_LANGUAGES: readonly { id: CodeLanguage; label: string }[] = [
  { id: "sh", label: "curl" },
  { id: "typescript", label: "TypeScript" },
  { id: "python", label: "Python" },
];

const INDENT = "  ";
/** JSON is valid TypeScript. In Python, three words differ. */
const literal = (value: unknown): string => JSON.stringify(value);

/** A value on several lines. All lines except the first are indented by `indent`. */
const block = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);

/** In single quotes, only the quote itself has a meaning for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Whether the method follows from what is sent: with a body it is POST, without one GET. */
const methodFollows = ({ method, json, form }: ExampleCall): boolean =>
  method === (json === undefined && form === undefined ? "GET" : "POST");

function curlOptions(call: ExampleCall, kept: string): string[] {
  const { method, headers = {}, json, form } = call;
  return [
    ...(methodFollows(call) ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) =>
      value === KEPT ? `-H "${name}: $${kept}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(json === undefined ? [] : [`-d ${quoted(literal(json))}`]),
    ...Object.entries(form ?? {}).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
  ];
}

const curlLine = (call: ExampleCall, kept: string, first: readonly string[] = []): string =>
  [`curl -sSf ${call.url === KEPT ? `"$${kept}"` : quoted(call.url)}`, ...first, ...curlOptions(call, kept)].join(
    ` \\\n${INDENT}`,
  );

function renderCurl({ before, call }: Recipe): string {
  if (!before) return curlLine(call, "");
  const { kept } = before;
  const line =
    "header" in kept
      ? `${kept.name}=$(${curlLine(before.call, "", ["-o /dev/null", `-w '%header{${kept.header.toLowerCase()}}'`])})`
      : `${kept.name}=$(${curlLine(before.call, "")} |\n${INDENT}sed -n 's/^${kept.line}: //p')`;
  return `${line}\n${curlLine(call, kept.name)}`;
}

function fetchOptions({ method, headers = {}, json, form }: ExampleCall, kept: string): string {
  const members = [
    ...(method === "GET" ? [] : [`method: ${literal(method)}`]),
    ...(Object.keys(headers).length === 0
      ? []
      : [
          `headers: {\n${Object.entries(headers)
            .map(([name, value]) => `${INDENT.repeat(2)}${literal(name)}: ${value === KEPT ? kept : literal(value)},\n`)
            .join("")}${INDENT}}`,
        ]),
    ...(json === undefined ? [] : [`body: JSON.stringify(${block(json, INDENT)})`]),
    ...(form === undefined ? [] : [`body: new URLSearchParams(${block(form, INDENT)})`]),
  ];
  return members.length === 0 ? "" : `, {\n${members.map((member) => `${INDENT}${member},\n`).join("")}}`;
}

const fetchLine = (call: ExampleCall, name: string, kept: string): string =>
  `const ${name} = await fetch(${call.url === KEPT ? kept : literal(call.url)}${fetchOptions(call, kept)});
if (!${name}.ok) throw new Error(\`\${${name}.status}: \${await ${name}.text()}\`);`;

const keptInTypescript = (kept: KeptAnswer): string =>
  "header" in kept
    ? `const ${kept.name} = first.headers.get(${literal(kept.header)}) ?? "";`
    : `const ${kept.name} = /^${kept.line}: (.+)$/m.exec(await first.text())?.[1] ?? "";`;

function renderTypescript({ before, call }: Recipe): string {
  const print = {
    json: "console.log(await response.json());",
    text: "console.log(await response.text());",
    empty: "console.log(response.status);",
  }[call.answer];
  const lines = before ? [fetchLine(before.call, "first", ""), keptInTypescript(before.kept)] : [];
  return [...lines, fetchLine(call, "response", before?.kept.name ?? ""), print].join("\n");
}

/** A JSON value as a Python literal. A JSON string is also a Python string. */
function python(value: unknown, indent: string): string {
  const inner = indent + INDENT.repeat(2);
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return literal(value);
  const entries = Array.isArray(value)
    ? value.map((item) => python(item, inner))
    : Object.entries(value).map(([name, item]) => `${literal(name)}: ${python(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${indent}${close}`;
}

function pythonRequest(call: ExampleCall, kept: string): string {
  const { method, url, headers = {}, json, form } = call;
  const address = url === KEPT ? kept : literal(url);
  const indent = INDENT.repeat(2);
  const values = Object.entries(headers).map(
    ([name, value]) => `${indent.repeat(2)}${literal(name)}: ${value === KEPT ? kept : literal(value)},\n`,
  );
  const members = [
    ...(methodFollows(call) ? [] : [`method=${literal(method)}`]),
    ...(values.length === 0 ? [] : [`headers={\n${values.join("")}${indent}}`]),
    ...(json === undefined ? [] : [`data=json.dumps(${python(json, indent)}).encode()`]),
    ...(form === undefined ? [] : [`data=urlencode(${python(form, indent)}).encode()`]),
  ];
  if (members.length === 0) return address;
  return `Request(\n${[address, ...members].map((member) => `${indent}${member},\n`).join("")})`;
}

function pythonKept(kept: KeptAnswer): string {
  const indent = INDENT.repeat(2);
  if ("header" in kept) return `${indent}${kept.name} = response.headers[${literal(kept.header)}]`;
  return `${indent}lines = response.read().decode().splitlines()
${kept.name} = next(line.removeprefix(${literal(`${kept.line}: `)}) for line in lines if line.startswith(${literal(`${kept.line}: `)}))`;
}

function renderPython({ before, call }: Recipe): string {
  const calls = before ? [before.call, call] : [call];
  const indent = INDENT.repeat(2);
  const imports = [
    ...(call.answer === "json" || calls.some(({ json }) => json !== undefined) ? ["import json"] : []),
    ...(calls.some(({ form }) => form !== undefined) ? ["from urllib.parse import urlencode"] : []),
    `from urllib.request import ${calls.some((one) => pythonRequest(one, "x").startsWith("Request")) ? "Request, " : ""}urlopen`,
  ];
  const print = {
    json: "print(json.dumps(json.load(response), indent=2))",
    text: "print(response.read().decode())",
    empty: "print(response.status)",
  }[call.answer];
  const first = before
    ? [`with urlopen(${pythonRequest(before.call, "")}) as response:`, pythonKept(before.kept), ""]
    : [];
  const last = [`with urlopen(${pythonRequest(call, before?.kept.name ?? "")}) as response:`, indent + print];
  return [...imports, "", ...first, ...last].join("\n");
}

/** The complete recipe in a language. It runs without changes. */
export function renderCode(language: CodeLanguage, recipe: Recipe): string {
  if (language === "sh") return renderCurl(recipe);
  return language === "typescript" ? renderTypescript(recipe) : renderPython(recipe);
}
