import { expect, test } from "bun:test";
import { MEANING_KINDS, type MeaningKind } from "../../../src/model/meaning.ts";
import { readFilters } from "../../../src/snapshot/meaning/read-filters.ts";
import { nearIds, readPhrase } from "../../../src/snapshot/meaning/read-phrase.ts";
import { openClinic } from "../../http/clinic.ts";
import { SEED } from "../../seed.ts";

/** The profile and the taxonomy of the demonstration. */
const { reviews: index } = (await openClinic(SEED, 200)).snapshot;

const meant = (kind: MeaningKind, phrase: string) => {
  const reading = readPhrase(index, kind, phrase);
  return reading && [reading.id, reading.own ? "own" : reading.sure];
};

/** Technical words and everyday words, in English and in Spanish. */
const CONDITIONS: Record<string, string> = {
  "back-pain":
    "herniated disc L5, pinched sciatic nerve, spondylolisthesis, spine, lower back, lower back pain, severe lower back pain, my back hurts, slipped disc, herniated disk, sciatica, sciatica pain down my leg, lumbago, scoliosis, dolor de espalda, dolor lumbar, el dolor de espalda baja, hernia discal, ciática",
  "neck-pain":
    "stiff neck from computer, me duele el cuello, neck, sore neck, stiff neck, whiplash, torticollis, dolor de cuello, cervicalgia",
  shoulder:
    "frozen shoulder, adhesive capsulitis, shoulder pain, shoulders, torn rotator cuff, rotator cuff tear, shoulder impingement, hombro congelado, capsulitis adhesiva, dolor en el hombro, manguito rotador",
  knee: "nagging knee pain, my mom's knee, blown knee, total knee, work-related knee injury, dolor en la rodilla izquierda, knee arthritis, artrosis de rodilla, knee, knees, bad knee, knee pain, knee surgery, knee replacement, ACL, ACL tear, meniscus, runner's knee, dolor de rodilla, menisco roto, rotura de menisco",
  hip: "hip bursitis, labral tear in the hip, hip, hip replacement, hip pain, cadera, dolor de cadera",
  "foot-ankle":
    "plantar fasciitis, ankle sprain, heel spur, achilles, fascitis plantar, tobillo, swollen ankle, esguince de tobillo",
  "hand-wrist-elbow":
    "tennis elbow, golfer's elbow, lateral epicondylitis, carpal tunnel, carpal tunnel syndrome, broken wrist, thumb, hand injuries, codo de tenista, túnel carpiano, epicondilitis",
  "after-surgery": "post-op, after surgery, surgery, después de la operación",
  dizziness:
    "vertigo, room spinning, dizzy spells, BPPV, concussion, concussion symptoms, labyrinthitis, mareos, vértigo",
  headache:
    "migraine, migraines, headaches, TMJ, TMD, jaw pain, dolor de cabeza, migraña, jaqueca, ATM, mandíbula, clicking jaw",
  pelvic:
    "pelvic floor, leaking urine, after having a baby, embarazada, incontinence, postpartum, diastasis recti, suelo pélvico, incontinencia",
  "sports-injury": "sports injury, shin splints, hamstring, hamstrings, lesión deportiva",
  arthritis: "osteoarthritis, rheumatoid arthritis, artrosis",
  neurological: "stroke, Parkinson's, neuropathy, MS, ictus",
};

test("a condition has technical and everyday words, in English and Spanish, and a more exact phrase is read as the general one", () => {
  const wrong = Object.entries(CONDITIONS).flatMap(([id, phrases]) =>
    phrases.split(", ").filter((phrase) => readPhrase(index, "condition", phrase)?.id !== id),
  );
  expect(wrong).toEqual([]);
});

test("what means nothing of a kind, or several things, is not read", () => {
  const nothing: Record<MeaningKind, string[]> = {
    condition: [
      "joint pain",
      "pain",
      "weather",
      "headaches and dizziness",
      "not knee",
      "sin vértigo",
      "physical therapy",
      "call me back",
      "back to work",
      "head therapist",
      "getting back to normal",
      "Priya",
      "the",
      "",
    ],
    service: [
      "shoulder pain",
      "knee and shoulder",
      "knee/hip",
      "frozen shoulder",
      "joint pain",
      "migraine",
      "therapy",
      "physical therapy",
      "treatment",
      "hour",
      "knee pain",
      "helping hand",
    ],
    aspect: ["weather", "vertigo", "migraine", "insurance and kindness", "treatment", "knee"],
    technician: ["Priya Smith", "Pryia", "Dr.", "Raman Okafor", "therapist", "Priy"],
    topic: ["weather", "Priya", "did it work"],
  };
  const read = MEANING_KINDS.flatMap((kind) =>
    nothing[kind].filter((phrase) => readPhrase(index, kind, phrase) !== null).map((phrase) => `${kind}: ${phrase}`),
  );
  expect(read).toEqual([]);
});

