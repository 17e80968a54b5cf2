import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** The SIP messages of a leg. */
interface SipTrace {
  readonly sipCallId: string;
  readonly messages: readonly unknown[];
  readonly lost: number;
}

const compress = promisify(gzip);

/** Keeps the SIP messages of calls that are over. All of them are one statement; those whose Call-ID no leg has are dropped. */
export const openTraceStore = (db: Database) => ({
  async write(traces: readonly SipTrace[]): Promise<void> {
    const rows = await Promise.all(
      traces.map(async ({ sipCallId, messages, lost }) => ({
        id: sipCallId,
        lost,
        messages: (await compress(JSON.stringify(messages))).toString('base64'),
      })),
    );
    await sql`insert into sip_traces (leg_id, call_id, account_id, lost, messages)
      select legs.id, calls.id, calls.account_id, trace.lost, decode(trace.messages, 'base64')
      from json_to_recordset(${JSON.stringify(rows)}::json) as trace (id text, lost integer, messages text)
        join legs on legs.sip_call_id = trace.id join calls on calls.id = legs.call_id
      on conflict (leg_id) do nothing`.execute(db);
  },
});
