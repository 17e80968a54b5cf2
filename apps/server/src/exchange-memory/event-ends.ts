import type { TerminationReason } from '@sidetone/contract/rules/termination-reasons.ts';
import { type RawBuilder, sql } from 'kysely';
import { LEASE_MS } from '../storage/node-lease.ts';

/** How the inbox events of a call look once it ended for this reason; each side tells it from where it stands. */
export const eventEnds = (reason: TerminationReason | RawBuilder<TerminationReason>) => ({
  state: sql<string>`case
    when inbox_events.established_at is not null then 'FINISHED'
    when ${reason}::text in ('DECLINED', 'REJECTED') then 'REJECTED'
    else 'MISSED' end`,
  // Who hangs up before the two could talk has given up. Who declines is busy for the caller; and for who was called, a call nobody took is one the caller gave up.
  terminated_reason: sql<string>`case
    when inbox_events.established_at is not null and ${reason}::text = 'CANCELLED' then 'HANGUP'
    when inbox_events.established_at is not null then ${reason}::text
    when ${reason}::text = 'HANGUP' then 'CANCELLED'
    when direction = 'OUTGOING' and ${reason}::text = 'DECLINED' then 'BUSY_HERE'
    when direction = 'INCOMING' and ${reason}::text = 'TEMPORARILY_UNAVAILABLE' then 'CANCELLED'
    else ${reason}::text end`,
  // There is something to do about every call that was taken or missed, but not about one's own failed attempt
  // (specification 4: a cancelled outgoing call is not unresolved) or a feature code.
  unresolved: sql<boolean>`(inbox_events.established_at is not null or direction = 'INCOMING')
    and coalesce(remote_phone_number, '') !~ '^[*#]'`,
});

/** An event that ended goes on. */
export const reopened = {
  unresolved: false,
  transferred_to: null,
  state: sql<string>`case when inbox_events.established_at is null then 'Ringing' else 'Established' end`,
  terminated_at: null,
  terminated_reason: null,
};

/** By the clock of the database, as the node's own lease. */
export const leaseEnd = sql<Date>`now() + ${LEASE_MS / 1000} * interval '1 second'`;
