import { isOpenTo, rolesForRoute } from '@sidetone/contract/rules/admin/role-table.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { audit } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';

/** For the longest recording, what is said before and after it, and some thinking. */
const stepSeconds = 10 * 60;
/** For a browser to fetch what was kept. */
const keptSeconds = 60 * 60;

/**
 * Announcements that users say by telephone, as the exchange asks for them and keeps them. A recording belongs to the call that came
 * first, and each step asks whether somebody still wants it.
 */
export function spokenAnnouncements(db: Database, log: Logger) {
  /** Of this call, as long as nobody gave it up. */
  const ofCall = (recordingId: string, callId: string) =>
    db
      .updateTable('phone_recordings')
      .where('id', '=', recordingId)
      .where('call_id', '=', callId)
      .where('state', 'in', ['asked', 'speaking', 'hearing'])
      .where('expires_at', '>', sql<Date>`now()`);
  return {
    askedAnnouncement: (user: User, code: string) => askedAnnouncement(db, user, code),

    async reached(recordingId: string, callId: string, step: 'asked' | 'speaking' | 'hearing'): Promise<boolean> {
      const next = { state: step, expires_at: inSeconds(stepSeconds) };
      const own = await ofCall(recordingId, callId).set(next).returning('id').executeTakeFirst();
      if (own || step !== 'asked') return own !== undefined;
      const taken = await db
        .updateTable('phone_recordings')
        .set({ ...next, call_id: callId })
        .where('id', '=', recordingId)
        .where('state', '=', 'waiting')
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    async keep(recordingId: string, callId: string, said: { readonly wav: Buffer; readonly durationMs: number }) {
      return await db.transaction().execute(async (trx) => {
        const kept = await trx
          .updateTable('phone_recordings')
          .set({ state: 'kept', wav: said.wav, duration_ms: said.durationMs, expires_at: inSeconds(keptSeconds) })
          .where('id', '=', recordingId)
          .where('call_id', '=', callId)
          .where('state', '=', 'hearing')
          .returning(['account_id', 'user_id'])
          .executeTakeFirst();
        if (!kept) return false;
        const seconds = Math.round(said.durationMs / 1000);
        await audit(trx, {
          accountId: kept.account_id,
          actorUserId: kept.user_id,
          action: 'routing.changed',
          target: recordingId,
          detail: { announcement: 'saidByTelephone', seconds },
        });
        log.info({ recordingId, seconds }, 'announcements: said by telephone');
        return true;
      });
    },

    async hungUp(recordingId: string, callId: string): Promise<void> {
      await ofCall(recordingId, callId).set({ state: 'over' }).execute();
    },
  };
}

interface User {
  readonly userId: string;
  readonly accountId: string;
}

/** Those who may add announcements by now, whatever they might when they asked for the code. */
async function askedAnnouncement(db: Database, user: User, code: string): Promise<string | null> {
  const row = await db
    .selectFrom('phone_recordings')
    .innerJoin('users', 'users.id', 'phone_recordings.user_id')
    .select(['phone_recordings.id', 'users.admin', 'users.roles'])
    .where('phone_recordings.account_id', '=', user.accountId)
    .where('phone_recordings.user_id', '=', user.userId)
    .where('code', '=', code)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst();
  return row && isOpenTo(row, rolesForRoute('addAnnouncement')) ? row.id : null;
}

/** Forgets what nobody fetched; gives how many. */
export async function forgetPhoneRecordings(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('phone_recordings')
    .where('expires_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
