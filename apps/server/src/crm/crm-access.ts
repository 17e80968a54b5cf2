import type { CrmForm, CrmSide } from './crm-side.ts';

/** What a failed request moves its entry of the ledger by, see `crmWriteCauses`. */
export type CauseOfFailure = 'unclear' | 'delayed' | 'blocked' | 'refused';

/** What a CRM did not do, and why. `detail` has no secrets and is shown where there are no better words. */
export class CrmFailure extends Error {
  override readonly name = 'CrmFailure';
  /** The kind of the error, such as `rate_limited`. */
  readonly code: string;
  readonly detail: string;
  /** How long the CRM wants to be left alone; null where it did not say. */
  readonly retryAfterSeconds: number | null;
  /** `mayRepeat`: sending it again makes no second record. */
  readonly causeIf: (mayRepeat: boolean) => CauseOfFailure;

  constructor(
    code: string,
    detail: string,
    given: {
      readonly retryAfterSeconds: number | null;
      readonly causeIf: (mayRepeat: boolean) => CauseOfFailure;
      readonly cause?: unknown;
    },
  ) {
    super(`${code}: ${detail}`, { cause: given.cause });
    this.code = code;
    this.detail = detail;
    this.retryAfterSeconds = given.retryAfterSeconds;
    this.causeIf = given.causeIf;
  }
}

/** How features reach the CRMs that accounts have connected. */
export interface CrmAccess {
  /** How a CRM takes calls, by the name of its integration; null for one that takes none, or that this server does not know. */
  formOf(integrationName: string): (CrmForm & { readonly displayName: string }) | null;
  /**
   * Does something with the CRM of a connection, at most once. Rejects with a `CrmFailure`, also for a connection that is
   * signed out, is gone, or wants to be left alone for some time.
   */
  use<T>(integrationId: string, signal: AbortSignal, work: (crm: CrmSide) => Promise<T>): Promise<T>;
}
