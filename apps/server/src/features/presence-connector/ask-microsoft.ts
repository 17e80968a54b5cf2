import { sql } from 'kysely';
import type { Again } from '../../jobs/job-kind.ts';
import { type PresenceParts, type PresenceService, troubleOf } from './ports.ts';
import { accessTokenOf, type ConnectorRow, signOut, wasRefused } from './tokens.ts';

/** Between tries that fail where Microsoft does not say how long to wait. */
const pausesSeconds = [5, 15, 60, 300] as const;
const longestPauseSeconds = 3600;

/**
 * Asks Microsoft something for a connection. `work` gets a valid token and the current row of the connection. If Microsoft refuses,
 * it is written down that the user has to sign in again, or until when Microsoft is left alone. Gives when the job comes again, where that is soon.
 */
export async function askMicrosoft(
  parts: PresenceParts,
  row: ConnectorRow,
  signal: AbortSignal,
  work: (service: PresenceService, accessToken: string, current: ConnectorRow) => Promise<void>,
): Promise<Again | undefined> {
  const { service } = parts;
  if (service === null) return undefined;
  let token: string;
  try {
    const access = await accessTokenOf(parts, row);
    if ('lacks' in access) {
      if (access.lacks === 'readable') await signOut(parts, row, null);
      return access.lacks === 'renewing' ? { againAfterSeconds: 1 } : undefined;
    }
    token = access.token;
  } catch (error) {
    if (troubleOf(error).why === 'signedOut') return void (await signOut(parts, row, error));
    return void (await leaveAlone(parts, row, error, signal));
  }
  // The renewal, if there was one, is what may be refused now.
  const current = await readConnection(parts, row.id);
  if (current === null) return undefined;
  try {
    return void (await work(service, token, current));
  } catch (error) {
    return await refused(parts, current, error, signal);
  }
}

async function readConnection({ db }: PresenceParts, id: string): Promise<ConnectorRow | null> {
  const row = await db.selectFrom('presence_connectors').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Graph did not do it. */
async function refused(
  parts: PresenceParts,
  row: ConnectorRow,
  error: unknown,
  signal: AbortSignal,
): Promise<Again | undefined> {
  const { why } = troubleOf(error);
  if (why === 'signedOut' && (await wasRefused(parts, row))) return { againAfterSeconds: 1 };
  if (why === 'signedOut' || why === 'forbidden') return void (await signOut(parts, row, error));
  return void (await leaveAlone(parts, row, error, signal));
}

/** Leaves Microsoft alone for as long as it wants, else longer with each try. */
async function leaveAlone(
  { db, log }: PresenceParts,
  row: ConnectorRow,
  error: unknown,
  signal: AbortSignal,
): Promise<void> {
  // The server stops, or the job was cancelled: that is no fault of Microsoft's.
  if (signal.aborted) throw error;
  const { why, retryAfterSeconds, detail } = troubleOf(error);
  const usual = pausesSeconds[Math.min(row.failures, pausesSeconds.length - 1)] ?? longestPauseSeconds;
  const seconds = Math.min(longestPauseSeconds, Math.max(1, retryAfterSeconds ?? usual));
  await db
    .updateTable('presence_connectors')
    .set({ not_before: sql<Date>`now() + make_interval(secs => ${seconds})`, failures: sql`least(failures + 1, 1000)` })
    .where('id', '=', row.id)
    .execute();
  log.warn({ userId: row.user_id, why, detail, againAfterSeconds: seconds }, 'presence: Microsoft did not take it');
}
