import { EXAMPLE_NAME } from "../model/profile-file.ts";
import { describeSettings } from "../settings.ts";
import TEMPLATE from "./business.template.yaml" with { type: "text" };

export type InitAnswers = {
  /** If null, the file gets an example, which candor business does not accept. */
  name: string | null;
  /** A type of schema.org. If null, the file shows an example without effect. */
  type: string | null;
  time_zone: string;
  /** Two letters, or null. */
  country: string | null;
  /** The settings file of the machine, if it names the database. */
  database_elsewhere: string | null;
};

/** A JSON string is also valid YAML. */
const quoted = (text: string): string => JSON.stringify(text);

const ADDRESS = `# address:
#   street_address: 418 Netmenders Row
#   address_locality: Port Ellery
#   address_region: OR
#   postal_code: "97999"
#   address_country: US`;

function renderAddress(country: string | null): string {
  if (country === null) return ADDRESS;
  const lines = ADDRESS.split("\n").slice(1, -1);
  return ["address:", ...lines, `  address_country: ${quoted(country)}`].join("\n");
}

export function renderBusinessFile({ name, type, time_zone, country }: InitAnswers): string {
  const values: Record<string, string> = {
    name: quoted(name ?? EXAMPLE_NAME),
    type: type === null ? "# type: LocalBusiness" : `type: ${type}`,
    time_zone: quoted(time_zone),
    address: renderAddress(country),
  };
  return TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_: string, member: string) => values[member] ?? "");
}

const HEAD = `# Settings of Candor in this folder. Commands and the service that are started here read them.
# A line that begins with # has no effect: it shows the default. To change a setting, remove
# its "# " and write another value. A variable of the same name in the environment wins.
# Keep this file to yourself if it has a password or a key. candor settings shows what counts.
`;

/** Every setting with its default. Includes the database, unless the machine's settings file names one. */
export function renderSettingsFile({ database_elsewhere }: InitAnswers): string {
  const isActive = (name: string) => name === "DATABASE_URL" && database_elsewhere === null;
  const noteOf = (name: string) =>
    name === "DATABASE_URL" && database_elsewhere !== null ? `# ${database_elsewhere} names it already.\n` : "";
  const entries = describeSettings({}).map(
    ({ name, value, help }) => `# ${help}\n${noteOf(name)}${isActive(name) ? "" : "# "}${name}=${value}\n`,
  );
  return [HEAD, ...entries].join("\n");
}
