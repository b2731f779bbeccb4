import type { MentionChange, ProfileReport } from "../import/run/save-business.ts";
import type { ProfileFile } from "../model/profile-file.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { saveOwnProfile } from "../owner/save-profile.ts";
import { counted } from "../spelling.ts";
import type { Store } from "../store/store.ts";
import { type Arguments, askYes, type Command, type Terminal, writeJson } from "../terminal/command.ts";
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

const plural = { technicians: "technician", services: "service", service_areas: "service area" } as const;
const describeMention = ({ kind, name, before, after }: MentionChange): string =>
  `  ${plural[kind]} ${name}: ${before} → ${after} mentions\n`;

/** Asks before somebody or something loses all mentions. Without a terminal it changes nothing. */
async function save(args: Arguments, terminal: Terminal, store: Store, profile: ProfileFile): Promise<ProfileReport> {
  const deps = { store, now: terminal.now };
  const saved = await saveOwnProfile(deps, profile, { lose_mentions: args.flag("yes") });
  if ("report" in saved) return saved.report;
  terminal.error(`these would lose all their mentions:\n${saved.lost.map(describeMention).join("")}`);
  const renamed = "if one was renamed, give the new entry called_before: [the old name]";
  if (!terminal.ask) throw new OperatorError(`nothing was changed: ${renamed}; or run it again with --yes`);
  if (!(await askYes(terminal.ask, "Go on?"))) throw new OperatorError(`nothing was changed: ${renamed}`);
  const agreed = await saveOwnProfile(deps, profile, { lose_mentions: true });
  if ("report" in agreed) return agreed.report;
  throw new OperatorError("nothing was changed");
}

export const businessCommand: Command = {
  usage: `Usage: candor business FILE [--yes] [--json]

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
    - { name: Cy Dee, called_before: [Cy Old], left: true }
  services:
    - Dry needling

name and time_zone are required; candor init writes a file with every member to fill in.
candor check FILE says what is wrong with a profile. called_before has the former names, the
first one first: mentions, filters and embeds go on. left: true, or a day, shows somebody as
former. If a technician, service or area would lose all mentions, it asks first; without a
terminal it changes nothing, names them and exits with 1. --yes goes on.

Examples:
  candor business business.yaml
`,
  options: { yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0)
      throw usageError("business takes one file: candor business business.yaml");
    const profile = parseProfile(terminal, path, readProfileFile(terminal, path));
    refuseMadeUp(path, profile);
    const report = await withStore(terminal, (store) => save(args, terminal, store, profile));
    if (args.flag("json")) writeJson(terminal, report);
    else if (!report.changed) terminal.out(`${profile.name}: nothing changed\n`);
    else
      terminal.out(
        `${profile.name}: saved; mentions changed in ${report.mentions_changed} of ${counted(report.reviews, "review")}\n`,
      );
    if (!args.flag("json")) terminal.out(report.mentions.map(describeMention).join("") + describePrivacy(report));
    if (report.zone_changed && report.reviews > 0 && !args.flag("json"))
      terminal.out(`the time zone changed: import the files again to date the reviews in ${profile.time_zone}\n`);
    return 0;
  },
};
