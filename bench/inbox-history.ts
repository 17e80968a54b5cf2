import type { Client } from 'pg';

/** How long a history is, and where it stands. */
export interface History {
  readonly accountId: string;
  readonly channelId: string;
  /** A user who took the calls. */
  readonly owner: string;
  readonly calls: number;
}

/**
 * A history as a busy shared line has it: four hundred calls a day with two thousand people, three quarters of whom are
 * contacts; every third call was missed, every fourth has a note, every fifth a summary and a transcript of some six
 * hundred words out of a vocabulary of twenty thousand, and one in two hundred is unresolved.
 */
export async function writeHistory(db: Client, { accountId, channelId, owner, calls }: History): Promise<void> {
  await db.query(
    `insert into contacts (id, account_id, name, first_name, last_name, organization, e164s, phone_numbers)
      select 'bench-' || n, $1, 'Given' || n || ' Family' || n % 500, 'Given' || n, 'Family' || n % 500, 'Company ' || n % 300,
        array['+4930' || 7000000 + n], '[]'
      from generate_series(1, 1500) as n`,
    [accountId],
  );
  const batch = 10_000;
  for (let from = 0; from < calls; from += batch) {
    await db.query(
      `insert into inbox_events (id, account_id, channel_id, session_id, owner, unresolved, direction, state,
          remote_phone_number, started_at, established_at, terminated_at, terminated_reason, documentation)
        select 'bench-' || n, $1, $2, 'bench-' || n, case when n % 3 > 0 then $3 end, n % 200 = 0,
          case when n % 4 = 0 then 'OUTGOING' else 'INCOMING' end, case when n % 3 > 0 then 'FINISHED' else 'MISSED' end,
          case when n % 50 > 0 then '+4930' || 7000000 + (n::bigint * n % 2003 * (n / 7 % 3) % 2000) end,
          at, case when n % 3 > 0 then at end, at + interval '3 minutes',
          case when n % 3 > 0 then 'HANGUP' else 'CANCELLED' end,
          case when n % 4 = 1 then jsonb_build_object('note',
            jsonb_build_object('status', 'success', 'content', '<p>Remark <b>' || n || '</b> about order ' || n % 977 || '</p>'))
          else '{}' end ||
          case when n % 5 = 1 and n % 3 > 0 then jsonb_build_object(
            'summary', jsonb_build_object('status', 'success', 'text', 'They asked about order ' || n % 977,
              'topics', jsonb_build_array('Topic ' || n % 40)),
            'automaticRecording', jsonb_build_object('status', 'success', 'duration', 180,
              'waveform', (select jsonb_agg(round((at2 % 100) / 100.0, 2)) from generate_series(1, 400) as at2)),
            'transcription', jsonb_build_object('status', 'success', 'items', (
              select jsonb_agg(jsonb_build_object('speaker', line % 2, 'startTime', line * 3, 'endTime', line * 3 + 2,
                'text', (select string_agg(chr(97 + (heard % 26)::int) || to_hex(heard), ' ')
                  from generate_series(1, 12) as spoken, lateral (
                    select (n::bigint * 31 + line * 17 + spoken) * 48271 % 20011) as words (heard))))
              from generate_series(1, 50) as line)))
          else '{}' end
        from (select n, now() - n * interval '216 seconds' as at from generate_series($4::int, $5::int) as n) as calls`,
      [accountId, channelId, owner, from + 1, Math.min(from + batch, calls)],
    );
  }
  await db.query('vacuum analyze');
}
