import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';

/** A warm transfer that runs: two calls of the list, and whom the user hears. */
export interface Transfer {
  /** The call that is to be handed over; in `WarmTransferStarted`. */
  readonly initialId: string;
  /** The call to whom it is to be handed. */
  readonly targetId: string;
  /** One line, or both in a conference. */
  readonly activeLines: readonly TransferLine[];
}
