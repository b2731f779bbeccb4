import { expect, test } from "bun:test";
import { buildXlsx } from "../spreadsheets.ts";
import { deskOn } from "./desk-visitor.ts";
import { hiddenOf, settled, upload } from "./upload-form.ts";

test("another sheet can be chosen than the one that looks like reviews, and its own questions are asked", async () => {
  const desk = await deskOn("sqlite::memory:");
  const visitor = await desk.signedIn();
  const pilot = {
    name: "Pilot",
    rows: [
      ["rating", "date", "name"],
      ["5", "2026-01-02", "Test Person"],
    ],
  };
  const spring = { name: "Spring", rows: [["Survey"], ["How many?", "Visit", "Who"], ["4", "2026-02-03", "Di Ek"]] };
  const file = new Uint8Array(buildXlsx([spring, pilot]));
  const { location } = await upload(visitor, [["survey.xlsx", file]]);
  const page = await settled(visitor, location);
  expect(page.text).toContain("January 2, 2026");
  const revision = (text: string): [string, string] => ["revision", hiddenOf(text, "revision")];
  const settings: [string, string][] = [revision(page.text), ["settings", "1"], ["sheet", "Spring"]];
  await visitor.submit(`${location}/preview`, [...settings, ["column:rating", "rating"]]);
  const asked = await settled(visitor, location);
  expect(asked.text.match(/<legend>/g)).toHaveLength(2);
  const answers: [string, string][] = [
    ["question:0", "0"],
    ["question:1", "1"],
  ];
  await visitor.submit(`${location}/preview`, [revision(asked.text), ...answers]);
  const chosen = await settled(visitor, location);
  expect(chosen.text).toContain("February 3, 2026");
  expect(chosen.text).toContain('<option value="Spring" selected>');
  await desk.store.close();
});
