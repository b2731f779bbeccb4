import { expect, test } from "bun:test";
import { profileFile } from "../../src/model/profile-file.ts";
import { describeFaults } from "../../src/terminal/profile-faults.ts";
import { parseProfileText } from "../../src/terminal/profile-text.ts";

const HEAD = "name: Tern\ntime_zone: UTC\n";

function faultsOf(text: string): string[] {
  const parsed = parseProfileText(text);
  if ("faults" in parsed) throw new Error(`it cannot be read: ${parsed.faults[0]?.words}`);
  const { error } = profileFile.safeParse(parsed.value);
  return describeFaults(error?.issues ?? [], parsed).map(({ line, column, words }) => `${line}:${column} ${words}`);
}

test.each([
  [
    "a typing error in a list",
    `${HEAD}services:\n  - { name: Dry, alises: [x] }\n`,
    ["4:18 there is no services[1].alises; did you mean aliases?"],
  ],
  [
    "a member of a list in another block",
    `${HEAD}address: { aliases: x }\n`,
    ["3:12 there is no address.aliases; candor init writes an example of every member"],
  ],
  [
    "a member of a list at the top",
    `${HEAD}aliases: [x]\n`,
    ["3:1 there is no aliases; candor init writes an example of every member"],
  ],
  [
    "a member of another block in a block",
    `${HEAD}address: { latitude: 1 }\n`,
    ["3:12 there is no address.latitude; candor init writes an example of every member"],
  ],
  [
    "numbers for texts",
    `${HEAD}type: 5\naccent_color: 123456\n`,
    [
      "3:7 type must be a schema.org type of a local business, such as Physiotherapy, MedicalClinic or LocalBusiness",
      '4:15 accent_color must be a color in quotes, such as "#0b6a62"',
    ],
  ],
  [
    "the example's name",
    "name: Your business\ntime_zone: UTC\n",
    ["1:7 name is still the example: write the name of your business"],
  ],
  ["no name", 'name: ""\ntime_zone: UTC\n', ["1:7 name must be the name of your business"]],
  [
    "a color that is too light",
    `${HEAD}accent_color: "#ffd700"\n`,
    [
      '3:15 accent_color #ffd700 is too light to read on the page: its contrast is 1.3:1, and 4.5:1 is needed; the nearest color that works is "#877104"',
    ],
  ],
  [
    "a member whose name is a number",
    `${HEAD}1: x\n`,
    ["1:1 there is no 1; candor init writes an example of every member"],
  ],
  [
    "two faults in one line",
    `${HEAD}privacy: { redact: maybe, names: some }\n`,
    [
      "3:20 privacy.redact must be true or false",
      "3:34 privacy.names must be one of full, first_initial, initials, anonymous",
    ],
  ],
  [
    "a missing member after a comment",
    "# mine\ntime_zone: UTC\n",
    ["2:1 name is missing: it is the name of your business"],
  ],
  [
    "the same fault of two names",
    `${HEAD}technicians: [[a], [b]]\n`,
    ["3:15 technicians: each is a name, or id and name"],
  ],
  [
    "colors that are nearly one",
    `${HEAD}accent_color: "0b6a62"\n`,
    ['3:15 accent_color must be a color in quotes, such as "#0b6a62"; did you mean "#0b6a62"?'],
  ],
  [
    "short colors",
    `${HEAD}accent_color: "#ABC"\n`,
    ['3:15 accent_color must be a color in quotes, such as "#0b6a62"; did you mean "#AABBCC"?'],
  ],
  [
    "words for colors",
    `${HEAD}accent_color: teal\n`,
    ['3:15 accent_color must be a color in quotes, such as "#0b6a62"'],
  ],
])("%s", (_, text, faults) => {
  expect(faultsOf(text)).toEqual(faults);
});
