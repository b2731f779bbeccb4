/*
 * What the suite may fail, by revision. `service` is the service itself: it does not have the suite's tools, prompts
 * and resources, which these entries call by name. `fixtures` is the same dispatcher with them: only what Candor does
 * not offer at all is left, which is logs, progress, subscriptions and requests from server to client. An entry that
 * passes fails the run, so the lists cannot grow stale.
 */
const NAMED_FIXTURES = [
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

const NOT_OFFERED_2025_06_18 = [
  "logging-set-level",
  "tools-call-with-logging",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "resources-subscribe",
  "resources-unsubscribe",
];
const NOT_OFFERED_2025_11_25 = [...NOT_OFFERED_2025_06_18, "elicitation-sep1034-defaults", "elicitation-sep1330-enums"];

const INPUT_REQUIRED_FIXTURES = [
  "basic-elicitation",
  "basic-sampling",
  "basic-list-roots",
  "request-state",
  "multiple-input-requests",
  "multi-round",
  "missing-input-response",
  "ignore-extra-params",
  "non-tool-request",
  "result-type",
  "tampered-state",
  "capability-check",
].map((name) => `input-required-result-${name}`);

/** Checks that call a fixture, within one scenario. Its other checks must pass. */
const STATELESS_FIXTURES = [
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
].map((check) => `server-stateless:${check}`);

const union = (...lists: string[][]): string[] => [...new Set(lists.flat())];

export const EXPECTED_FAILURES = {
  service: {
    "2025-03-26": [],
    "2025-06-18": union(NAMED_FIXTURES, NOT_OFFERED_2025_06_18),
    "2025-11-25": union(NAMED_FIXTURES, NOT_OFFERED_2025_11_25),
    "2026-07-28": union(NAMED_FIXTURES, INPUT_REQUIRED_FIXTURES, STATELESS_FIXTURES),
  },
  fixtures: {
    "2025-03-26": [],
    "2025-06-18": NOT_OFFERED_2025_06_18,
    "2025-11-25": NOT_OFFERED_2025_11_25,
    "2026-07-28": ["tools-call-with-progress"],
  },
};
