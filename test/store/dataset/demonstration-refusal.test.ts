import { expect, test } from "bun:test";
import {
  refuseAsDemonstration,
  refuseChange,
  refuseToPublish,
} from "../../../src/store/dataset/demonstration-refusal.ts";

const URL = "postgres://clinic:swordfish@db.example/reviews";

test("a refusal names the database without its password, and says what to do", () => {
  expect(refuseChange(URL).message).toBe(
    "postgres://clinic:…@db.example/reviews is a demonstration with made-up reviews, and nothing was changed: set DATABASE_URL to another database, and run this again",
  );
  expect(refuseToPublish("sqlite:/srv/a.db", "candor serve --demo").message).toBe(
    "sqlite:/srv/a.db is a demonstration with made-up reviews: candor serve --demo shows a demonstration. For your own reviews, move it away (mv /srv/a.db /srv/a.db.demonstration) or set DATABASE_URL to another database, and run this again",
  );
  expect(refuseAsDemonstration(URL).message).toBe(
    "postgres://clinic:…@db.example/reviews holds a business's own reviews, so it is no demonstration: serve it without --demo",
  );
});
