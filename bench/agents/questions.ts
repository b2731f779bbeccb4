import { analystQuestions } from "./analyst.ts";
import type { Question } from "./ask.ts";
import type { Clinic } from "./clinics.ts";
import { developerQuestions, namedQuestion } from "./developer.ts";
import { comparingQuestions, conditionQuestions, everydayQuestions, fairnessQuestions } from "./everyday.ts";
import { journalistQuestions } from "./journalist.ts";
import { meaningQuestions, ownerQuestions } from "./owner.ts";
import { patientQuestions, readingQuestions } from "./patient.ts";
import type { Data } from "./truth.ts";

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
];
