import { randomInt, randomUUID } from 'node:crypto';
import type { PhoneRecording } from '@sidetone/contract/http/announcement-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { announcementCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { Fleeting } from '../../requests/download.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** Of one user at a time: one for each of a few tabs. What is more ends the oldest. */
const mostOfUser = 3;
const waitsMinutes = 10;

/** Recordings by telephone, each for the user alone who asked for it. What becomes of one is uploaded like any other sound. */
export const phoneRecordingRoutes = (db: Database): Answer[] => [
  answer(routes.beginPhoneRecording, async ({ caller }) => {
    const row = await begin(db, caller);
    return asRecording(row);
  }),

  answer(routes.phoneRecording, async ({ caller, params: { recordingId } }) => {
    const row = await ofUser(db, caller, recordingId).select(shownColumns).executeTakeFirst();
    if (!row) throw notFound('recording');
    return asRecording(row);
  }),

  answer(routes.phoneRecordingAudio, async ({ caller, params: { recordingId } }) => {
    const row = await ofUser(db, caller, recordingId).select('wav').executeTakeFirst();
    if (!row?.wav) throw notFound('recording');
    return new Fleeting(row.wav, 'audio/wav');
  }),

  answer(routes.dropPhoneRecording, async ({ caller, params: { recordingId } }) => {
    await db
      .deleteFrom('phone_recordings')
      .where('id', '=', recordingId)
      .where('account_id', '=', caller.accountId)
      .where('user_id', '=', caller.userId)
      .execute();
    return {};
  }),
];

const begin = (db: Database, { accountId, userId }: Caller): Promise<Row> =>
  db.transaction().execute(async (trx) => {
    // One after the other for each user: the code is none of another recording of theirs.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const before = await trx
      .selectFrom('phone_recordings')
      .select(['id', 'code'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    const [kept, old] = [before.slice(0, mostOfUser - 1), before.slice(mostOfUser - 1)];
    if (old.length > 0) {
      const ids = old.map(({ id }) => id);
      await trx.deleteFrom('phone_recordings').where('id', 'in', ids).execute();
    }
    const taken = new Set(kept.map(({ code }) => code));
    return await trx
      .insertInto('phone_recordings')
      .values({
        id: randomUUID(),
        account_id: accountId,
        user_id: userId,
        code: newCode(taken),
        expires_at: sql<Date>`now() + make_interval(mins => ${waitsMinutes})`,
      })
      .returning(shownColumns)
      .executeTakeFirstOrThrow();
  });

function newCode(taken: ReadonlySet<string>): string {
  const code = String(randomInt(0, 10_000)).padStart(4, '0');
  return taken.has(code) ? newCode(taken) : code;
}

const ofUser = (db: Database, { accountId, userId }: Caller, recordingId: string) =>
  db
    .selectFrom('phone_recordings')
    .where('id', '=', recordingId)
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId);

const shownColumns = ['id', 'code', 'state', 'duration_ms', 'expires_at'] as const;
interface Row {
  readonly id: string;
  readonly code: string;
  readonly state: PhoneRecording['state'];
  readonly duration_ms: number | null;
  readonly expires_at: Date;
}

const asRecording = ({ id, code, state, duration_ms: durationMs, expires_at: until }: Row): PhoneRecording => ({
  id,
  number: `${announcementCode}${code}`,
  // A server that was killed during the call told nobody that it is over.
  state: until.getTime() < Date.now() ? 'over' : state,
  durationMs,
  expiresAt: until.toISOString(),
});
