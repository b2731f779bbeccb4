import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { saveBusiness } from "../import/business.ts";
import { DEFAULT_OPTIONS, importFiles } from "../import/import.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "./command.ts";
import { parseProfile, readProfileFile } from "./profile-file.ts";
import { tables } from "./with-store.ts";

const FOLDER = new URL("../../examples/demo-clinic/", import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, FOLDER));

/** Loads the demonstration clinic into an empty store. False when something is there already. */
export async function loadDemo(store: Store, now: Terminal["now"]): Promise<boolean> {
  const stored = await tables.business.readProfile(store);
  const { published, held } = await tables.reviews.countReviews(store);
  // A profile of the demonstration without reviews is a load that was cut off: it is finished.
  const empty = published + held.unverified + held.duplicate + held.legal === 0;
  if (!empty || (stored !== null && !stored.demonstration)) return false;
  const deps = { store, tables, now, newRun: randomUUID };
  const profile = path("business.yaml");
  await saveBusiness(deps, parseProfile(profile, readProfileFile(profile)));
  await importFiles(deps, [path("reviews.ndjson")], { ...DEFAULT_OPTIONS, strict: true });
  return true;
}
