import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';

/** What a test says of a call; the rest is that of a missed one in the shared channel of `someCompany`. */
export interface SomeCall {
  readonly channel?: string;
  readonly number?: string | null;
  readonly user?: string;
  readonly at?: string;
  readonly unresolved?: boolean;
  readonly ended?: boolean;
  readonly direction?: 'INCOMING' | 'OUTGOING';
  readonly state?: string;
  readonly reason?: string | null;
  readonly owner?: string;
  readonly documentation?: unknown;
}

export async function writeCall(db: Database, id: string, about: SomeCall = {}): Promise<void> {
  const at = about.at ?? '2026-11-20T09:00:00Z';
  const { direction = 'INCOMING', state = 'MISSED', reason = 'CANCELLED', ended = true } = about;
  await sql`insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
      terminated_reason, remote_phone_number, remote_user_id, owner, started_at, established_at, terminated_at,
      documentation)
    values (${id}, (select account_id from channels where id = ${about.channel ?? 'cteam'}), ${about.channel ?? 'cteam'},
      ${`session ${id}`}, ${about.unresolved ?? false}, ${direction}, ${state}, ${reason},
      ${about.number === undefined ? '+4930999' : about.number}, ${about.user ?? null}, ${about.owner ?? null}, ${at},
      ${state === 'FINISHED' ? at : null}, ${ended ? at : null}, ${JSON.stringify(about.documentation ?? {})}::jsonb)`.execute(
    db,
  );
}
