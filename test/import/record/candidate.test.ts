import { expect, test } from "bun:test";
import { BadField, parseRow } from "../../../src/import/record/candidate.ts";

const PLACE = { file: "a.csv", row: 2 };
const NAME = { source: "yelp", source_id: "7", location: null, location_name: null } as const;
const rowThatThrows = (error: Error) =>
  parseRow(
    PLACE,
    () => {
      throw error;
    },
    () => NAME,
  );

test("a field that cannot be read rejects its row, which keeps its name; any other error ends the import", () => {
  expect(rowThatThrows(new BadField("no rating"))).toEqual({ place: PLACE, reason: "no rating", ...NAME });
  expect(() => rowThatThrows(new TypeError("a fault of the program"))).toThrow("a fault of the program");
});
