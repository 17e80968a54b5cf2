import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../storage/database.ts';

/** What only the running parts know. */
export interface LiveSizes {
  readonly subscriptions: number;
  readonly views: number;
  /** Missing where there is no SIP, such as in tests of the API alone. */
  readonly sip?: { readonly legs: number; readonly transactions: number } | undefined;
}

interface StateRow {
  readonly what: string;
  readonly label: string;
  readonly count: number;
}

/** One look at the database serves all figures of one visit to `/metrics`. */
const keptForMs = 1_000;

/**
 * Shows at `/metrics` how things stand: calls, registrations, media endpoints, trunks, bans, refusals, failed dials and
 * CRM logs and live queries. Read when someone asks; while the database does not answer, its figures are missing.
 */
export function measureState(
  registry: Registry,
  given: {
    readonly db: Database;
    /** This server; the others show their own calls, devices and audio. */
    readonly node: string;
    readonly sizes: () => LiveSizes;
    readonly onTrouble: (error: unknown) => void;
  },
): void {
  const { db, node, sizes, onTrouble } = given;
  let kept: { readonly at: number; readonly rows: Promise<readonly StateRow[] | undefined> } | undefined;
  const read = (): Promise<readonly StateRow[] | undefined> => {
    const now = performance.now();
    if (!kept || now - kept.at > keptForMs) {
      const rows = readState(db, node).catch((error: unknown) => {
        onTrouble(error);
        return undefined;
      });
      kept = { at: now, rows };
    }
    return kept.rows;
  };

  for (const { name, what, help, label } of stored) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const rows = (await read())?.filter((row) => row.what === what);
        this.reset();
        if (!rows) {
          if (label === undefined) this.remove();
          return;
        }
        // Without a label and without a row there is still something to say: none.
        if (label === undefined) this.set(rows[0]?.count ?? 0);
        else for (const row of rows) this.set({ [label]: row.label }, row.count);
      },
    });
  }
  for (const { name, help, of } of live) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = of(sizes());
        if (value !== undefined) this.set(value);
      },
    });
  }
}

const stored: readonly { name: string; what: string; help: string; label?: string }[] = [
  { name: 'sidetone_calls', what: 'calls', label: 'state', help: 'Calls that are open: ringing, or established.' },
  {
    name: 'sidetone_registrations',
    what: 'registrations',
    label: 'transport',
    help: 'Devices that are registered and not silent, by the way they came.',
  },
  {
    name: 'sidetone_registrations_silent',
    what: 'silent',
    help: 'Devices that are registered and do not answer.',
  },
  {
    name: 'sidetone_media_endpoints',
    what: 'media',
    help: 'Ends of calls in the media process that open legs use.',
  },
  { name: 'sidetone_trunks', what: 'trunks', label: 'state', help: 'Trunks that are switched on, by their state.' },
  {
    name: 'sidetone_sip_accounts',
    what: 'accounts',
    label: 'state',
    help: 'SIP accounts that the server registers elsewhere, by their state.',
  },
  {
    name: 'sidetone_desk_phones',
    what: 'desk',
    label: 'state',
    help: 'Desk phones of people who work here: there, silent (registered, without an answer) or away.',
  },
  {
    name: 'sidetone_mails_last_hour',
    what: 'mails',
    label: 'state',
    help: 'Emails of the last 60 minutes that were sent, or failed at the mail server.',
  },
  {
    name: 'sidetone_alarms_open',
    what: 'alarms',
    label: 'kind',
    help: 'Alarms of companies that are not over, by kind.',
  },
  { name: 'sidetone_bans', what: 'bans', help: 'Addresses, or users at addresses, that are banned now.' },
  {
    name: 'sidetone_refusals_last_hour',
    what: 'refusals',
    label: 'kind',
    help: 'Refusals of this hour and the one before, by kind.',
  },
  {
    name: 'sidetone_failed_dials_last_hour',
    what: 'dials',
    label: 'code',
    help: 'Calls of the last 60 minutes that could not be started, by why.',
  },
  { name: 'sidetone_jobs_waiting', what: 'jobs', label: 'job', help: 'Jobs that wait or run, without later ones.' },
  {
    name: 'sidetone_jobs_given_up_last_day',
    what: 'jobsGivenUp',
    label: 'job',
    help: 'Jobs of the last 24 hours that were tried as often as they may be.',
  },
  {
    name: 'sidetone_crm_logs_waiting',
    what: 'crmWaiting',
    label: 'crm',
    help: 'Calls and tasks that are to be written to CRMs and are not yet, by the name of the integration.',
  },
  {
    name: 'sidetone_crm_logs_open',
    what: 'crmOpen',
    label: 'state',
    help: 'Entries of CRM logs that are not settled, by state.',
  },
  {
    name: 'sidetone_crm_log_oldest_waiting_seconds',
    what: 'crmOldest',
    help: 'For how long the oldest call or task has been waiting to be written to a CRM that is signed in; 0 without one.',
  },
  {
    name: 'sidetone_crm_busy',
    what: 'crmBusy',
    label: 'crm',
    help: 'Connections whose CRM wants to be left alone now, by the name of the integration.',
  },
];

