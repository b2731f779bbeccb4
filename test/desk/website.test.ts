import { expect, test } from "bun:test";
import { saveProfile } from "../../src/store/dataset/business.ts";
import { newSqliteStore } from "../databases.ts";
import { insertRows, reviewRow, testProfile } from "../rows.ts";
import { deskOn } from "./desk-visitor.ts";

test("the page gives the texts for the own site, and names the filters that find nothing", async () => {
  const desk = await deskOn(await newSqliteStore());
  const named = (id: string, name: string) => ({
    id,
    name,
    title: null,
    aliases: [],
    insights: true,
  });
  const profile = testProfile({
    technicians: [named("priya", "Priya Raman"), named("tom", 'Tom <b> "Lee"')],
    services: [{ id: "dry-needling", name: "Dry needling", description: null, aliases: [] }],
  });
  await saveProfile(desk.store, profile, "2026-01-01T00:00:00Z");
  const mentions = JSON.stringify({
    technicians: [{ id: "priya", name: "Priya Raman" }],
    services: [{ id: "dry-needling", name: "Dry needling" }],
    service_areas: [],
  });
  const held = JSON.stringify({ technicians: [{ id: "tom", name: "Tom" }], services: [], service_areas: [] });
  await insertRows(desk.store, [
    { ...reviewRow(1), mentions },
    { ...reviewRow(2), mentions },
    { ...reviewRow(3), mentions: held, state: "held", held_reason: "unverified" },
  ]);
  const visitor = await desk.signedIn();
  const { status, text } = await visitor.see("/website?layout=quote&mentions_technician=priya");
  expect(status).toBe(200);
  expect(text).toContain('<a href="https://reviews.example/">https://reviews.example</a>');
  expect(text).toContain("https://reviews.example/widget.js?mentions_technician=priya");
  expect(text).toContain("/embed/frame?layout=quote");
  expect(text).toContain("Priya Raman (2)</option>");
  const nothing = text.slice(text.indexOf("Filters that find nothing"));
  expect(nothing).toContain('<li dir="auto">Tom &lt;b&gt; &quot;Lee&quot;</li>');
  expect(nothing).not.toContain("Priya");
  expect(nothing).not.toContain("Dry needling");
  await desk.store.close();
});

test("in Spanish it has one word for reviews and one form of address, with what the public page also says", async () => {
  const desk = await deskOn(await newSqliteStore());
  const visitor = await desk.signedIn();
  const page = await (await visitor.send("/website", { headers: { "accept-language": "es" } })).text();
  expect(page).toContain("Elige cómo se ven las opiniones en tu propio sitio");
  expect(page).not.toMatch(/reseña|\b(?:elija|copie|pulse|agregue|usted)\b|Si su sitio/i);
  await desk.store.close();
});
