import { randomUUID } from "node:crypto";
import { type ProfileReport, saveBusiness } from "../import/run/save-business.ts";
import { assignIds } from "../model/profile-file.ts";
import { usageError } from "../operator-error.ts";
import { counted } from "../spelling.ts";
import { readProfile } from "../store/dataset/business.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { parseProfile, readProfileFile, refuseMadeUp } from "../terminal/read-profile.ts";
import { withStore } from "../terminal/with-store.ts";

/** How the profile's privacy settings changed stored reviews, or what they cannot change. */
function describePrivacy({ privacy_changed, privacy_looser, reviews }: ProfileReport): string {
  const applied =
    privacy_changed > 0
      ? `privacy: ${privacy_changed} of ${counted(reviews, "stored review")} now show less, and the words that were taken out are deleted\n`
      : "";
  const looser =
    privacy_looser && reviews > 0
      ? "privacy: it shows more than before, but what was taken out is not stored: only a new import can bring it back\n"
      : "";
  return applied + looser;
}

export const businessCommand: Command = {
  usage: `Usage: candor business FILE [--json]

Sets the business profile from a YAML or JSON file, and finds mentions of its
technicians, services and service areas in every stored review. If its privacy is stricter
than before, that applies to every stored review and its earlier versions, too.
A running server shows the change. A small profile:

  name: Harbor Physical Therapy
  time_zone: America/Los_Angeles      # reviews are dated in this time zone
  url: https://harbor.example
  technicians:
    - Ana Ruiz                        # a name, or more:
    - { name: Ben Katz, title: "PT, DPT", aliases: [Ben, Dr. Katz] }
  services:
    - Dry needling

name and time_zone are required; candor init writes a file with every member to fill in.
candor check FILE says what is wrong with a profile.

Examples:
  candor business business.yaml
`,
  options: { json: { type: "boolean" } },
  async run(args, terminal) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0)
      throw usageError("business takes one file: candor business business.yaml");
    const profile = parseProfile(terminal, path, readProfileFile(terminal, path));
    refuseMadeUp(path, profile);
    const report = await withStore(terminal, async (store) =>
      saveBusiness({ store, now: terminal.now, newRun: randomUUID }, assignIds(profile, await readProfile(store))),
    );
    if (args.flag("json")) writeJson(terminal, report);
    else if (!report.changed) terminal.out(`${profile.name}: nothing changed\n`);
    else
      terminal.out(
        `${profile.name}: saved; mentions changed in ${report.mentions_changed} of ${counted(report.reviews, "review")}\n`,
      );
    if (!args.flag("json")) terminal.out(describePrivacy(report));
    if (report.zone_changed && report.reviews > 0 && !args.flag("json"))
      terminal.out(`the time zone changed: import the files again to date the reviews in ${profile.time_zone}\n`);
    return 0;
  },
};
