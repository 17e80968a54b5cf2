import { setTimeout as pause } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import { type PresenceParts, type Tokens, troubleOf } from './ports.ts';

export type ConnectorRow = Selectable<Schema['presence_connectors']>;

const earlyMs = 60_000;
/** Longer than Microsoft is waited for. */
const claimSeconds = 60;
/** So long a token that was given is tried to be kept, with the time that Microsoft may take less than a claim. */
const keepMs = 20_000;
const lookAgainMs = 100;

/** A token, or why there is none: someone else renews it now, nobody can read it, or the connection is over meanwhile. */
type Access = { readonly token: string } | { readonly lacks: 'renewing' | 'readable' | 'connection' };

/**
 * A token of this connection that is good for another minute, renewed where it has to be: by one at a time, among all servers.
 * Nothing of the database is held while Microsoft is asked. Rejects as `PresenceService.renew` does.
 */
export async function accessTokenOf(parts: PresenceParts, row: ConnectorRow): Promise<Access> {
  const { box, service } = parts;
  const kept = unsealed(parts, row);
  if (kept === null || service === null) return { lacks: 'readable' };
  if (isGood(row)) return { token: kept.access };
  if (!(await claim(parts, row))) return { lacks: 'renewing' };
  let made: Tokens;
  try {
    made = await service.renew(kept.refresh);
  } catch (error) {
    // Where the database is away as well, the claim ends by itself.
    await giveBack(parts, row).catch(() => undefined);
    throw error;
  }
  return (await keepTokens(parts, row, {
    access_token_sealed: box.seal(made.access),
    refresh_token_sealed: box.seal(made.refresh),
    expires_at: made.expiresAt,
  }))
    ? { token: made.access }
    : { lacks: 'connection' };
}

/**
 * Microsoft did not take the token of this connection. Gives whether a new one is worth asking for: not where it was renewed
 * just now, since then it is not the token.
 */
export async function wasRefused({ db }: PresenceParts, { id, version }: ConnectorRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('presence_connectors')
    .set({ expires_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('renewed_at', '<', sql<Date>`now() - interval '5 minutes'`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Someone has to sign in again: the tokens are of no use, and nothing more is asked. */
export async function signOut({ db, log }: PresenceParts, row: ConnectorRow, error: unknown): Promise<void> {
  const { why, detail } = troubleOf(error);
  const problem = why === 'forbidden' ? 'forbidden' : 'signedOut';
  await db
    .updateTable('presence_connectors')
    .set({
      state: 'reconnect',
      problem,
      access_token_sealed: null,
      refresh_token_sealed: null,
      expires_at: null,
      renewing_until: null,
      shown: null,
      renew_at: null,
      not_before: null,
      failures: 0,
      heard: null,
      heard_until: null,
    })
    .where('id', '=', row.id)
    // Nobody renewed it meanwhile.
    .where('version', '=', row.version)
    .execute();
  log.warn({ userId: row.user_id, problem, detail }, 'presence: someone has to sign in at Microsoft again');
}

/** Null for tokens that another data folder sealed: they are of no use. */
function unsealed({ box }: PresenceParts, row: ConnectorRow): { access: string; refresh: string } | null {
  if (row.access_token_sealed === null || row.refresh_token_sealed === null) return null;
  try {
    return { access: box.unseal(row.access_token_sealed), refresh: box.unseal(row.refresh_token_sealed) };
  } catch {
    return null;
  }
}

/** Renewed a minute before its end; one that lives for less than two, halfway. */
function isGood({ expires_at: end, renewed_at: since }: ConnectorRow): boolean {
  if (end === null) return false;
  return end.getTime() - Date.now() > Math.min(earlyMs, (end.getTime() - since.getTime()) / 2);
}

async function claim({ db }: PresenceParts, { id, version }: ConnectorRow): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('presence_connectors')
    .set({ renewing_until: sql<Date>`clock_timestamp() + make_interval(secs => ${claimSeconds})` })
    .where('id', '=', id)
    .where('version', '=', version)
    .where((eb) => eb.or([eb('renewing_until', 'is', null), eb('renewing_until', '<', sql<Date>`clock_timestamp()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function giveBack({ db }: PresenceParts, { id, version }: ConnectorRow): Promise<void> {
  await db
    .updateTable('presence_connectors')
    .set({ renewing_until: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .execute();
}

/** It may be the only token that is good for anything now, so it is tried for a while where the database is away. */
async function keepTokens(
  { db }: PresenceParts,
  { id, version }: ConnectorRow,
  made: Pick<ConnectorRow, 'access_token_sealed' | 'refresh_token_sealed'> & { readonly expires_at: Date },
): Promise<boolean> {
  const until = performance.now() + keepMs;
  for (;;) {
    try {
      const { numUpdatedRows } = await db
        .updateTable('presence_connectors')
        .set({ ...made, renewed_at: sql`now()`, renewing_until: null, version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(lookAgainMs);
    }
  }
}
