/**
 * Clinics were fined for their replies, not for what patients wrote. So a reply that names a patient's condition, a date
 * of service or an insurer is held until the operator decides. Only sentences about a person count.
 */
const ABOUT_A_PERSON =
  /(?<!\p{L})(?:you|your|yours|you['’](?:re|ve|d|ll)|his|her|their|usted|sus?|tus?|vous|votre|vos|ton|ta|tes|son|sa)(?!\p{L})/iu;
const ABOUT_A_NAME = /(?<!\p{L})\p{Lu}\p{L}+['’]s(?!\p{L})/u;

const CONDITION =
  /(?<!\p{L})(?:surger(?:y|ies)|post-?op\w*|operation|diagnos\w+|symptoms?|sciatica|herniat\w+|disc|stroke|fractur\w+|concussions?|vertigo|bppv|dizziness|arthritis|tend[io]nitis|tendinopathy|bursitis|fasciitis|stenosis|scoliosis|fibromyalgia|parkinson\S*|sclerosis|cancer|diabet\w+|incontinence|prolapse|pregnan\w+|postpartum|prostate|depression|anxiety|medications?|prescriptions?|opioids?|painkillers?|mri|x-?rays?|test results|rotator cuff|acl|meniscus|pelvic floor|carpal tunnel|tennis elbow|sprain\w*|dislocat\w+|replacement|injur(?:y|ies)|pain|chronic|disabilit\w+|allerg\w+|weight|cirugía|operación|lesión|dolor|embarazo|diagnóstico|rodilla|hombro|cadera|espalda|mareos?|vértigos?|chirurgie|opération|blessure|douleurs?|grossesse|genou|épaule|hanche|vertiges?)(?!\p{L})/iu;
/** Parts of the body, only those of a person: "your knee", but not "have your back". */
const BODY =
  /(?<!(?:have|has|had|got|watch)\s)(?<!\p{L})(?:your|his|her|their|\p{Lu}\p{L}+['’]s)\s+(?:\p{L}+\s+){0,2}(?:knees?|hips?|shoulders?|neck|spine|ankles?|wrists?|elbows?|hamstrings?|calf|thigh|thumb|jaw|pelvis|lower back|upper back|back (?=pain|injur|surger|problem|issue)|back(?=\s+(?:is|was|feels?|felt|hurts?)))/iu;

const INSURER =
  /(?<!\p{L})(?:aetna|anthem|bcbs|blue ?cross|blue ?shield|cigna|humana|kaiser|medicare|medicaid|tricare|united ?health\w*|uhc|molina|ambetter|centene|premera|regence|moda|pacificsource|oscar health|workers['’]? comp\w*|insurance|insurer|deductible|co-?pay\w*|coverage|seguro|aseguradora|mutuelle|assurance)(?!\p{L})/iu;

const WHEN =
  /(?<!\p{L})(?:(?:jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d{1,2}(?!\d)|may \d{1,2}(?!\d)|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|\d{4}-\d{2}-\d{2}|\d{1,2} de \p{L}+)(?!\p{L})/iu;
const SERVICE =
  /(?<!\p{L})(?:visit(?:s|ed)?|appointments?|sessions?|evaluation|seen|treated|treatments?|came in|come in|no-?show\w*|cancel\w*|discharged?|arrived|cita|sesión|consulta|rendez-vous|séance)(?!\p{L})/iu;

const REASONS: { reason: string; found: (sentence: string) => boolean }[] = [
  { reason: "names a condition", found: (sentence) => CONDITION.test(sentence) || BODY.test(sentence) },
  { reason: "names a date of service", found: (sentence) => WHEN.test(sentence) && SERVICE.test(sentence) },
  { reason: "names an insurer or coverage", found: (sentence) => INSURER.test(sentence) },
];

/** Why an owner's reply is held for the operator; null if it can be published. */
export function checkReply(text: string): string | null {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/u)
    .filter((sentence) => ABOUT_A_PERSON.test(sentence) || ABOUT_A_NAME.test(sentence));
  const reasons = REASONS.filter(({ found }) => sentences.some(found)).map(({ reason }) => reason);
  return reasons.length === 0 ? null : reasons.join(", ");
}
