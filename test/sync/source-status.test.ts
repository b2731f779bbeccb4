import { expect, test } from "bun:test";
import type { SyncSource } from "../../src/store/sync/sync-sources.ts";
import { isTroubled, renderRun } from "../../src/sync/render-run.ts";
import { describeRun } from "../../src/sync/run-source.ts";
import { massRemoval, type SourceRun } from "../../src/sync/run-types.ts";
import {
  describeSource,
  findSyncFaults,
  renderSource,
  renderSyncLines,
  renderSyncNews,
} from "../../src/sync/source-status.ts";

const NEXT = "2026-05-01T12:00:00.000Z";
const source = (more: Partial<SyncSource> = {}) =>
  describeSource({
    name: "desk",
    kind: "folder",
    config: "{}",
    config_hash: "",
    state: "ready",
    etag: null,
    last_modified: null,
    content_hash: null,
    mirror_of: null,
    last_try: "2026-05-01T11:00:00.000Z",
    last_success: null,
    last_complete: null,
    last_body: null,
    next_run: NEXT,
    failures: 0,
    fault_code: null,
    fault_text: null,
    ...more,
  });
const late = source({ state: "late", failures: 2, fault_code: "timeout", fault_text: "no answer in 30 s" });
const asking = source({ name: "site", state: "needs_decision", failures: 1, fault_code: "mass_removal" });
const paused = source({ name: "old", state: "off", fault_code: "timeout", fault_text: "no answer in 30 s" });

test("a source is shown with its state, its last success, its next run and what is wrong", () => {
  expect(renderSource(source({ last_success: NEXT }))).toEqual([`desk  ready; last success ${NEXT}; next run ${NEXT}`]);
  expect(renderSource(late)).toEqual([
    `desk  late, 2 failures in a row; last success never; next run ${NEXT}`,
    "  no answer in 30 s",
  ]);
  expect(renderSource(asking)[0]).toBe(`site  needs your decision; last success never; next run ${NEXT}`);
  expect(renderSource(paused)[0]).toBe("old  paused; last success never; candor sync resume old goes on");
  expect(renderSyncLines([late, source()])).toEqual([
    `sync        desk  late, 2 failures in a row; last success never; next run ${NEXT}`,
    "            no answer in 30 s",
    `sync        desk  ready; last success never; next run ${NEXT}`,
  ]);
});

test("for machines a source has its fault with its code, and a paused one has no next run", () => {
  expect(late.fault).toEqual({ code: "timeout", text: "no answer in 30 s" });
  expect(asking.fault).toEqual({ code: "mass_removal", text: "" });
  expect([source().fault, source().next_run, paused.next_run]).toEqual([null, NEXT, null]);
});

test("the digest names the sources that need the owner, and not the paused ones", () => {
  expect(renderSyncNews([source(), paused])).toBe("");
  expect(renderSyncNews([source(), late, paused])).toBe(`
Sources (1): reviews may be missing
  desk  late, 2 failures in a row; last success never; next run ${NEXT}
    no answer in 30 s
  candor sync status shows more
`);
});

test("doctor says what to do about each source, and that none reads one that is ten minutes overdue", () => {
  const faults = (now: string) =>
    findSyncFaults([late, asking, paused, source({ name: "idle" })], new Date(now)).map(({ found, then }) => [
      found,
      then,
    ]);
  expect(faults("2026-05-01T12:10:00.000Z")).toEqual([
    ["desk: no answer in 30 s", "fix it, then run candor sync desk"],
    ["site: ", "compare with the source, then run candor sync site --yes, or fix the source"],
  ]);
  expect(faults("2026-05-01T12:10:00.001Z")[2]).toEqual([
    `idle was to be read at ${NEXT}, and no server did`,
    "start a server with ROLE both or worker, or run candor sync by cron",
  ]);
});

const run = (more: Partial<SourceRun>): SourceRun => ({
  name: "desk",
  outcome: "unchanged",
  imports: [],
  notes: [],
  fault: null,
  ...more,
});

test("a run is a line, with its notes and its fault below", () => {
  const fault = massRemoval("desk", { missing: 5, of: 20 });
  expect(renderRun(run({}))).toBe("desk: nothing new\n");
  expect(renderRun(run({ outcome: "imported" }))).toBe("desk: imported\n");
  expect(
    renderRun(run({ outcome: "needs_decision", notes: ["a.csv is older"], fault })),
  ).toBe(`desk: needs your decision
  note: a.csv is older
  5 of 20 reviews are missing at the source, and none of them was removed. If they were really removed there, run candor sync desk --yes
`);
  expect(renderRun(run({ outcome: "off" }))).toBe("desk: paused\n  candor sync resume desk goes on\n");
});

test("the owner has to do something about a fault, and about a source that was not read", () => {
  const outcomes = ["imported", "unchanged", "needs_decision", "late", "busy", "off"] as const;
  expect(outcomes.filter((outcome) => isTroubled(run({ outcome })))).toEqual(["late", "busy", "off"]);
  expect(isTroubled(run({ fault: massRemoval("desk", { missing: 5, of: 20 }) }))).toBe(true);
});

test("a log line has the sums of all files of a run, and its fault", () => {
  const file = (added: number, updated: number, removed: number) =>
    ({ report: { added, updated, removed } }) as SourceRun["imports"][number]; // a log line reads nothing else
  const sums = { source: "desk", outcome: "imported", added: 11, updated: 22, removed: 33 };
  expect(describeRun(run({ outcome: "imported", imports: [file(1, 2, 3), file(10, 20, 30)] }))).toEqual(sums);
  expect(describeRun(run({ outcome: "late", fault: { code: "timeout", text: "too late" } }))).toEqual({
    ...{ source: "desk", outcome: "late", added: 0, updated: 0, removed: 0 },
    ...{ fault: "timeout", reason: "too late" },
  });
});
