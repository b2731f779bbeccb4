import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCAL_BUSINESS_TYPES } from "../../src/model/local-business-types.ts";
import { assignIds, profileFile } from "../../src/model/profile-file.ts";
import { candor } from "../commands/terminal.ts";
import { newFolder } from "../databases.ts";

const folder = newFolder();
const path = join(folder, "business.yaml");
const HEAD = "name: Tern\ntime_zone: America/New_York\n";

/** The faults that candor check reports, without the path. */
async function faultsOf(text: string, name = "business.yaml"): Promise<string[]> {
  writeFileSync(join(folder, name), text);
  const { code, error } = await candor("sqlite:x", ["check", join(folder, name)]);
  expect(code).toBe(1);
  const lines = error
    .trim()
    .split("\n")
    .map((line) => line.replace(/^candor: /, "").replace(`${join(folder, name)}, `, ""));
  return lines.length > 1 ? lines.slice(0, -1) : lines;
}

const CASES: [title: string, text: string, faults: string[]][] = [
  [
    "another word for a member",
    `${HEAD}phone: "1"\n`,
    ["line 3, column 1: there is no phone; did you mean telephone?"],
  ],
  ["a typing error", `${HEAD}telefone: "1"\n`, ["line 3, column 1: there is no telefone; did you mean telephone?"]],
  [
    "a member of a block at the top",
    `${HEAD}city: Bonn\n`,
    ["line 3, column 1: there is no city; did you mean address: address_locality?"],
  ],
  [
    "another word in a block",
    `${HEAD}address:\n  zip: "1"\n`,
    ["line 4, column 3: there is no address.zip; did you mean postal_code?"],
  ],
  [
    "a member that means nothing",
    `${HEAD}xyzzy: 1\n`,
    ["line 3, column 1: there is no xyzzy; candor init writes an example of every member"],
  ],
  [
    "a technician that is a list",
    `${HEAD}technicians:\n  - Ana\n  - [Ben]\n`,
    ["line 5, column 5: technicians: each is a name, or id and name"],
  ],
  [
    "a technician without a name",
    `${HEAD}technicians:\n  - { id: ana }\n`,
    ["line 4, column 5: technicians[1].name is missing: it is a name of at most 300 characters"],
  ],
  [
    "technicians in one line",
    `${HEAD}technicians: Ana, Ben\n`,
    ["line 3, column 14: technicians must be a list: each is a name, or id and name"],
  ],
  [
    "a wrong member of a technician",
    `${HEAD}technicians:\n  - name: Ana\n    role: PT\n`,
    ["line 5, column 5: there is no technicians[1].role; did you mean title?"],
  ],
  [
    "an id with a space",
    `${HEAD}services:\n  - { id: dry needling, name: Dry }\n`,
    [
      "line 4, column 11: services[1].id must be 1 to 64 characters of a-z, 0-9, - and _, beginning with a letter or digit",
    ],
  ],
  [
    "a name twice",
    `${HEAD}technicians: [Ana Ruiz, ana  ruiz]\n`,
    ["line 3, column 25: technicians: ana  ruiz is listed twice; remove one, or give both an id"],
  ],
  [
    "an id twice",
    `${HEAD}services:\n  - { id: a, name: A }\n  - { id: a, name: B }\n`,
    ["line 5, column 11: services: the id a is used twice; give each its own id"],
  ],
  ["no name", "time_zone: UTC\n", ["line 1, column 1: name is missing: it is the name of your business"]],
  [
    "no time zone",
    "name: Tern\n",
    ["line 1, column 1: time_zone is missing: it is the time zone of your business, such as America/Los_Angeles"],
  ],
  [
    "a time zone without its continent",
    "name: Tern\ntime_zone: Los_Angeles\n",
    [
      "line 2, column 12: time_zone must be the time zone of your business, such as America/Los_Angeles; did you mean America/Los_Angeles?",
    ],
  ],
  [
    "an address that runs something",
    `${HEAD}url: "javascript:alert(1)"\n`,
    ["line 3, column 6: url must be the address of your website, beginning with https:// or http://"],
  ],
  [
    "an address without a scheme",
    `${HEAD}url: www.tern.example\n`,
    ["line 3, column 6: url must be the address of your website, beginning with https:// or http://"],
  ],
  [
    "a same_as that is no web address",
    `${HEAD}same_as:\n  - ftp://x.example\n`,
    [
      "line 4, column 5: same_as[1] must be the address of a page about your business, beginning with https:// or http://",
    ],
  ],
  [
    "a type in other letters",
    `${HEAD}type: physio therapy\n`,
    [
      "line 3, column 7: type must be a schema.org type of a local business, such as Physiotherapy, MedicalClinic or LocalBusiness; did you mean Physiotherapy?",
    ],
  ],
  [
    "a type that is no local business",
    `${HEAD}type: Person\n`,
    [
      "line 3, column 7: type must be a schema.org type of a local business, such as Physiotherapy, MedicalClinic or LocalBusiness",
    ],
  ],
  [
    "a phone number without quotes",
    `${HEAD}telephone: 15415550137\n`,
    ['line 3, column 12: telephone must be a phone number in quotes, such as "+1-541-555-0137"'],
  ],
  [
    "a postal code without quotes",
    `${HEAD}address:\n  postal_code: 97999\n`,
    ['line 4, column 16: address.postal_code must be a postal code in quotes, such as "97999"'],
  ],
  [
    "a choice that does not exist",
    `${HEAD}structured_data: none\n`,
    ["line 3, column 18: structured_data must be one of business, direct, all"],
  ],
  [
    "privacy that does not exist",
    `${HEAD}privacy: { names: some, redact: maybe }\n`,
    [
      "line 3, column 19: privacy.names must be one of full, first_initial, initials, anonymous",
      "line 3, column 33: privacy.redact must be true or false",
    ],
  ],
  [
    "an unknown taxonomy",
    `${HEAD}aspects: bakery\n`,
    [
      "line 3, column 10: aspects must be one of physical-therapy, dentist, restaurant, auto-repair, hair-salon, hotel, general",
    ],
  ],
  [
    "coordinates that do not exist",
    `${HEAD}geo: { latitude: 91, longitude: x }\n`,
    [
      "line 3, column 18: geo.latitude must be a number of degrees from -90 to 90",
      "line 3, column 33: geo.longitude must be a number of degrees from -180 to 180",
    ],
  ],
  [
    "a quote that is not closed",
    `${HEAD}description: "x\n`,
    ["line 4, column 1: something is not closed here: a quote, a bracket or a brace"],
  ],
  [
    "a tab",
    `${HEAD}address:\n\tpostal_code: "1"\n`,
    ["line 4, column 1: this line begins with a tab: indent with spaces"],
  ],
  [
    "a member twice",
    `${HEAD}email: a@b.example\nemail: c@d.example\n`,
    ["line 4, column 1: this member is given twice: keep one of them"],
  ],
  [
    "a colon in a value",
    `${HEAD}description: Knees: and hips\n`,
    ["line 3, column 14: a value that contains a colon and a space must be in quotes"],
  ],
  [
    "a list",
    "- name: Tern\n",
    ["line 1, column 1: this is not a business profile: it has lines such as name: and time_zone:"],
  ],
];

