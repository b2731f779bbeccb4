/** The pages in docs/ that are generated from the code. `bun test/docs/generate.ts` writes them; a test compares them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PROBLEMS } from "../../src/model/wire/problem.ts";
import { describeSettings } from "../../src/settings.ts";

const DOCS = join(import.meta.dir, "../../docs");

export function renderErrors(): string {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title, when }]) => `| \`${code}\` | ${status} | ${title} | ${when} |`,
  );
  return `# Errors

An error at the URL of a page is a page. Every other error, except at \`/mcp\` and the hub, is an \`application/json\` object with the members of RFC 9457: \`type\`, \`title\`, \`status\`, \`error\` (the code below), \`detail\` and \`instance\`. Every 400 also has \`issues\`, with one entry per fault: at most 20, then one with the code \`more_issues\` that counts the others. An error repeats at most 100 characters of a value and has at most 80 KB. Every 500 also has an \`id\`, which is also in the server's log. The list is closed: the service sends no other code.

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

Every command and the service read their settings from the same places. The first place that has a setting wins:

1. the environment,
2. the file of \`--env FILE\`, an option of every command,
3. \`candor.env\` in the working folder (\`candor init\` writes one),
4. \`/etc/candor.env\`, which a service and the commands on its machine share.

A file has lines such as \`PORT=8081\`; a line that begins with \`#\` has no effect. A relative database path in a file is relative to that file; \`/etc/candor.env\` needs the whole path. \`.env\` files are not read.

\`candor settings\` prints each setting with its value and where the value comes from, and which database that means. If a setting is malformed, or an unknown one begins with \`WEBSUB_\`, \`RATE_LIMIT_\`, \`METRICS_\`, \`SYNC_\`, \`DESK_\` or \`BACKUP_\`, a command stops with a one-line error and exit code 2. A name that is similar to a setting, and an unknown name in a file, are reported at the start and by \`candor doctor\`.

Secrets of [sources](sync.md) have their own settings. \`SYNC_SECRET_<NAME>\` is the whole value of a header, such as \`Bearer …\`. \`SYNC_SECRET_<NAME>_FILE\` is a file that contains it and that only its owner may read (mode 0600). \`candor settings\` shows only that they are set.

| setting | default | meaning |
|---|---|---|
${rows.join("\n")}
`;
}

export const GENERATED: Record<string, () => string> = { "errors.md": renderErrors, "settings.md": renderSettings };

if (import.meta.main) {
  for (const [name, render] of Object.entries(GENERATED)) writeFileSync(join(DOCS, name), render());
}
