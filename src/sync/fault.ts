/** Why a run failed, in words for the owner. The codes are a closed list, and docs/sync.md explains each. */
export const FAULT_CODES = [
  "unreachable",
  "address_refused",
  "certificate",
  "timeout",
  "busy",
  "server_error",
  "not_authorized",
  "not_found",
  "unexpected_status",
  "redirect",
  "too_large",
  "cut_off",
  "not_recognized",
  "rejected",
  "demonstration",
  "repeats_secret",
  "secret_missing",
  "secret_file",
  "folder_missing",
  "file_failed",
  "mass_removal",
  "database",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export type SourceFault = {
  code: FaultCode;
  text: string;
  /** The source asked to wait until this time, in ms. */
  retry_at_ms?: number;
};

/** Thrown inside a run and caught where the run ends. What the run read is discarded, and nothing was changed. */
export class SyncFault extends Error {
  constructor(readonly fault: SourceFault) {
    super(fault.text);
  }
}

/** Another process took over the source, because this one did not renew its claim in time. Nothing was changed. */
export class LostClaim extends Error {}
