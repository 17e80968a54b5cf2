import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Again, JobKind } from '../../jobs/job-kind.ts';
import type { Writer } from '../../storage/writer.ts';
import { askMicrosoft } from './ask-microsoft.ts';
import type { PresenceParts, PresenceService } from './ports.ts';
import type { ConnectorRow } from './tokens.ts';

/** Shows at Microsoft what a user does now; the id is the user's. */
export const showKind: JobKind = {
  name: 'presence-show',
  // What Microsoft refuses is no failure of the job: these are for a process or a database that dies.
  tries: 8,
  withinMinutes: 3,
  pauseSeconds: 5,
  longestPauseSeconds: 300,
  atOnce: 4,
};

/** What is shown of a user; nothing is null. */
type Shown = ConnectorRow['shown'];

/**
 * A session may show "do not disturb" with this activity alone. So long it is shown where nobody says otherwise, so that
 * nothing stays for ever of a server that is switched off.
 */
const presences: Readonly<Record<NonNullable<Shown>, Parameters<PresenceService['setPresence']>[1]>> = {
  inCall: { availability: 'Busy', activity: 'InACall', expirationDuration: 'PT1H' },
  doNotDisturb: { availability: 'DoNotDisturb', activity: 'Presenting', expirationDuration: 'PT1H' },
};
const againMinutes = 45;

/** A state that changes while it is being said is said immediately afterwards, so often in one job. */
const mostInARow = 5;

/** Asks for a look at a user, within the transaction of what changes. */
export const lookSoon = ({ jobs }: Pick<PresenceParts, 'jobs'>, trx: Writer, userId: string): Promise<void> =>
  jobs.enqueue(trx, showKind, userId);

/** Who talks, and who wants no calls: `is_dnd` of `users`. A call is shown also of someone who wants no others. */
export const wantedSql = sql<Shown>`case
  when exists (select from legs where legs.user_id = users.id and legs.ended_at is null and established_at is not null)
    then 'inCall'
  when users.is_dnd then 'doNotDisturb' end`;

/** Brings Microsoft up to date with what a user does: always with what they do now, whatever asked for it. */
export async function show(parts: PresenceParts, userId: string, signal: AbortSignal): Promise<Again | undefined> {
  // The operator has taken the client away.
  if (parts.service === null) return undefined;
  for (let count = 0; count < mostInARow; count += 1) {
    const found = await read(parts, userId);
    if (found === null) return undefined;
    const { row, wanted } = found;
    // It is asked for again once that is over.
    if ((row.not_before?.getTime() ?? 0) > Date.now()) return undefined;
    const isSaid = wanted === row.shown && (wanted === null || (row.renew_at?.getTime() ?? 0) > Date.now());
    if (isSaid) return undefined;
    const again = await say(parts, row, wanted, signal);
    if (again !== undefined) return again;
  }
  return { againAfterSeconds: 1 };
}

/** Null where nothing is connected. */
async function read({ db }: PresenceParts, userId: string): Promise<{ row: ConnectorRow; wanted: Shown } | null> {
  const row = await db
    .selectFrom('presence_connectors')
    .innerJoin('users', 'users.id', 'presence_connectors.user_id')
    .selectAll('presence_connectors')
    .select(wantedSql.as('wanted'))
    .where('presence_connectors.user_id', '=', userId)
    .where('state', '=', 'connected')
    .executeTakeFirst();
  return row ? { row, wanted: row.wanted } : null;
}

/** Says one state; gives when to try again where it was not taken. */
const say = (parts: PresenceParts, row: ConnectorRow, wanted: Shown, signal: AbortSignal): Promise<Again | undefined> =>
  askMicrosoft(parts, row, signal, async (service, accessToken, current) => {
    const of = { accessToken, userId: row.remote_user_id };
    if (wanted === null) await service.clearPresence(of, signal);
    else {
      if (!(await intend(parts, row, wanted))) return;
      try {
        await service.setPresence(of, presences[wanted], signal);
      } finally {
        // Microsoft may have it even where no answer came.
        await clearIfOver(parts, current);
      }
    }
    await keep(parts, row, wanted);
  });

/** Written first: a disconnect in the middle of it then knows that there is something to clear. */
async function intend({ db }: PresenceParts, { id }: ConnectorRow, wanted: Shown): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('presence_connectors')
    .set({ shown: wanted, renew_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Notes that Microsoft took it. */
async function keep({ db }: PresenceParts, { id }: ConnectorRow, wanted: Shown): Promise<void> {
  await db
    .updateTable('presence_connectors')
    .set({
      shown: wanted,
      renew_at: wanted === null ? null : sql<Date>`now() + make_interval(mins => ${againMinutes})`,
      not_before: null,
      failures: 0,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Where the connection ended while something was being said for it, its own farewell may have come before that at Microsoft:
 * another one makes up for it. If this process is killed in between, the session lapses within the hour. One that ends from now on has its farewell afterwards.
 */
async function clearIfOver({ db }: PresenceParts, ended: ConnectorRow): Promise<void> {
  await sql`insert into presence_farewells
      (id, user_id, remote_user_id, access_token_sealed, refresh_token_sealed, expires_at)
    select ${randomUUID()}, ${ended.user_id}, ${ended.remote_user_id}, ${ended.access_token_sealed}::bytea,
      ${ended.refresh_token_sealed}::bytea, ${ended.expires_at}::timestamptz
    where ${ended.state} = 'connected' and not exists (select from presence_connectors where id = ${ended.id})`.execute(
    db,
  );
}
