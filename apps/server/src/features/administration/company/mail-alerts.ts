import { alertKind } from '@sidetone/contract/entities/guard.ts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { MailServers } from '../../../mail/mail-servers.ts';
import { serverScope } from '../../../requests/audit.ts';
import type { Database } from '../../../storage/database.ts';
import { alertMail } from './alert-mail.ts';

const everyMs = 60_000;
/** An account's administrators get one mail within this time, whatever happens; it has all that happened since the last. */
const rest = sql`interval '1 hour'`;
/** Older ones are told by the banner alone, as after a time without a mail server. */
const tooOld = sql`interval '1 day'`;
const mostReaders = 20;

export interface AlertMailing {
  readonly db: Database;
  readonly servers: MailServers;
  readonly log: Logger;
  /** Where mails lead; without it they have no link. */
  readonly publicUrl: string | undefined;
}

/** Mails new alerts every minute to the administrators whom they concern. Gives the way to stop. */
export function keepMailingAlerts(deps: AlertMailing): () => void {
  const look = () =>
    mailAlerts(deps).catch((error) => deps.log.warn({ err: error }, 'alerts: sending emails failed, trying later'));
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * Mails the alerts that nobody was mailed yet, unless their account had a mail within the hour. Several servers may do so
 * at once: each alert is claimed by one of them. A mail that is not taken is not sent again; the banner still shows.
 */
export async function mailAlerts(deps: AlertMailing): Promise<void> {
  const { db, servers } = deps;
  if (!(await servers.isAnySet())) return;
  const claimed = await sql<Claimed>`
    update alerts set mailed_at = now()
    where mailed_at is null and at > now() - ${tooOld}
      and not exists (select from alerts a where a.scope = alerts.scope and a.mailed_at > now() - ${rest})
    returning scope, kind, source, at`.execute(db);
  const scopes = Map.groupBy(claimed.rows, ({ scope }) => scope);
  // One company's mail server may be slow.
  await Promise.all([...scopes].map(([scope, alerts]) => mailScope(deps, scope, alerts)));
}

async function mailScope(
  { db, servers, log, publicUrl }: AlertMailing,
  scope: string,
  alerts: readonly Claimed[],
): Promise<void> {
  const readers = await readersOf(db, scope);
  const names = await namesOf(db, scope, alerts);
  const told = alerts.flatMap(({ kind, source, at }) => {
    const known = alertKind.safeParse(kind);
    return known.success ? [{ kind: known.data, who: names.get(source) ?? source, at }] : [];
  });
  for (const { ownUrl, ...reader } of readers) {
    const origin = ownUrl ?? publicUrl;
    const url = origin === undefined ? null : `${origin}/admin/log`;
    await servers
      .of(reader.accountId)
      .then((mailer) => mailer?.send(alertMail({ ...reader, alerts: told, url })))
      .catch((error) => log.warn({ err: error, userId: reader.id }, 'alerts: email refused'));
  }
}

interface Claimed {
  readonly scope: string;
  readonly kind: string;
  readonly source: string;
  readonly at: Date;
}

/** Active administrators of the account, or of the one that runs the server. */
const readersOf = (db: Database, scope: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'users.locale', 'users.first_name as firstName', 'users.email', 'accounts.name as company'])
    .select(['accounts.time_zone as timeZone', 'users.account_id as accountId', 'accounts.public_url as ownUrl'])
    .where('users.admin', '=', true)
    .where('users.deactivated_at', 'is', null)
    .where((where) =>
      scope === serverScope ? where('accounts.runs_server', '=', true) : where('accounts.id', '=', scope),
    )
    .orderBy('users.id')
    .limit(mostReaders)
    .execute();

/** What people call the sources of these alerts, where they are people or the company itself. */
const namesOf = async (db: Database, scope: string, alerts: readonly Claimed[]): Promise<Map<string, string>> => {
  const sources = [...new Set(alerts.map(({ source }) => source))];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from users
      where account_id = ${scope} and id = any(${sources})
    union all select id, name from accounts where id = ${scope}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
