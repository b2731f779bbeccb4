import { analystQuestions } from "./analyst.ts";
import type { Question } from "./ask.ts";
import { clinicaOlmo } from "./clinica-olmo.ts";
import type { Clinic } from "./clinics.ts";
import { developerQuestions, namedQuestion } from "./developer.ts";
import { elmStreet } from "./elm-street.ts";
import { comparingQuestions, conditionQuestions, everydayQuestions, fairnessQuestions } from "./everyday.ts";
import { harborOthers } from "./harbor-others.ts";
import { harborOwner } from "./harbor-owner.ts";
import { harborPatient } from "./harbor-patient.ts";
import { journalistQuestions } from "./journalist.ts";
import { meaningQuestions, ownerQuestions } from "./owner.ts";
import { patientQuestions, readingQuestions } from "./patient.ts";
import type { Data } from "./truth.ts";

/** Questions about one clinic, by its name, written by somebody who saw only the list of tools and the reviews. */
const OF_ONE: Record<string, readonly Question[]> = {
  "Harborline Physical Therapy": [...harborPatient, ...harborOwner, ...harborOthers],
  "Elm Street Physical Therapy": elmStreet,
  "Clínica Olmo": clinicaOlmo,
};

export const questionsOf = (clinic: Clinic, data: Data): Question[] => [
  ...patientQuestions(clinic),
  ...readingQuestions(clinic),
  ...ownerQuestions(clinic),
  ...journalistQuestions(),
  ...analystQuestions(clinic),
  ...developerQuestions(clinic),
  namedQuestion(data),
  ...meaningQuestions(clinic),
  ...everydayQuestions(clinic),
  ...fairnessQuestions(),
  ...comparingQuestions(),
  ...conditionQuestions(clinic),
  ...(OF_ONE[clinic.name] ?? []),
];
