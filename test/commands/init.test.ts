import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCli } from "../../src/cli.ts";
import { profileFile } from "../../src/model/profile-file.ts";
import { describeSettings, parseSettings } from "../../src/settings.ts";
import { parseSettingsFile } from "../../src/terminal/settings-files.ts";
import { newFolder } from "../databases.ts";
import { pngFile } from "../pictures.ts";
import { candor } from "./terminal.ts";

/** `answers` are typed on a terminal; without them there is none. */
async function init(argv: string[], answers?: string[]) {
  let [out, error] = ["", ""];
  const asked: string[] = [];
  const code = await runCli(["init", ...argv], {
    env: {},
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    interactive: false,
    ...(answers
      ? {
          ask: async (question: string) => {
            asked.push(question);
            return answers.shift() ?? "";
          },
        }
      : {}),
    now: () => new Date("2026-11-15T00:00:00Z"),
  });
  return { code, out, error, asked };
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
const OPTIONS = ["--name", 'Ana "Bo" & Söhne: PT', "--time-zone", "America/New_York", "--country", "us"];

describe("candor init", () => {
  test("writes a profile that candor business takes, and settings for this folder", async () => {
    const folder = join(newFolder(), "new/clinic");
    const { code, out, error } = await init([...OPTIONS, "--dir", folder]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toBe(
      [
        `written: ${folder}/business.yaml`,
        `written: ${folder}/candor.env`,
        "",
        "Next, describe your business in business.yaml: staff, services, address. Then run:",
        `  cd ${folder}`,
        "  candor business business.yaml",
        "",
      ].join("\n"),
    );
    const database = `sqlite:${folder}/data/candor.db`;
    expect((await candor(database, ["business", join(folder, "business.yaml")])).out).toBe(
      'Ana "Bo" & Söhne: PT: saved; mentions changed in 0 of 0 reviews\n',
    );
    const modes = ["business.yaml", "candor.env"].map((name) => statSync(join(folder, name)).mode & 0o777);
    expect(modes).toEqual([0o644 & ~process.umask(), 0o600]);
    expect(parseSettingsFile("candor.env", read(folder, "candor.env"))).toEqual({
      DATABASE_URL: "sqlite:./data/candor.db",
    });
  });

  test("never overwrites: it writes what is missing, and fails if nothing is", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "business.yaml"), "mine");
    const first = await init([...OPTIONS, "--dir", folder, "--json"]);
    expect([first.code, JSON.parse(first.out)]).toEqual([
      0,
      { written: [`${folder}/candor.env`], kept: [`${folder}/business.yaml`] },
    ]);
    const again = await init([...OPTIONS, "--dir", folder]);
    expect([again.code, again.out.split("\n")[0]]).toEqual([1, `kept as it was: ${folder}/business.yaml`]);
    expect(read(folder, "business.yaml")).toBe("mine");
  });

  test("asks on a terminal for what the options leave open, and again after a wrong answer", async () => {
    const folder = newFolder();
    const answers = [
      "Tern Street PT",
      "physio therapist",
      "physical therapy",
      "America/New_Yrok",
      "America/New_York",
      "Canada",
      "ca",
    ];
    const { code, error, asked } = await init(["--dir", folder], answers);
    expect(code).toBe(0);
    expect(asked.length).toBe(7);
    expect(error).toBe(
      "physio therapist is no kind of business: did you mean Physiotherapy?\n" +
        "America/New_Yrok is no time zone: did you mean America/New_York?\nCanada is no country: write two letters, such as US\n",
    );
    const text = read(folder, "business.yaml");
    expect(text).toContain('\nname: "Tern Street PT"\n');
    expect(text).toContain("\ntype: Physiotherapy\n");
    expect(text).toContain('\ntime_zone: "America/New_York"\n');
    expect(text).toContain('\n  address_country: "CA"\n');
    expect((await init([...OPTIONS, "--type", "Dentist", "--dir", newFolder()], [])).asked).toEqual([]);
    expect((await init(["--yes", "--dir", newFolder()], [])).asked).toEqual([]);
  });

  test("takes the kind of business by its type or in words, and leaves it open without one", async () => {
    const typeIn = async (...options: string[]) => {
      const folder = newFolder();
      expect((await init([...OPTIONS, "--yes", "--dir", folder, ...options])).code).toBe(0);
      return /^(?:# )?type:.*/m.exec(read(folder, "business.yaml"))?.[0];
    };
    expect(await typeIn()).toBe("# type: LocalBusiness");
    expect(await typeIn("--type", "AutoRepair")).toBe("type: AutoRepair");
    expect(await typeIn("--type", "hair salon")).toBe("type: HairSalon");
  });

  test.each([[["--type", "Castle"], /^candor: --type: Castle is no kind of business: /]])(
    "refuses %p, and says what to write",
    async (argv, reason) => {
      const { code, error } = await init([...argv, "--dir", newFolder()]);
      expect(code).toBe(2);
      expect(error).toMatch(reason);
    },
  );

  test.each([
    [["--name", " "], "--name: the name is empty"],
    [["--name", "x".repeat(301)], "--name: the name has more than 300 characters"],
    [["--time-zone", "Mars"], "--time-zone: Mars is no time zone: write one such as America/Los_Angeles"],
    [
      ["--time-zone", "America/New_Yrok"],
      "--time-zone: America/New_Yrok is no time zone: did you mean America/New_York?",
    ],
    [["--country", "QQ"], "--country: QQ is no country: write two letters, such as US"],
    [["--country", "USA"], "--country: USA is no country: write two letters, such as US"],
  ])("refuses %p, and writes nothing", async (argv, reason) => {
    const folder = newFolder();
    const { code, out, error } = await init([...argv, "--dir", folder]);
    expect([code, out, error]).toEqual([2, "", `candor: ${reason}\n`]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("takes a name of 300 characters, and gives up after three wrong answers", async () => {
    const long = await init(["--name", "x".repeat(300), "--dir", newFolder(), "--json"]);
    expect([long.code, JSON.parse(long.out).written.length]).toEqual([0, 2]);
    const folder = newFolder();
    const { code, error, asked } = await init(["--dir", folder, "--name", "Tern"], ["Mars", "Mars", "Mars", "UTC"]);
    expect([code, asked.length]).toEqual([1, 3]);
    expect(error).toEndWith("candor: nothing was written: run candor init again\n");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("without a terminal and a name, the example stays, and candor business does not take it", async () => {
    const folder = newFolder();
    expect((await init(["--dir", folder, "--time-zone", "Europe/Berlin"])).code).toBe(0);
    const path = join(folder, "business.yaml");
    expect(await candor(`sqlite:${folder}/x.db`, ["business", path])).toEqual({
      code: 1,
      out: "",
      error: `candor: ${path}, line 8, column 7: name is still the example: write the name of your business\n`,
    });
  });

  test.each([
    [
      ["--time-zone", "Mars/Olympus"],
      "--time-zone: Mars/Olympus is no time zone: write one such as America/Los_Angeles",
    ],
    [["--country", "USA"], "--country: USA is no country: write two letters, such as US"],
    [["--country", "QX"], "--country: QX is no country: write two letters, such as US"],
    [["--name", "  "], "--name: the name is empty"],
    [["here"], "init takes only options: candor init --dir DIR"],
  ])("%p is refused with one line and exit code 2", async (argv, line) => {
    expect(await init([...argv, "--dir", newFolder()])).toMatchObject({ code: 2, error: `candor: ${line}\n` });
  });

  test("every example in business.yaml works when its # is removed, and no member is left out", async () => {
    const folder = newFolder();
    await init(["--name", "Tern", "--time-zone", "Europe/Berlin", "--dir", folder]);
    const text = read(folder, "business.yaml").replace(/^# ( *(?:- )?[a-z_]+:(?: |$)| {2,}- )/gm, "$1");
    const path = join(folder, "all.yaml");
    writeFileSync(path, text);
    writeFileSync(join(folder, "logo.png"), pngFile(64, 64));
    expect((await candor("sqlite:x", ["check", path])).error).toBe("");
    const members = Object.keys(profileFile.shape).filter((name) => !["demonstration", "aspects"].includes(name));
    expect(members.filter((name) => !new RegExp(`^${name}:`, "m").test(text))).toEqual([]);
    for (const member of ["title:", "aliases:", "insights:", "description:", "latitude:", "postal_code:", "redact:"]) {
      expect(text).toContain(member);
    }
  });

  test("candor.env leaves the database to the file of the machine, if that names one", async () => {
    const [folder, system] = [newFolder(), join(newFolder(), "candor.env")];
    writeFileSync(system, "DATABASE_URL=sqlite:/var/lib/candor/candor.db\n");
    const quiet = { env: {}, out: () => {}, error: () => {}, interactive: false, now: () => new Date() };
    expect(await runCli(["init", ...OPTIONS, "--dir", folder], quiet, { folder, system })).toBe(0);
    expect(read(folder, "candor.env")).toContain(`\n# ${system} names it already.\n# DATABASE_URL=`);
    expect(parseSettingsFile("candor.env", read(folder, "candor.env"))).toEqual({});
  });

  test("candor.env lists every setting, and each line is valid when its # is removed", async () => {
    const folder = newFolder();
    await init([...OPTIONS, "--dir", folder]);
    const values = parseSettingsFile("x", read(folder, "candor.env").replace(/^# ([A-Z_]+=)/gm, "$1"));
    expect(Object.keys(values)).toEqual(describeSettings({}).map(({ name }) => name));
    expect(parseSettings(values)).toEqual(parseSettings({}));
  });
});
