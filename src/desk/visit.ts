import type { Log } from "../log.ts";
import type { Challenges } from "../owner/challenges.ts";
import type { Checkup } from "../owner/checkup.ts";
import type { Session } from "../owner/desk-access.ts";
import type { BackupDeps } from "../owner/own-backups.ts";
import type { SourceDeps } from "../owner/own-sources.ts";
import type { OwnerDeps } from "../owner/owner-deps.ts";
import type { Language } from "../pages/parts/languages.ts";
import type { Site } from "../pages/parts/site.ts";
import type { Addresses } from "./desk-addresses.ts";
import type { FilesInHand } from "./files-in-hand.ts";

export type Desk = {
  deps: OwnerDeps;
  /** Random, and new with every start. */
  instance: string;
  addresses: Addresses;
  /** With a name of its own, people sign in with passkeys. Null on this machine, where a link opens the desk. */
  challenges: Challenges | null;
  /** The public origin, for links to the pages that everybody sees. */
  public_url: string;
  log: Log;
  files: FilesInHand;
  /** Writes down what was erased, so that no backup brings it back. */
  keepLedger: () => Promise<void>;
  /** A copy of the demonstration, which every page says. */
  demonstration: boolean;
  /** What is wrong with the installation. Null until the first checks ended. */
  checkup: () => Checkup | null;
  /** For sources and backups. */
  upkeep: SourceDeps & BackupDeps;
};

/** A request before anybody signed in. */
export type Arrival = {
  desk: Desk;
  request: Request;
  url: URL;
  /** The visitor's address, to count failed sign-ins. */
  address: string;
  site: Site;
  language: Language;
  /** The time zone of the business; null before there is a profile. */
  time_zone: string | null;
};

/** A request of somebody who signed in. */
export type Visit = Arrival & {
  session: Session;
  /** The named parts of the path. */
  params: Record<string, string>;
};

/** The fields of a form. A field that was sent several times has all its values. */
export type Form = URLSearchParams;
