import { createHmac } from "node:crypto";
import { buildListPages, type CallTool, type Catalog } from "../../src/mcp/protocol/catalog.ts";
import { fail, invalidParams, isObject, type Params, type RpcReply } from "../../src/mcp/protocol/json-rpc.ts";
import { CODES, META } from "../../src/mcp/protocol/wire-values.ts";

/** The tools, prompts and resources that the conformance suite calls, so that its scenarios test our dispatcher. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const ok = (value: object): RpcReply => ({ result: { json: JSON.stringify(value) } });
const text = (words: string): object => ({ type: "text", text: words });
const say = (...content: object[]): RpcReply => ok({ content });

const image = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri: string, mimeType: string, words: string) => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

const ask = (inputRequests: object, requestState?: string): RpcReply => ({
  result: {
    json: JSON.stringify({ inputRequests, ...(requestState === undefined ? {} : { requestState }) }),
    result_type: "input_required",
  },
});
const elicit = (message: string, property: string, type = "string") => ({
  method: "elicitation/create",
  params: {
    message,
    requestedSchema: { type: "object", properties: { [property]: { type } }, required: [property] },
  },
});
const sample = (words: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(words) }], maxTokens },
});
const ROOTS = { method: "roots/list", params: {} };

const responses = ({ inputResponses }: Params): Record<string, unknown> =>
  isObject(inputResponses) ? inputResponses : {};
const capabilities = ({ _meta }: Params): Record<string, unknown> => {
  const declared = isObject(_meta) ? _meta[META.client_capabilities] : undefined;
  return isObject(declared) ? declared : {};
};

const sign = (state: string): string => `${state}.${createHmac("sha256", "fixture").update(state).digest("hex")}`;
const isOurs = (state: unknown, name: string): boolean => state === sign(name);

const needs =
  (capability: string): CallTool =>
  (params) =>
    capability in capabilities(params)
      ? say(text("ok"))
      : {
          error: {
            ...fail(CODES.missing_client_capability, `this tool needs ${capability}`, {
              requiredCapabilities: { [capability]: {} },
            }).error,
            status: 400,
          },
        };

/** Asks once for `key`, then answers. */
const askOnce =
  (key: string, question: object, done: (given: Record<string, unknown>) => RpcReply): CallTool =>
  (params) => {
    const given = responses(params)[key];
    return isObject(given) ? done(given) : ask({ [key]: question });
  };

const askWithState =
  (name: string, questions: Record<string, object>, done: () => RpcReply): CallTool =>
  (params) => {
    if (params.requestState === undefined) return ask(questions, sign(name));
    if (!isOurs(params.requestState, name)) return invalidParams("requestState is not ours");
    const given = responses(params);
    return Object.keys(questions).every((key) => key in given) ? done() : ask(questions, sign(name));
  };

const multiRound: CallTool = (params) => {
  const { requestState } = params;
  if (isOurs(requestState, "round-2") && "step2" in responses(params)) return say(text("done"));
  if (isOurs(requestState, "round-1") && "step1" in responses(params)) {
    return ask({ step2: elicit("Step 2: What is your favorite color?", "color") }, sign("round-2"));
  }
  return ask({ step1: elicit("Step 1: What is your name?", "name") }, sign("round-1"));
};

const byCapability: CallTool = (params) => {
  if (Object.keys(responses(params)).length > 0) return say(text("done"));
  const declared = capabilities(params);
  return ask({
    ...("sampling" in declared ? { greeting: sample("Generate a greeting", 50) } : {}),
    ...("elicitation" in declared ? { name: elicit("What is your name?", "name") } : {}),
    ...("roots" in declared ? { roots: ROOTS } : {}),
  });
};

