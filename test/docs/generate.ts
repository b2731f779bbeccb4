/** The pages of docs/ that are made from the code. `bun test/docs/generate.ts` writes them; a test compares them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROBLEMS } from "../../src/errors.ts";
import { describeSettings } from "../../src/settings.ts";

const DOCS = join(import.meta.dir, "../../docs");

const WHEN: Record<keyof typeof PROBLEMS, string> = {
  invalid_parameters:
    "A parameter of the search is out of bounds, malformed, repeated, empty or unknown; `issues` lists every fault.",
  invalid_date: "The date in the path is not a real calendar date, YYYY-MM-DD.",
  malformed_request: "The request cannot be understood; `issues` says what is wrong.",
  not_found: "Nothing is served at this path, or no review has this id.",
  method_not_allowed: "The service is read-only; `Allow` lists what is possible.",
  gone: "The review was taken back. It will not return under this id unless the reviewer publishes it again.",
  content_too_large: "The body is over the limit of this path.",
  uri_too_long: "The URL has more than 8,192 bytes.",
  rate_limited: "Too many requests from this address; wait for `Retry-After` seconds.",
  internal_error: "Our fault. `id` is also in the operator's log.",
  not_ready: "The server has just started and is building its first snapshot.",
};

export function renderErrors(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} | ${WHEN[code as keyof typeof PROBLEMS]} |`,
  );
  return `# Errors

Every error outside \`/mcp\` and the hub has the members of RFC 9457, as \`application/json\`: \`type\`, \`title\`, \`status\`, \`error\` (the code below), \`detail\`, \`instance\`; \`issues\` on every 400, one entry for each fault; \`id\` on every 5xx. The list is closed: a code that is not here is not sent.

| code | status | title | when |
|---|---|---|---|
${rows.join("\n")}
`;
}

export function renderSettings(): string {
  const rows = describeSettings({}).map(
    ({ name, value, help }) => `| \`${name}\` | ${value === "" ? "–" : `\`${value}\``} | ${help} |`,
  );
  return `# Settings

Settings come from the environment. \`npx candor settings\` prints each with its value and where that comes from. A malformed setting, or an unknown one that begins with \`WEBSUB_\`, \`RATE_LIMIT_\` or \`MCP_\`, stops the start with one line.

| setting | default | meaning |
|---|---|---|
${rows.join("\n")}
`;
}

export const GENERATED: Record<string, () => string> = { "errors.md": renderErrors, "settings.md": renderSettings };

if (import.meta.main) {
  for (const [name, render] of Object.entries(GENERATED)) writeFileSync(join(DOCS, name), render());
}
