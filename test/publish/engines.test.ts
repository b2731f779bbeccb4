import { expect, test } from "bun:test";
import { createEngines } from "../../src/publish/engines.ts";
import { testProfile } from "../rows.ts";

test("a profile gets the engine of its trade, physical therapy by default, and each is opened once", () => {
  const engineFor = createEngines();
  const therapy = engineFor(null);
  expect(therapy.taxonomy.taxonomy.id).toBe("physical-therapy");
  expect(engineFor(testProfile())).toBe(therapy);
  const restaurant = engineFor(testProfile({ aspects: "restaurant" }));
  expect(restaurant.taxonomy.taxonomy.id).toBe("restaurant");
  expect(engineFor(testProfile({ aspects: "restaurant" }))).toBe(restaurant);
});

test("an unknown trade is refused with the known ones, whatever its name", () => {
  const engineFor = createEngines();
  expect(() => engineFor(testProfile({ aspects: "constructor" }))).toThrow(
    'aspects is "constructor": must be one of physical-therapy, restaurant',
  );
});