const TOOLS: Record<string, CallTool> = {
  test_simple_text: () => say(text("This is a simple text response for testing.")),
  test_image_content: () => say(image),
  test_audio_content: () => say({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: () =>
    say(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    say(
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
  test_error_handling: () =>
    ok({ isError: true, content: [text("This tool intentionally returns an error for testing")] }),
  test_logging_tool: () => say(text("done")),
  test_missing_capability: needs("sampling"),
  test_streaming_elicitation: askOnce("name", elicit("What is your name?", "name"), () => say(text("done"))),
  test_input_required_result_elicitation: askOnce("user_name", elicit("What is your name?", "name"), (given) =>
    say(text(`Hello, ${isObject(given.content) ? given.content.name : "you"}!`)),
  ),
  test_input_required_result_sampling: askOnce(
    "capital_question",
    sample("What is the capital of France?", 100),
    (given) => say(text(JSON.stringify(given.content ?? null))),
  ),
  test_input_required_result_list_roots: askOnce("client_roots", ROOTS, (given) => say(text(JSON.stringify(given)))),
  test_input_required_result_request_state: askWithState(
    "confirm",
    { confirm: elicit("Please confirm", "ok", "boolean") },
    () => say(text("state-ok")),
  ),
  test_input_required_result_multiple_inputs: askWithState(
    "multiple",
    {
      user_name: elicit("What is your name?", "name"),
      greeting: sample("Generate a greeting", 50),
      client_roots: ROOTS,
    },
    () => say(text("done")),
  ),
  test_input_required_result_multi_round: multiRound,
  test_input_required_result_tampered_state: askWithState(
    "tampered",
    { confirm: elicit("Please confirm", "ok", "boolean") },
    () => say(text("done")),
  ),
  test_input_required_result_capabilities: byCapability,
};

const message = (content: object) => ({ role: "user", content });
const argumentsOf = ({ arguments: given }: Params): Record<string, unknown> => (isObject(given) ? given : {});

const PROMPTS: Record<string, CallTool> = {
  test_simple_prompt: () => ok({ messages: [message(text("This is a simple prompt for testing."))] }),
  test_prompt_with_arguments: (params) => {
    const { arg1, arg2 } = argumentsOf(params);
    return ok({ messages: [message(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] });
  },
  test_prompt_with_embedded_resource: (params) =>
    ok({
      messages: [
        message(
          resource(String(argumentsOf(params).resourceUri), "text/plain", "Embedded resource content for testing."),
        ),
        message(text("Please process the embedded resource above.")),
      ],
    }),
  test_prompt_with_image: () => ok({ messages: [message(image), message(text("Please analyze the image above."))] }),
  test_input_required_result_prompt: askOnce(
    "user_context",
    elicit("What context should the prompt use?", "context"),
    () => ok({ messages: [message(text("done"))] }),
  ),
};

const RESOURCES: Record<string, object> = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
};

function read(uri: string): RpcReply | null {
  const known = Object.hasOwn(RESOURCES, uri) ? RESOURCES[uri] : undefined;
  if (known) return ok({ contents: [{ uri, ...known }] });
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) return null;
  const words = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return ok({ contents: [{ uri, mimeType: "application/json", text: words }] });
}

/** SEP-1613 and SEP-2106: a schema is listed exactly as written. */
const SCHEMA_2020_12 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

export function buildFixtureCatalog(): Catalog {
  const tool = (name: string) => ({ name, description: "A fixture.", inputSchema: { type: "object" } });
  const tools = [...Object.keys(TOOLS).map(tool), { ...tool("json_schema_2020_12_tool"), inputSchema: SCHEMA_2020_12 }];
  const prompts = Object.keys(PROMPTS).map((name) => ({ name, description: "A fixture." }));
  const resources = Object.keys(RESOURCES).map((uri) => ({ uri, name: uri, description: "A fixture." }));
  const templates = [{ uriTemplate: "test://template/{id}/data", name: "template", description: "A fixture." }];
  return {
    server_info: () => ({ name: "fixtures", title: "Fixtures of the conformance suite", version: "1.0.0" }),
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: () => "Fixtures.",
    lists: {
      tools: buildListPages("tools", tools),
      prompts: buildListPages("prompts", prompts),
      resources: buildListPages("resources", resources),
      resource_templates: buildListPages("resourceTemplates", templates),
    },
    tools: new Map([...Object.entries(TOOLS), ["json_schema_2020_12_tool", () => say(text("done"))]]),
    prompts: new Map(Object.entries(PROMPTS)),
    readResource: read,
    complete: () => ok({ completion: { values: [], total: 0, hasMore: false } }),
  };
}
