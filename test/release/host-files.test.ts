import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { TARGETS } from "../../release/targets.ts";
import { ROOT } from "../deploy/image-tree.ts";

type Step = { uses?: string; run?: string };
type Job = {
  permissions?: Record<string, string>;
  steps: Step[];
  strategy?: { matrix: { include?: { program: string }[] } };
};
type Workflow = { on: unknown; permissions: Record<string, string>; jobs: Record<string, Job> };
type Form = {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { value?: string } }[];
};

const read = (name: string): string => readFileSync(join(ROOT, name), "utf8");
const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;

/** Fails on duplicate keys and other faults of the file. */
function parse<T>(name: string): T {
  const document = parseDocument(read(name), { strict: true });
  expect([name, document.errors, document.warnings]).toEqual([name, [], []]);
  return document.toJS();
}

const WORKFLOWS = ["ci", "release"].map((name) => ({
  name,
  workflow: parse<Workflow>(`.github/workflows/${name}.yml`),
}));
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);

describe.each(WORKFLOWS)("the workflow $name", ({ name, workflow }) => {
  test("calls only commands that exist", () => {
    const commands = stepsOf(workflow).flatMap(({ run }) => (run === undefined ? [] : run.split(/\n|&&/)));
    const called = commands.flatMap((line) => /^\s*npm run ([\w:]+)/.exec(line)?.[1] ?? []);
    expect(called.filter((script) => !(script in scripts))).toEqual([]);
    const files = commands.flatMap((line) => /^\s*(\.[\w./-]+)/.exec(line)?.[1] ?? []);
    for (const file of files) expect([file, statSync(join(ROOT, file)).mode & 0o111]).toEqual([file, 0o111]);
    expect([...called, ...files]).toEqual(name === "ci" ? [".ci/run"] : ["release"]);
  });

  test("uses only actions of the host itself, pinned by commit with the version beside it", () => {
    const uses = stepsOf(workflow).flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    expect(uses.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    const lines = read(`.github/workflows/${name}.yml`).match(/uses: .*/g) ?? [];
    expect(lines.filter((line) => !/ # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  });

  test("may write only in the job that publishes, which runs no package", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const writing = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
    expect(writing.map(([job]) => job)).toEqual(name === "ci" ? [] : ["publish"]);
    expect(
      writing.flatMap(([, { steps }]) => steps.filter(({ run }) => /\b(npm|npx|node|bun)\b/.test(run ?? ""))),
    ).toEqual([]);
  });
});

test("the release workflow starts with a tag, and tries every program but those for musl", () => {
  const release = WORKFLOWS.find(({ name }) => name === "release")?.workflow;
  expect(release?.on).toEqual({ push: { tags: ["v*"] } });
  const tried = release?.jobs.try?.strategy?.matrix.include?.map(({ program }) => program.replace(".exe", ""));
  expect(tried).toEqual(
    TARGETS.filter(({ name, needs_codesign }) => !name.endsWith("musl") && !needs_codesign).map(({ name }) => name),
  );
});

test("the forms for issues say that no data of patients goes there, and ask for it to be confirmed", () => {
  const forms = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");
  expect(forms.sort()).toEqual(["bug.yml", "idea.yml"]);
  for (const name of forms) {
    const form = parse<Form>(`.github/ISSUE_TEMPLATE/${name}`);
    expect(form.name).not.toBe("");
    expect(form.body[0]?.attributes.value).toContain("**Do not post data of patients or customers");
    expect(form.body.at(-1)).toMatchObject({ type: "checkboxes", id: "privacy" });
  }
  expect(parse<unknown>(".github/ISSUE_TEMPLATE/config.yml")).toEqual({ blank_issues_enabled: false });
});

test("the template for pull requests, SECURITY.md and CONTRIBUTING.md name only scripts that exist", () => {
  for (const page of [".github/pull_request_template.md", "SECURITY.md", "CONTRIBUTING.md"]) {
    const called = Array.from(read(page).matchAll(/npm run ([\w:]+)/g), ([, name = ""]) => name);
    expect([page, called.filter((name) => !(name in scripts))]).toEqual([page, []]);
  }
  expect(existsSync(join(ROOT, ".github/CONTRIBUTING.md"))).toBe(false); // the host would show it instead of ours
});
