import type { Remote } from '@sidetone/contract/entities/remote.ts';
import type { RawBuilder } from 'kysely';

/** What the other side of a call is read with, as inboxes read it. */
export interface WhoCalled<Found> {
  /** Joins who the other side is to rows of `event` (account_id, remote_user_id, remote_phone_number, contact_id). */
  readonly joins: RawBuilder<unknown>;
  /** The columns that the joins add. */
  readonly columns: RawBuilder<unknown>;
  /** Who it is, by those columns with `remote_phone_number` and `remote_name`. */
  remoteOf(found: Found): Remote;
}
