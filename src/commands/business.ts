import { randomUUID } from "node:crypto";
import { usageError } from "../errors.ts";
import { saveBusiness } from "../import/business.ts";
import { type Command, writeJson } from "./command.ts";
import { parseProfile, readProfileFile } from "./profile-file.ts";
import { tables, withStore } from "./with-store.ts";

export const command: Command = {
  usage: `Usage: candor business FILE [--json]

Sets the business profile from a YAML or JSON file, and finds the mentions of its
technicians, services and service areas in every stored review again.
Required: name, time_zone. See examples/demo-clinic/business.yaml for all members.
A running server shows the change by itself.
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0)
      throw usageError("business takes one file: candor business business.yaml");
    const profile = parseProfile(path, readProfileFile(path));
    const report = await withStore(terminal, (store) =>
      saveBusiness({ store, tables, now: terminal.now, newRun: randomUUID }, profile),
    );
    if (args.flag("json")) writeJson(terminal, report);
    else if (!report.changed) terminal.out(`${profile.name}: nothing changed\n`);
    else
      terminal.out(
        `${profile.name}: saved; mentions changed in ${report.mentions_changed} of ${report.reviews} reviews\n`,
      );
    return 0;
  },
};
