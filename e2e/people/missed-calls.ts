import type { Sidetone } from '../world/sidetone.ts';

interface MissedCall {
  readonly id: string;
  readonly number: string | null;
  readonly minutesAgo: number;
  readonly unresolved?: boolean;
  readonly documentation?: object;
}

/** Writes missed calls into a channel, as if they had come in. */
export async function missedCalls(sidetone: Sidetone, channelId: string, calls: readonly MissedCall[]): Promise<void> {
  await sidetone.query(
    `insert into inbox_events (id, account_id, channel_id, session_id, unresolved, direction, state,
       remote_phone_number, started_at, terminated_at, terminated_reason, documentation)
     select one.id, account_id, channels.id, one.id, one.unresolved, 'INCOMING', 'MISSED', one.number,
       now() - one.ago * interval '1 min', now() - one.ago * interval '1 min' + interval '28 s', 'CANCELLED',
       one.documentation
     from channels, jsonb_to_recordset($2) as one (id text, number text, ago float, unresolved boolean, documentation jsonb)
     where channels.id = $1`,
    [
      channelId,
      JSON.stringify(
        calls.map(({ id, number, minutesAgo, unresolved = true, documentation = {} }) => ({
          id,
          number,
          unresolved,
          documentation,
          ago: minutesAgo,
        })),
      ),
    ],
  );
}