describe("a fault of a profile is reported in the owner's words, with its place", () => {
  test.each(CASES)("%s", async (_, text, faults) => {
    expect(await faultsOf(text)).toEqual(faults);
  });

  test("all at once, in the order of the file, and nothing is saved", async () => {
    writeFileSync(path, `phone: "1"\n${HEAD}url: x\n`);
    expect(await candor(`sqlite:${folder}/none.db`, ["business", path])).toEqual({
      code: 1,
      out: "",
      error: `${path}, line 1, column 1: there is no phone; did you mean telephone?\n${path}, line 4, column 6: url must be the address of your website, beginning with https:// or http://\ncandor: ${path} has 2 faults: fix them, and run this again\n`,
    });
  });

  test("also of a file that is made to exhaust the parser", async () => {
    const bomb = `${HEAD}a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi".replaceAll(/./g, (name) => {
      const before = `*${String.fromCharCode(name.charCodeAt(0) - 1)}`;
      return `${name}: &${name} [${Array(9).fill(before).join(", ")}]\n`;
    })}`;
    for (const text of [bomb, `${HEAD}faq: ${"[".repeat(50_000)}`]) {
      const [fault = ""] = await faultsOf(text);
      expect(fault).toMatch(/^line \d+, column \d+: (this file is nested too deeply|this line cannot be read)/);
    }
  });

  test("in JSON, too", async () => {
    expect(await faultsOf('{\n\t"name": "Tern",\n\t"time_zone": "UTC",\n\t"phone": "1"\n}\n', "x.json")).toEqual([
      "line 4, column 2: there is no phone; did you mean telephone?",
    ]);
  });
});

