import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { createEngine } from "../engine/engine.ts";

/** Everyday sentences. An engine that misreads many of these is useless, however well it reads hard ones. */
const COMPLAINTS = `
She did not listen.
He never listens.
They do not care about their patients.
Nobody called me back.
No one at the front desk said hello.
I waited an hour and nobody said a word.
The exercises did not help.
My shoulder is no better.
The pain came back.
He hurt me and did not apologize.
She was uncaring.
Very unprofessional.
The staff is rude.
The receptionist was rude and impatient.
They overcharged me.
I would not recommend this place.
Do not go here.
Not worth the money.
She rushed me out the door.
He dismissed my concerns.
They lost my paperwork twice.
The place was dirty.
Parking is terrible.
There is never anywhere to park.
I could not get an appointment for six weeks.
They cancelled my appointment an hour before.
I never saw the same therapist twice.
He didn't explain anything.
She wasn't helpful at all.
They refused to give me a refund.
I left in more pain than I came in with.
Waste of time.
He spent five minutes with me and left.
An aide did everything.
The billing is a mess.
I still can't lift my arm after twelve visits.
They don't answer the phone.
Not friendly.
She lacks compassion.
They failed to call my doctor.
`;
const PRAISE = `
She listens.
He always listens and never rushes me.
They really care about their patients.
They called me back the same day.
Everyone at the front desk says hello.
I have never had to wait.
The exercises helped.
My shoulder is much better.
The pain is gone.
He did not hurt me at all.
She was caring and patient.
Very professional.
The staff is friendly.
The receptionist was kind and patient.
They charged exactly what they said.
I would recommend this place to anyone.
Go here.
Worth every penny.
She took her time with me.
He took my concerns seriously.
They handled all the paperwork.
The place was clean.
Parking is easy.
There is always a spot to park.
I got an appointment within two days.
They fit me in when I had to reschedule.
I saw the same therapist every time.
He explained everything.
She was very helpful.
They gave me a refund without any fuss.
I left with less pain than I came in with.
Best decision I made this year.
He spent a full hour with me.
My therapist worked with me one on one.
The billing was simple.
I can lift my arm again after twelve visits.
They answer the phone on the first ring.
So friendly.
She has so much compassion.
I no longer need the cane.
`;

const lines = (text: string): string[] => text.trim().split("\n");

test("plain complaints are negative and plain praise is positive, as a whole and in every aspect", () => {
  const engine = createEngine();
  const misread = (sentences: string[], side: number): string[] =>
    sentences.filter((text) => {
      const { sentiment, aspects } = analyze(engine, text);
      return [sentiment.score, ...aspects.map(({ score }) => score)].some((score) => score * side <= 0);
    });
  const wrong = [...misread(lines(COMPLAINTS), -1), ...misread(lines(PRAISE), 1)];
  expect(wrong).toEqual([]);
});