test("a reading says how sure it is", () => {
  expect([meant("condition", "Knee"), meant("condition", "KNEE "), meant("aspect", "front_desk")]).toEqual([
    ["knee", "own"],
    ["knee", "own"],
    ["front_desk", "own"],
  ]);
  expect([meant("technician", "Priya"), meant("technician", "Dr Raman"), meant("service", "needling")]).toEqual([
    ["priya-raman", "exact"],
    ["priya-raman", "exact"],
    ["dry-needling", "exact"],
  ]);
  expect([meant("condition", "rodilla"), meant("aspect", "recepción")]).toEqual([
    ["knee", "exact"],
    ["front_desk", "exact"],
  ]);
  expect([meant("condition", "slipped disc"), meant("aspect", "waiting"), meant("service", "the pool")]).toEqual([
    ["back-pain", "synonym"],
    ["punctuality", "synonym"],
    ["aquatic-therapy", "synonym"],
  ]);
  expect([meant("condition", "knee pain"), meant("technician", "Raman"), meant("service", "custom hand")]).toEqual([
    ["knee", "likely"],
    ["priya-raman", "likely"],
    ["hand-therapy", "likely"],
  ]);
});

test("aspects are read from the words that people ask with", () => {
  const asked: Record<string, string> = {
    punctuality: "waiting, wait times, waiting time, long waits, how long is the wait, on time, tiempo de espera",
    billing: "cost, prices, surprise bills, insurance, Medicare, precios, seguro",
    front_desk: "receptionist, rude receptionist, check-in, recepcionista",
    care: "staff, is the staff friendly, kindness, trato",
    facility: "parking, cleanliness, estacionamiento",
    scheduling: "appointments, opening hours, citas",
  };
  for (const [id, phrases] of Object.entries(asked)) {
    for (const phrase of phrases.split(", ")) {
      expect([phrase, readPhrase(index, "aspect", phrase)?.id]).toEqual([phrase, id]);
    }
  }
});

test("services are read from names, aliases and descriptions, with all words of the phrase", () => {
  const asked: Record<string, string> = {
    "manual-therapy": "hands-on, hands on, massage",
    "hand-therapy": "hand injuries, carpal tunnel syndrome",
    "post-surgical-rehab": "knee replacement rehab, rehab after surgery, ACL rehab",
    "dry-needling": "needles, dry needles, needling therapy",
    "vestibular-therapy": "vertigo treatment, vertigo",
  };
  for (const [id, phrases] of Object.entries(asked)) {
    for (const phrase of phrases.split(", ")) {
      expect([phrase, readPhrase(index, "service", phrase)?.id]).toEqual([phrase, id]);
    }
  }
});

test("what is near a phrase is suggested", () => {
  expect(nearIds(index, "technician", "Pryia")).toEqual(["priya-raman"]);
  expect(nearIds(index, "technician", "Dr. Acterberg")).toEqual(["benjamin-achterberg"]);
  expect(nearIds(index, "technician", "Doctor Okafer")).toEqual(["obinna-okafor"]);
  expect(nearIds(index, "condition", "headaches and dizziness").sort()).toEqual(["dizziness", "headache"]);
  expect(nearIds(index, "condition", "sholder")).toEqual(["shoulder"]);
  expect(nearIds(index, "aspect", "weather")).toEqual([]);
});

test("a typing error in one word of a phrase is a suggestion, also where a word has other forms", () => {
  const near = (kind: MeaningKind, phrase: string) => [readPhrase(index, kind, phrase), nearIds(index, kind, phrase)];
  expect(near("condition", "planter fascitis")).toEqual([null, ["foot-ankle"]]);
  expect(near("condition", "siatica")).toEqual([null, ["back-pain"]]);
  expect(near("aspect", "waitting")).toEqual([null, ["punctuality"]]);
  expect(near("technician", "Lindquist")).toEqual([null, ["katherine-lindqvist"]]);
  expect(near("condition", "wether")).toEqual([null, []]);
});

test("a word that names a condition is no filter for a service whose name only has it too", () => {
  expect(readPhrase(index, "service", "shoulder")?.sure).toBe("likely");
  expect(readFilters(index, { mentions_service: "shoulder" })).toEqual({
    filters: { mentions_service: "shoulder" },
    understood: [],
  });
  expect(readFilters(index, { mentions_service: "needles" }).filters).toEqual({ mentions_service: "dry-needling" });
});