describe("plain names", () => {
  const parse = (value: object) => profileFile.parse({ name: "Tern", time_zone: "UTC", ...value });
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

  test("get an id that is made of the name", () => {
    const { technicians, services, service_areas } = assignIds(
      parse({
        technicians: ["Ana Ruíz", "王芳", "O’Neil, Pat (PT)"],
        services: ["Dry needling"],
        service_areas: ["Old Town"],
      }),
      null,
    );
    expect(idsOf(technicians)).toEqual(["ana-ruiz", "n-8ac9540b", "o-neil-pat-pt"]);
    expect(technicians[0]).toEqual({ id: "ana-ruiz", name: "Ana Ruíz", title: null, aliases: [], insights: true });
    expect([idsOf(services), idsOf(service_areas)]).toEqual([["dry-needling"], ["old-town"]]);
  });

  test("keep the id that is stored, whatever was added, removed or typed differently since", () => {
    const first = assignIds(parse({ technicians: ["Ana Ruíz", "Ana Ruiz", { id: "ben", name: "Ben Katz" }] }), null);
    const [one, two] = idsOf(first.technicians);
    expect([one, two?.startsWith("ana-ruiz-"), idsOf(first.technicians)[2]]).toEqual(["ana-ruiz", true, "ben"]);
    const second = assignIds(parse({ technicians: ["Zoe", "ana  RUIZ", "Ben Katz"] }), first);
    expect(idsOf(second.technicians)).toEqual(["zoe", two ?? "", "ben"]);
  });

  test("give way to an id that is written", () => {
    const { services } = assignIds(parse({ services: ["Needling", { id: "needling", name: "Dry needling" }] }), null);
    expect([services[0]?.id.startsWith("needling-"), services[1]?.id]).toEqual([true, "needling"]);
  });

  test("are saved by candor business, and a second profile keeps their ids", async () => {
    const database = `sqlite:${newFolder()}/x.db`;
    writeFileSync(path, `${HEAD}technicians:\n  - { id: ana-1, name: Ana Ruiz }\n`);
    await candor(database, ["business", path]);
    writeFileSync(path, `${HEAD}technicians: [Ana Ruiz]\n`);
    expect((await candor(database, ["business", path])).out).toBe("Tern: nothing changed\n");
  });
});

test("the types are those of schema.org's tree of local businesses, each once", () => {
  expect(new Set(LOCAL_BUSINESS_TYPES).size).toBe(LOCAL_BUSINESS_TYPES.length);
  expect(LOCAL_BUSINESS_TYPES.every((type) => /^[A-Z][A-Za-z]+$/.test(type))).toBe(true);
  for (const type of ["LocalBusiness", "Physiotherapy", "MedicalClinic", "Dentist"])
    expect(LOCAL_BUSINESS_TYPES).toContain(type);
});
