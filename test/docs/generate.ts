/** The pages of docs/ that are made from the code. `bun test/docs/generate.ts` writes them; a test compares them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROBLEMS } from "../../src/model/problem.ts";
import { describeSettings } from "../../src/settings.ts";

const DOCS = join(import.meta.dir, "../../docs");

export function renderErrors(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title, when }]) => `| \`${code}\` | ${status} | ${title} | ${when} |`,
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
