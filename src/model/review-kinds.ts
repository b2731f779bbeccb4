export const SOURCES = ["google", "yelp", "facebook", "trustpilot", "healthgrades", "direct", "other"] as const;
export type Source = (typeof SOURCES)[number];

/** Labels for people. */
export const SOURCE_LABELS: Record<string, string> = {
  google: "Google",
  yelp: "Yelp",
  facebook: "Facebook",
  trustpilot: "Trustpilot",
  healthgrades: "Healthgrades",
  direct: "Direct",
  other: "Other",
};

export const VERIFICATION_METHODS = ["visit_record", "invitation", "platform_account", "operator"] as const;
/** Labels for people. */
export const VERIFICATION_LABELS: Record<string, string> = {
  visit_record: "Visit record",
  invitation: "Invitation",
  platform_account: "Platform account",
  operator: "Operator",
};
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

export const VERIFICATION_LEVELS = ["business", "account"] as const;
export type VerificationLevel = (typeof VERIFICATION_LEVELS)[number];
/** Labels for people. */
export const VERIFICATION_LEVEL_LABELS: Record<string, string> = {
  business: "Checked by the business",
  account: "Signed-in account",
};

/** An account proves that somebody signed in at the source. Every other method is a check by the business. */
export const levelOf = (method: VerificationMethod): VerificationLevel =>
  method === "platform_account" ? "account" : "business";

export const REDACTION_KINDS = [
  "phone",
  "email",
  "url",
  "address",
  "birth_date",
  "record_number",
  "insurance_number",
  "name",
  "plate",
  "handle",
  "card",
] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

export const DELETION_REASONS = ["erased_on_request", "legal", "removed_at_source", "import_undone"] as const;
export type DeletionReason = (typeof DELETION_REASONS)[number];

/** True if the review was not withdrawn by a person or a court. It is then not counted as erased and may return. */
export const mayReturn = (reason: DeletionReason): boolean =>
  reason === "removed_at_source" || reason === "import_undone";

export const HELD_REASONS = ["unverified", "consent", "duplicate", "legal"] as const;
export type HeldReason = (typeof HELD_REASONS)[number];

/** What an author, or the owner for the author, says about publication. anonymous: yes, without the name. */
export const CONSENT_ANSWERS = ["yes", "anonymous", "no"] as const;
export type ConsentAnswered = (typeof CONSENT_ANSWERS)[number];
