/** Why a run did not succeed, in the owner's words. The codes are a closed list: docs/sync.md explains each. */
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
  /** The source asked to wait until then, in ms. */
  retry_at_ms?: number;
};

/** Thrown inside a run and caught at its edge: everything that it read is dropped, and nothing was changed. */
export class SyncFault extends Error {
  constructor(readonly fault: SourceFault) {
    super(fault.text);
  }
}

/** Another process took the source over, because this one did not renew its claim in time. Nothing was changed. */
export class LostClaim extends Error {}
