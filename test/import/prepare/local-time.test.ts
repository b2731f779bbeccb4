import { expect, test } from "bun:test";
import { createLocalTime } from "../../../src/import/prepare/local-time.ts";

test("days begin at local midnight, also when the clocks change", () => {
  const losAngeles = createLocalTime("America/Los_Angeles");
  expect(losAngeles.dateOf("2026-03-08T07:59:59Z")).toBe("2026-03-07");
  expect(losAngeles.dateOf("2026-03-08T08:00:00Z")).toBe("2026-03-08");
  expect(losAngeles.dateOf("2026-03-09T06:59:59Z")).toBe("2026-03-08");
  expect(losAngeles.midnight("2026-03-09")).toBe("2026-03-09T07:00:00Z");
  const kiritimati = createLocalTime("Pacific/Kiritimati");
  expect(kiritimati.dateOf("2026-01-01T10:00:00Z")).toBe("2026-01-02");
  expect(kiritimati.dateOf("2026-01-01T09:59:59Z")).toBe("2026-01-01");
});