const live: readonly { name: string; help: string; of: (sizes: LiveSizes) => number | undefined }[] = [
  {
    name: 'sidetone_live_subscriptions',
    help: 'Live queries with at least one subscriber.',
    of: (now) => now.subscriptions,
  },
  { name: 'sidetone_live_views', help: 'Answers that are kept up to date for them.', of: (now) => now.views },
  { name: 'sidetone_sip_legs', help: 'SIP dialogs of the exchange.', of: (now) => now.sip?.legs },
  { name: 'sidetone_sip_transactions', help: 'SIP transactions that live.', of: (now) => now.sip?.transactions },
];

/** Desk phones by whether they are there, and emails by whether they were sent. */
const counted = sql`with desk as (
      select coalesce((select case bool_or(not suspect) when true then 'there' when false then 'silent' end from registrations
        where endpoint_id = endpoints.id and expires_at > now()), 'away') as standing
      from endpoints join users on users.id = endpoints.user_id
      where endpoints.kind = 'phone' and users.deactivated_at is null),
    mailed as (
      select case when state = 'sent' then 'sent' else 'failed' end as state from mails
      where tried_at > now() - interval '1 hour' and (state = 'sent' or (problem is not null
        and problem not in ('nothingToSend', 'recipientRefused'))))`;

const readState = async (db: Database, node: string): Promise<readonly StateRow[]> => {
  const { rows } = await sql<StateRow>`
    ${counted}
    select 'calls' as what, s.state as label,
           (select count(*)::int from calls c where c.ended_at is null and c.node = ${node}
             and (c.established_at is null) = (s.state = 'ringing')) as count
      from (values ('ringing'), ('established')) as s (state)
    union all
    select 'registrations', transport, count(*)::int from registrations
     where expires_at > now() and not suspect and node = ${node} group by transport
    union all
    select 'silent', '', count(*)::int from registrations where expires_at > now() and suspect and node = ${node}
    union all
    select 'media', '', count(*)::int from legs join calls on calls.id = legs.call_id
     where legs.ended_at is null and media_endpoint_id is not null and calls.node = ${node}
    union all
    select 'trunks', state, count(*)::int from trunks where is_enabled group by state
    union all
    select 'accounts', case state when 'REGISTER_SUCCESS' then 'registered' when 'REGISTER_FAILED' then 'failing' else 'trying' end,
      count(*)::int from phones where is_connected and not is_disconnected_by_user group by 2
    union all
    select 'desk', s.state, (select count(*)::int from desk where standing = s.state)
      from (values ('there'), ('silent'), ('away')) as s (state)
    union all
    select 'mails', s.state, (select count(*)::int from mailed where mailed.state = s.state)
      from (values ('sent'), ('failed')) as s (state)
    union all
    select 'alarms', kind, count(*)::int from alarms where ended_at is null group by kind
    union all
    select 'bans', '', count(*)::int from bans where until > now() and lifted_at is null
    union all
    select 'refusals', kind, sum(count)::int from refusals
     where hour >= date_trunc('hour', now()) - interval '1 hour' group by kind
    union all
    select 'jobs', name, count(*)::int from pgboss.job
     where state <= 'active' and start_after <= now() and name not like '%.given-up' group by name
    union all
    select 'jobsGivenUp', source_name, count(*)::int from pgboss.job
     where name like '%.given-up' and created_on > now() - interval '1 day' group by source_name
    union all
    select 'crmWaiting', source, count(*)::int from crm_writes where state in ('READY', 'WAITING') group by source
    union all
    select 'crmOpen', state, count(*)::int from crm_writes
     where state in ('READY', 'WAITING', 'BLOCKED', 'REMOVING', 'UNCLEAR', 'SENDING') group by state
    union all
    select 'crmOldest', '', coalesce(extract(epoch from now() - min(wanted_since)), 0)::int from crm_writes
     where state in ('READY', 'WAITING')
    union all
    select 'crmBusy', name, count(*)::int from integrations where not_before > now() group by name
    union all
    select 'dials', code, count(*)::int from failed_dials where at > now() - interval '1 hour' group by code`.execute(
    db,
  );
  return rows;
};
