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

test("what one caller has open is not opened again for another", () => {
  const therapy = createEngines()(null);
  expect(createEngines()(testProfile())).toBe(therapy);
});

test("an unknown trade is refused with the known ones, whatever its name", () => {
  const engineFor = createEngines();
  expect(() => engineFor(testProfile({ aspects: "constructor" }))).toThrow(
    'taxonomy is "constructor": must be one of physical-therapy, dentist, restaurant, auto-repair, hair-salon, hotel, general, or a file',
  );
});

test("the type chooses where no taxonomy is named, and a type that none fits gets no aspects", () => {
  const engineFor = createEngines();
  const idOf = (changes: Parameters<typeof testProfile>[0]) => engineFor(testProfile(changes)).taxonomy.taxonomy.id;
  expect(
    ["Dentist", "Restaurant", "BarOrPub", "AutoRepair", "HairSalon", "Motel", "Florist", "LocalBusiness"].map((type) =>
      idOf({ type }),
    ),
  ).toEqual(["dentist", "restaurant", "restaurant", "auto-repair", "hair-salon", "hotel", "general", "general"]);
  expect(idOf({ type: "Florist", taxonomy: "hotel" })).toBe("hotel");
  expect(idOf({ type: "Florist", aspects: "restaurant" })).toBe("restaurant");
  const own = {
    id: "bikes",
    label: "Bikes",
    noun: "shop",
    aspects: [{ id: "repairs", label: "Repairs", words: "gears" }],
  };
  expect(idOf({ type: "Dentist", taxonomy: own })).toBe("bikes");
});
