import { expect, test } from "bun:test";
import { type ConfiguratorInput, renderConfigurator } from "../../../src/pages/embeds/configurator.ts";
import { parseEmbedOptions } from "../../../src/pages/embeds/options.ts";
import { SITE } from "../site.ts";

const INPUT: ConfiguratorInput = {
  site: SITE,
  options: parseEmbedOptions(new URLSearchParams("layout=quote&reviews=2&mentions_technician=ana-ruiz"), "en"),
  own: "en",
  technicians: [
    { id: "ana-ruiz", name: "Ana Ruiz", count: 3 },
    { id: "ben-cole", name: "Ben Cole", count: 1 },
  ],
  services: [],
};
const page = renderConfigurator(INPUT);
const optionsOf = (name: string): string[] =>
  Array.from(
    (new RegExp(`<select id="embed-${name}" name="${name}">(.*?)</select>`, "s").exec(page)?.[1] ?? "").matchAll(
      /<option value="([^"]*)"( selected)?>([^<]*)/g,
    ),
    ([, value, selected = "", label]) => `${value}${selected}: ${label}`,
  );

test("the form offers every choice, and shows what is chosen", () => {
  expect(optionsOf("layout").map((option) => option.split(":")[0])).toEqual([
    "list",
    "grid",
    "carousel",
    "quote selected",
    "rating",
  ]);
  expect(optionsOf("reviews")).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${n}${n === 2 ? " selected" : ""}: ${n}`),
  );
  expect(optionsOf("language")).toEqual(["en selected: English", "es: Español"]);
  expect(optionsOf("mentions_technician")).toEqual([
    ": All",
    "ana-ruiz selected: Ana Ruiz (3)",
    "ben-cole: Ben Cole (1)",
  ]);
});

test("a list without entries is not offered", () => {
  expect(page).not.toContain('name="mentions_service"');
});
