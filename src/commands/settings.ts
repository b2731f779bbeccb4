import { describeSettings, findStrangeSettings, parseSettings } from "../settings.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { describeStore, isStoreMissing } from "../upkeep/database-label.ts";

export const settingsCommand: Command = {
  usage: `Usage: candor settings [--json]

Prints every setting with its value, where the value comes from and what it means, and
which database the service and every command use here. Secrets are hidden. A setting
comes from the environment, else from the file of --env FILE, else from candor.env in
this folder, else from /etc/candor.env, else it has its default.

Examples:
  candor settings
  candor settings --env candor.env
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const settings = describeSettings(terminal.env, terminal.origins);
    if (args.flag("json")) writeJson(terminal, settings);
    else {
      const width = Math.max(...settings.map(({ name }) => name.length));
      for (const { name, value, origin, help } of settings) {
        terminal.out(`${name.padEnd(width)}  ${value === "" ? "(empty)" : value}  [${origin}]  ${help}\n`);
      }
    }
    for (const { name, origin, suggestion } of findStrangeSettings(terminal.env, terminal.origins)) {
      terminal.error(
        `candor: ${name} (${origin}) is not a setting${suggestion ? `; did you mean ${suggestion}?` : " and has no effect"}\n`,
      );
    }
    parseSettings(terminal.env); // after the list, so that the list also shows a malformed value
    if (!args.flag("json")) {
      const missing = isStoreMissing(terminal) ? ", which does not exist yet" : "";
      terminal.out(`\nThe database here is ${describeStore(terminal)}${missing}.\n`);
    }
    return 0;
  },
};
