import { expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { newSqliteStore } from "../databases.ts";
import { DESK_URL, joined } from "./desk-people.ts";
import { deskOn } from "./desk-visitor.ts";
import { settled } from "./upload-form.ts";

const PROFILE: [string, string][] = [
  ["name", "Harbor"],
  ["type", "Physiotherapy"],
  ["country", "US"],
  ["time_zone", "America/Los_Angeles"],
];

test("Today says when the last backup was made, what is wrong, and what to do", async () => {
  const url = await newSqliteStore();
  const desk = await deskOn(url);
  const visitor = await desk.signedIn();
  await visitor.submit("/", PROFILE);
  const first = await settled(visitor, "/");
  expect(first.text).toContain("There is none yet.");
  expect(first.text).not.toContain("chmod");
  await visitor.see("/backups");
  await visitor.submit("/backups");
  chmodSync(url.slice("sqlite:".length), 0o644);
  desk.pass(301);
  // What was found before is shown until the new checks end.
  await visitor.see("/");
  for (let tries = 0; tries < 500 && !(await visitor.see("/")).text.includes("chmod"); tries += 1) await Bun.sleep(20);
  const page = await visitor.see("/");
  expect(page.text).toContain("Fault: files");
  expect(page.text).toContain("chmod 0600");
  const spanish = await (await visitor.send("/", { headers: { "accept-language": "es" } })).text();
  expect(spanish).toContain("Fallo: archivos");
  expect(spanish).toContain("otros usuarios de este equipo pueden usar");
  expect(spanish.slice(spanish.indexOf("Problemas"))).not.toContain('<span lang="en"');
  expect(page.text).toMatch(/The last one is from Nov 15, 2026, \d+:\d\d AM/);
  await desk.store.close();
});

test("staff see no problems of the installation", async () => {
  const desk = await deskOn(await newSqliteStore(), DESK_URL);
  const [ana, bo] = [await joined(desk, "Ana", "manager"), await joined(desk, "Bo", "staff")];
  await ana.visitor.see("/");
  await ana.visitor.submit("/", PROFILE);
  expect((await settled(ana.visitor, "/")).text).toContain("<h2>Problems</h2>");
  expect((await bo.visitor.see("/")).text).not.toContain("<h2>Problems</h2>");
  await desk.store.close();
});
