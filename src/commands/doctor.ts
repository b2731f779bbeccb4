import { checkAll } from "../owner/checkup.ts";
import { type Command, writeJson } from "../terminal/command.ts";

export const doctorCommand: Command = {
  usage: `Usage: candor doctor [--json]

Checks this installation: settings, database, clock, disk, file permissions, TLS of the
public origin, deliveries that are paused, sources that fail, what waits for you, proxy headers. Says what
is wrong and how to fix it. Says which database is used and which setting names it. Exit
code 1 if there is a fault.

Examples:
  candor doctor
  candor doctor --env candor.env --json
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const findings = await checkAll(terminal);
    if (args.flag("json")) {
      // Scripts of earlier versions read `mend`, the former name of `fix`.
      const printed = findings.map(({ fix, ...finding }) => ({ ...finding, mend: fix, fix }));
      writeJson(terminal, printed);
    } else {
      for (const { check, state, found, fix } of findings) {
        terminal.out(`${state.padEnd(8)} ${check}: ${found}\n${fix ? `         → ${fix}\n` : ""}`);
      }
    }
    return findings.some(({ state }) => state === "fault") ? 1 : 0;
  },
};
