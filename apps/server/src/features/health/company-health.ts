import { type Selectable, sql } from 'kysely';
import { serverScope } from '../../requests/audit.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { droppedPhones } from './dropped-phones.ts';
import { type Found, found } from './finding.ts';
import { type QueuedCalls, queues } from './queues-health.ts';

/** The state of an account: its trunks, SIP accounts, desk phones, and what it sends to others. */
export async function companyHealth(
  db: Database,
  accountId: string,
  queued: QueuedCalls | undefined,
  now: Date,
): Promise<Found[]> {
  const all = await Promise.all([
    trunks(db, accountId),
    sipAccounts(db, accountId),
    deskPhones(db, accountId),
    droppedPhones(db, accountId),
    queues(db, accountId, queued, now),
    failingMail(db, accountId),
    waitingAuditLog(db, accountId),
    waitingForCrms(db, accountId),
    failedDeliveries(db, accountId),
  ]);
  return all.flat();
}

const trunkCodes = {
  off: 'trunkOff',
  trying: 'trunkTrying',
  registered: 'trunkWorks',
  reachable: 'trunkWorks',
  failing: 'trunkFailing',
} as const satisfies Record<Selectable<Schema['trunks']>['state'], Found['code']>;

async function trunks(db: Database, accountId: string): Promise<Found[]> {
  const rows = await db
    .selectFrom('trunks')
    .select(['id', 'name', 'host', 'state', 'state_since', 'failure', 'is_enabled', 'is_emergency'])
    .where('account_id', '=', accountId)
    .orderBy('priority')
    .orderBy('name')
    .execute();
  const own = rows.map(({ id, name, host, state, state_since, failure, is_enabled }) =>
    found(is_enabled ? trunkCodes[state] : 'trunkOff', {
      about: id,
      name,
      host,
      said: is_enabled ? failure : null,
      since: state_since,
    }),
  );
  const enabled = rows.filter(({ is_enabled }) => is_enabled);
  if (enabled.length === 0) {
    // SIP accounts lead outside as well.
    const account = await db
      .selectFrom('phones')
      .select('id')
      .where('account_id', '=', accountId)
      .where('is_connected', '=', true)
      .where('is_disconnected_by_user', '=', false)
      .limit(1)
      .executeTakeFirst();
    return account ? own : [...own, found('noTrunk')];
  }
  return enabled.some(({ is_emergency }) => is_emergency) ? own : [...own, found('noEmergencyTrunk')];
}

async function sipAccounts(db: Database, accountId: string): Promise<Found[]> {
  const rows = await db
    .selectFrom('phones')
    .select(['id', 'name', 'registrar', 'state', 'state_since', 'failure'])
    .where('account_id', '=', accountId)
    .where('is_connected', '=', true)
    .where('is_disconnected_by_user', '=', false)
    .orderBy('name')
    .execute();
  const failing = rows.filter(({ state }) => state === 'REGISTER_FAILED');
  const count = rows.filter(({ state }) => state === 'REGISTER_SUCCESS').length;
  return [
    ...failing.map(({ id, name, registrar, failure, state_since }) =>
      found('accountFailing', { about: id, name, host: registrar, said: failure, since: state_since }),
    ),
    ...(count === 0 ? [] : [found('accountsWork', { count })]),
  ];
}

/** So many phones are named; the rest are only counted. */
const mostNamed = 5;

/** Desk phones of people who work here, by whether they are registered. Apps come and go with their pages. */
async function deskPhones(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ standing: 'there' | 'silent' | 'away'; count: number; names: string[] }>`
    select standing, count(*)::int as count, (array_agg(name order by name))[1:${mostNamed}::int] as names
    from (
      select coalesce(nullif(alias, ''), sip_username) || ' (' || trim(first_name || ' ' || last_name) || ')' as name,
        coalesce((
          select case bool_or(not suspect) when true then 'there' when false then 'silent' end from registrations
          where endpoint_id = endpoints.id and expires_at > now()), 'away') as standing
      from endpoints join users on users.id = endpoints.user_id
      where endpoints.account_id = ${accountId} and endpoints.kind = 'phone' and users.deactivated_at is null) as phones
    group by standing`.execute(db);
  const codes = { there: 'phonesThere', silent: 'phonesSilent', away: 'phonesAway' } as const;
  return rows.map(({ standing, count, names }) =>
    found(codes[standing], { count, name: standing === 'there' ? '' : named(names, count) }),
  );
}

const named = (names: readonly string[], count: number): string =>
  `${names.join(', ')}${count > names.length ? ' …' : ''}`;

/** Calls that have waited longer than a CRM is usually down. */
async function waitingForCrms(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ crm: string; count: number; since: Date }>`
    select source as crm, count(*)::int as count, min(wanted_since) as since from crm_writes
    where account_id = ${accountId} and state in ('READY', 'WAITING') and wanted_since < now() - interval '1 hour'
    group by source order by source`.execute(db);
  return rows.map(({ crm, count, since }) => found('crmWaiting', { about: crm, name: crm, count, since }));
}

async function failedDeliveries(db: Database, accountId: string): Promise<Found[]> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .where('account_id', '=', accountId)
    .where('state', '=', 'failed')
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) === 0 ? [] : [found('webhookFailed', { count: Number(count) })];
}

/** Lines that the receiver of the audit log should have had long ago. */
async function waitingAuditLog(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ host: string; count: number; since: Date }>`
    select coalesce(s.target ->> 'host', substring(s.target ->> 'url' from '//([^/]+)')) as host, waiting.*
    from audit_streams s join accounts a on a.id = s.account_id, lateral (
      select count(*)::int as count, min(at) as since from (
        select l.at from audit_chain c join audit_log l on l.id = c.entry_id
        where c.position > s.position and (l.scope = a.id or (a.runs_server and l.scope = ${serverScope}))
        order by c.position limit 10000) as lines) as waiting
    where a.id = ${accountId} and waiting.since < now() - interval '15 minutes'`.execute(db);
  return rows.map(({ host, count, since }) => found('auditLogWaiting', { host, count, since }));
}

/** Nothing went out within the hour, and something should have. What tells of this trouble is no sign of it. */
async function failingMail(db: Database, accountId: string): Promise<Found[]> {
  const { rows } = await sql<{ sent: number; failed: number }>`
    select count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where problem is not null and problem not in ('nothingToSend', 'recipientRefused'))::int as failed
    from (
      select state, problem, tried_at as at from mails where account_id = ${accountId} and created_at > now() - interval '2 days'
      union all
      select state, problem, coalesce(ended_at, created_at) from notices
      where account_id = ${accountId} and way = 'mail' and created_at > now() - interval '2 days'
        and about ->> 'kind' is distinct from 'mail') as all_mails
    where at > now() - interval '1 hour'`.execute(db);
  const { sent = 0, failed = 0 } = rows[0] ?? {};
  return sent === 0 && failed > 0 ? [found('mailFailing', { count: failed })] : [];
}
