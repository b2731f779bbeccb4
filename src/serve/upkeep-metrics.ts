import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { Gauge, type Registry } from "prom-client";
import type { Settings } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { listBackups } from "../upkeep/kept-backups.ts";
import { backupPlan } from "../upkeep/scheduled-backup.ts";
import type { Checked } from "./start-upkeep.ts";

/** Null where it cannot be read: the gauge is then left out. */
function orNull(read: () => number | null): number | null {
  try {
    return read();
  } catch {
    return null; // candor doctor and the log say why
  }
}

function readFreeBytes(settings: Settings): number | null {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null) return null;
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

function readLastBackup(settings: Settings): number | null {
  const plan = backupPlan(settings);
  const [last] = plan === null ? [] : listBackups(plan.folder);
  return plan === null ? null : last === undefined ? 0 : Date.parse(last.at) / 1000;
}

/** Gauges of what wears out: the disk, the backups, the certificate, and what doctor's daily checks found. */
export function addUpkeepMetrics(
  registry: Registry,
  gauge: (name: string, help: string, read: () => number | null) => void,
  { settings, checked }: { settings: Settings; checked: () => Checked },
): void {
  gauge("candor_disk_free_bytes", "Free space on the disk of the database.", () =>
    orNull(() => readFreeBytes(settings)),
  );
  gauge("candor_backup_last_seconds", "When the server made its last backup, as Unix time; 0 if never.", () =>
    orNull(() => readLastBackup(settings)),
  );
  gauge(
    "candor_certificate_days",
    "In how many days the certificate of BASE_URL expires.",
    () => checked().certificate_days,
  );
  new Gauge({
    name: "candor_doctor_findings",
    help: "How many faults and warnings the daily checks of candor doctor found.",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      for (const state of ["fault", "warning"])
        this.set({ state }, checked().findings.filter((finding) => finding.state === state).length);
    },
  });
}
