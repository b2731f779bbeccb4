import { expect, test } from "bun:test";
import { assignIds, profileFile } from "../../src/model/profile-file.ts";
import { testProfile } from "../rows.ts";

const idsFor = (services: { id?: string; name: string }[]) => {
  const stored = testProfile({
    services: [{ id: "needles", name: "Dry needling", description: null, aliases: [] }],
  });
  const file = profileFile.parse({ name: "Harbor", time_zone: "America/Los_Angeles", services });
  return assignIds(file, stored).services.map(({ id }) => id);
};

test("a name that is stored keeps its id; a new one gets its words", () => {
  expect(idsFor([{ name: "dry needling" }, { name: "Hand therapy" }])).toEqual(["needles", "hand-therapy"]);
});

test("a stored id is given once: to an item that states it, else to its own name, wherever in the file that is", () => {
  expect(idsFor([{ name: "Dry needling" }, { id: "needles", name: "Needles" }])).toEqual(["dry-needling", "needles"]);
  const [made = "", kept] = idsFor([{ name: "Needles" }, { name: "Dry needling" }]);
  expect(made).toMatch(/^needles-[0-9a-z]{8}$/);
  expect(kept).toBe("needles");
});

test("two new names with the same words get two ids", () => {
  const [first, second = ""] = idsFor([{ name: "Hand-therapy" }, { name: "Hand therapy!" }]);
  expect(first).toBe("hand-therapy");
  expect(second).toMatch(/^hand-therapy-[0-9a-z]{8}$/);
});
