import { sql } from 'kysely';
import type { JobKind } from '../../jobs/job-kind.ts';
import { type PresenceParts, type PresenceService, troubleOf } from './ports.ts';

/** Clears what Microsoft shows for a connection that is gone; the id is the farewell's. */
export const farewellKind: JobKind = {
  name: 'presence-farewell',
  tries: 8,
  withinMinutes: 3,
  pauseSeconds: 5,
  longestPauseSeconds: 300,
};

/** Microsoft lets it lapse by itself after this. */
const lastsMinutes = 60;
const usualPauseSeconds = 15;
const longestPauseSeconds = 600;
const earlyMs = 30_000;

/** Clears and forgets; where Microsoft no longer takes the tokens, there is nothing that could be done. */
export async function sayFarewell(parts: PresenceParts, id: string, signal: AbortSignal): Promise<void> {
  const { db, service, log } = parts;
  const row = await db.selectFrom('presence_farewells').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (row.not_before?.getTime() ?? 0) > Date.now()) return;
  const isOver = Date.now() - row.created_at.getTime() > lastsMinutes * 60_000;
  if (isOver || service === null) return await forget(parts, id);
  try {
    const accessToken = await tokenOf(parts, service, row);
    await service.clearPresence({ accessToken, userId: row.remote_user_id }, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    const { why, retryAfterSeconds, detail } = troubleOf(error);
    if (why !== 'signedOut' && why !== 'forbidden') {
      const seconds = Math.min(longestPauseSeconds, Math.max(1, retryAfterSeconds ?? usualPauseSeconds));
      log.warn({ userId: row.user_id, why, detail, againAfterSeconds: seconds }, 'presence: not cleared yet');
      await db
        .updateTable('presence_farewells')
        .set({ not_before: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .where('id', '=', id)
        .execute();
      return;
    }
  }
  // Who connected the same account again meanwhile shows what they do now once more.
  await db
    .updateTable('presence_connectors')
    .set({ renew_at: null })
    .where('user_id', '=', row.user_id)
    .where('remote_user_id', '=', row.remote_user_id)
    .execute();
  await forget(parts, id);
}

/** Forgets farewells that nobody has said within their time, such as those of a server without a client at Microsoft. */
export const forgetOldFarewells = ({ db }: Pick<PresenceParts, 'db'>) =>
  db
    .deleteFrom('presence_farewells')
    .where('created_at', '<', sql<Date>`now() - make_interval(mins => ${lastsMinutes})`)
    .execute();

async function forget({ db }: PresenceParts, id: string): Promise<void> {
  await db.deleteFrom('presence_farewells').where('id', '=', id).execute();
}

interface Kept {
  readonly access_token_sealed: Buffer;
  readonly refresh_token_sealed: Buffer;
  readonly expires_at: Date;
}

async function tokenOf({ box }: PresenceParts, service: PresenceService, kept: Kept): Promise<string> {
  if (kept.expires_at.getTime() - Date.now() > earlyMs) return box.unseal(kept.access_token_sealed);
  return (await service.renew(box.unseal(kept.refresh_token_sealed))).access;
}
