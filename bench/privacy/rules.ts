import { type Profile, profile } from "../../src/model/business.ts";
import { createAuthorFinder } from "../../src/privacy/people/author.ts";
import { minimizeName } from "../../src/privacy/people/minimize-name.ts";
import { createRedactor, type Redactor } from "../../src/privacy/redact.ts";
import type { RedactionSpan } from "../../src/privacy/span.ts";
import type { Line } from "./score.ts";

/** The profile of the business that a line is about. A line without one has a business in an unknown country. */
function profileOf({ context }: Line): Profile {
  const business = context?.business;
  return profile.parse({
    name: "A clinic",
    time_zone: "UTC",
    telephone: business?.telephone ?? null,
    email: business?.email ?? null,
    url: business?.url ?? null,
    address:
      context?.country || business
        ? { street_address: business?.address ?? null, address_country: context?.country ?? null }
        : null,
    technicians: (business?.technicians ?? []).map((name, index) => ({ id: `t${index}`, name })),
  });
}

const redactors = new Map<string, Redactor>();
function redactorFor(line: Line): Redactor {
  const key = JSON.stringify(line.context ?? null);
  const redactor = redactors.get(key) ?? createRedactor(profileOf(line));
  redactors.set(key, redactor);
  return redactor;
}

/** What the import would replace in a line, with the default privacy. */
export function findInLine(line: Line): RedactionSpan[] {
  const author = line.context?.author ?? null;
  const own = createAuthorFinder(author, minimizeName(author, "first_initial"));
  return redactorFor(line).find(line.text, own);
}
