import { insightsOf } from "../../test/insights/clinic.ts";
import { openClinics } from "./clinics.ts";
import { hashOfQuote, judgeStatement, readCounted, readSupport, readVerdicts, type Verdict } from "./labels.ts";
import { type Quoted, readPage, type Statement } from "./statements.ts";

/** What readers say of the pages of one clinic. */
export type Scored = {
  clinic: string;
  reviews: number;
  statements: { statement: Statement; verdict: Verdict | undefined }[];
  quotes: { quote: Quoted; support: "alone" | "not alone" | undefined }[];
};

/** Reads the pages of every clinic, and what readers say of each statement and quote. */
export async function scorePages(): Promise<Scored[]> {
  const [verdicts, support, counted] = [readVerdicts(), readSupport(), readCounted()];
  return (await openClinics()).map((clinic) => {
    const { statements, quotes } = readPage(clinic, insightsOf(clinic.reviews, clinic.profile), counted);
    return {
      clinic: clinic.name,
      reviews: clinic.reviews.length,
      statements: statements.map((statement) => ({ statement, verdict: judgeStatement(statement, verdicts) })),
      quotes: quotes.map((quote) => ({ quote, support: support.get(hashOfQuote(quote)) })),
    };
  });
}

export const percentOf = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 10;
