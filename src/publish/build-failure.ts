import { OperatorError } from "../operator-error.ts";
import { asOperatorError, databaseFault } from "../store/connection/database-fault.ts";
import { NewerSchemaError } from "../store/migrate.ts";

/**
 * Why a build failed. `passing`: the fault may go away by itself. `newer_schema`: this program is older than the
 * database.
 */
export type BuildFailure = { error: string; passing: boolean; newer_schema: boolean };

/**
 * Describes a failed build so that an operator can act on it. A fault of the program is never reported as a database
 * fault.
 */
export function describeFailure(error: unknown): BuildFailure {
  const shown = asOperatorError(error);
  if (shown instanceof OperatorError) {
    const passing = databaseFault(shown.cause)?.passing ?? false;
    return { error: shown.message, passing, newer_schema: shown instanceof NewerSchemaError };
  }
  const cause = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const what = `the reviews were read but cannot be rendered (${cause})`;
  const advice = "this is a fault of the program, not of the database: report it, and go back to the version before";
  return { error: `${what}: ${advice}`, passing: false, newer_schema: false };
}
