import { describeSettings, parseSettings } from "../settings.ts";
import { type Command, writeJson } from "../terminal/command.ts";

export const command: Command = {
  usage: `Usage: candor settings [--json]

Prints every setting with its value, where the value comes from and what it means.
Settings are environment variables. Secrets are hidden.

Examples:
  candor settings
  DATABASE_URL=sqlite:./data/other.db candor settings
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const settings = describeSettings(terminal.env);
    if (args.flag("json")) writeJson(terminal, settings);
    else {
      const width = Math.max(...settings.map(({ name }) => name.length));
      for (const { name, value, origin, help } of settings) {
        terminal.out(`${name.padEnd(width)}  ${value === "" ? "(empty)" : value}  [${origin}]  ${help}\n`);
      }
    }
    parseSettings(terminal.env); // after the list, so that the list shows a malformed value too
    return 0;
  },
};
