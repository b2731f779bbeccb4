import { hidePasswords } from "../../log.ts";
import { OperatorError } from "../../operator-error.ts";
import { sqlitePath } from "../connection/open-store.ts";

/** What the operator can do to work with their own reviews instead. */
function advice(url: string): string {
  const file = sqlitePath(url);
  const elsewhere = "set DATABASE_URL to another database, and run this again";
  return file === null ? elsewhere : `move it away (mv ${file} ${file}.demonstration) or ${elsewhere}`;
}

const shown = (url: string): string => hidePasswords(url, url);

/** The store is a demonstration where a business's store is needed, or the other way around. */
export class DemonstrationError extends OperatorError {}

/** A command was about to write into a demonstration. */
export const refuseChange = (url: string) =>
  new DemonstrationError(
    `${shown(url)} is a demonstration with made-up reviews, and nothing was changed: ${advice(url)}`,
  );

/** A demonstration was about to be published as a business's own reviews. */
export const refuseToPublish = (url: string, with_demo: string) =>
  new DemonstrationError(
    `${shown(url)} is a demonstration with made-up reviews: ${with_demo} shows a demonstration. For your own reviews, ${advice(url)}`,
  );

/** The opposite: reviews of a business were about to be shown as made up. */
export const refuseAsDemonstration = (url: string) =>
  new DemonstrationError(
    `${shown(url)} holds a business's own reviews, so it is no demonstration: serve it without --demo`,
  );
