import { isForEmergencies, knowsAddress } from '@sidetone/contract/entities/trunk.ts';
import { type Selectable, sql } from 'kysely';
import { sourceProblem } from '../../features/administration/devices/trunk-sources.ts';
import { knownMigrations } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import { checkOwnDatabase } from '../../supervisor/own-database.ts';
import { type Check, type Finding, ok, problem, warning } from './finding.ts';

const mostSkewMs = 2_000;

export const database: Check = async ({ config, db }) => {
  const about = 'Database';
  if (config.databaseUrl !== undefined) {
    try {
      await checkOwnDatabase(config.databaseUrl);
    } catch (error) {
      const [says = '', mend = 'Correct DATABASE_URL, or start that PostgreSQL server.'] = (
        error as Error
      ).message.split('\n');
      return [problem(about, says, mend)];
    }
  }
  if (!db) return [ok(about, 'comes with Sidetone and is stopped with it: start Sidetone to have it looked at')];
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db);
  return [ok(about, `PostgreSQL ${rows[0]?.version.split(' ')[0]} answers`), ...(await tables(db))];
};

const tables = async (db: NonNullable<Parameters<Check>[0]['db']>): Promise<Finding[]> => {
  const about = 'Tables';
  const { rows: made } = await sql<{ is: boolean }>`
    select to_regclass('public.kysely_migration') is not null as is`.execute(db);
  if (!made[0]?.is) return [warning(about, 'There are none yet.', 'They are created at the next start.')];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = knownMigrations();
  const newer = rows.filter(({ name }) => !known.includes(name));
  if (newer.length > 0) {
    return [problem(about, 'They were created by a newer Sidetone.', 'Update Sidetone, or restore an older backup.')];
  }
  const missing = known.length - rows.length;
  if (missing === 0) return [ok(about, 'are those of this version')];
  return [warning(about, `${missing} changes are still missing.`, 'Start Sidetone again. It applies them by itself.')];
};

export const time: Check = async ({ db }) => {
  const about = 'Clock';
  if (!db) return [];
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const after = Date.now();
  const theirs = rows[0]?.now.getTime() ?? before;
  const skew = theirs < before ? before - theirs : Math.max(theirs - after, 0);
  if (skew <= mostSkewMs) return [ok(about, 'this machine and the database agree')];
  const says = `This machine and the database are ${(skew / 1000).toFixed(1)} s apart.`;
  return [problem(about, says, 'Synchronise both with NTP. Sign-in and the ends of calls depend on it.')];
};

export const audioPorts: Check = async ({ config, db }) => {
  const about = 'Audio ports';
  if (config.mediaHosts.length > 0) return []; // those of media hosts are what counts
  const { from, to } = config.rtpPorts;
  // Each phone or trunk in a call takes an even port, and the odd one above it.
  const legs = Math.floor((to - from + 1) / 2);
  const says = `RTP_PORTS ${from}-${to} allow ${legs} phones in calls at the same time`;
  if (!db) return [ok(about, says)];
  const { phones } = await db
    .selectFrom('endpoints')
    .where('kind', '=', 'phone')
    .select(({ fn }) => fn.countAll<string>().as('phones'))
    .executeTakeFirstOrThrow();
  // A trunk takes as many as there are calls outside.
  const wanted = Number(phones) * 2;
  if (legs >= wanted) return [ok(about, says)];
  return [warning(about, `${says}; there are ${phones} phones.`, `Widen RTP_PORTS to ${wanted * 2} ports or more.`)];
};

export const trunks: Check = async ({ db, isRunning }) => {
  const about = 'Trunks';
  if (!db) return [];
  const rows = await db
    .selectFrom('trunks')
    .select(['name', 'state', 'failure', 'is_emergency', 'sends_address', 'address_confirmed', 'is_enabled'])
    .orderBy('name')
    .execute();
  if (rows.length === 0) {
    return [warning(about, 'There is none, so nobody can make outside calls.', 'Add one under Administration.')];
  }
  const enabled = rows.filter((row) => row.is_enabled);
  const disabled = rows.filter((row) => !row.is_enabled).map(({ name }) => ok(about, `${name} is disabled`));
  if (enabled.length === 0) {
    const says = 'All are disabled, so nobody can make outside calls.';
    return [...disabled, warning(about, says, 'Enable one under Administration.')];
  }
  const unsent = rows.filter(lacksAddress).map(({ name }) => {
    const says = `${name} carries emergency calls without sending the emergency address.`;
    const todo = 'Give your provider the address of each number and say so at the trunk, or let the trunk send it.';
    return warning(about, says, todo);
  });
  if (!isRunning)
    return [...disabled, ok(about, `${enabled.length}, checked only while Sidetone is running`), ...unsent];
  const findings = enabled.map(({ name, state, failure }): Finding => {
    if (state === 'registered' || state === 'reachable') return ok(about, `${name} is ${state}`);
    const says = `${name} is ${state}${failure === null ? '' : `: ${failure}`}`;
    return (state === 'trying' ? warning : problem)(
      about,
      says,
      'Check its address, user name and password, and whether the provider can be reached.',
    );
  });
  if (!enabled.some(({ is_emergency: isEmergency }) => isEmergency)) {
    findings.push(
      warning(
        about,
        'None is marked for emergency calls.',
        'Mark the one that reaches the emergency services for your address.',
      ),
    );
  }
  return [...disabled, ...findings, ...unsent];
};

/** A trunk for emergency calls whose provider may not know the address. */
const lacksAddress = (
  row: Pick<Selectable<Schema['trunks']>, 'is_enabled' | 'is_emergency' | 'sends_address' | 'address_confirmed'>,
): boolean => {
  const trunk = {
    isEnabled: row.is_enabled,
    isEmergency: row.is_emergency,
    sendsAddress: row.sends_address,
    addressConfirmed: row.address_confirmed,
  };
  return isForEmergencies(trunk) && !knowsAddress(trunk);
};

/** Sources of trunks that could not be added today by the administrators who did. */
export const trunkSources: Check = async ({ db }) => {
  if (!db) return [];
  const rows = await db
    .selectFrom('trunks')
    .innerJoin('accounts', 'accounts.id', 'trunks.account_id')
    .select(['trunks.name', 'accounts.name as company', 'source_addresses'])
    .where('runs_server', '=', false)
    .orderBy('trunks.name')
    .execute();
  return rows.flatMap(({ name, company, source_addresses: sources }) =>
    sources
      .filter((source) => sourceProblem(source) !== null)
      .map((source) => {
        const says = `${name} of ${company} accepts calls from ${source}, where others on this server may be.`;
        return warning('Trunks', says, 'Name only the addresses that the provider sends from, unless you wanted this.');
      }),
  );
};

export const bans: Check = async ({ db }) => {
  const about = 'Bans';
  if (!db) return [];
  const { count } = await db
    .selectFrom('bans')
    .where('until', '>', sql<Date>`now()`)
    .where('lifted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return [ok(about, 'nobody is banned')];
  const addresses = Number(count) === 1 ? '1 address is' : `${count} addresses are`;
  const says = `${addresses} banned for wrong passwords.`;
  return [
    warning(about, says, 'If one of them is yours, lift its ban under Administration, and correct its password.'),
  ];
};

/** Work that was tried as often as it may be, and is not tried any longer. */
export const jobs: Check = async ({ db }) => {
  const about = 'Jobs';
  if (!db) return [];
  const { rows } = await sql<{ name: string; count: number }>`
    select source_name as name, count(*)::int as count from pgboss.job
    where name like '%.given-up' and created_on > now() - interval '7 days'
    group by source_name order by source_name`.execute(db);
  if (rows.length === 0) return [ok(about, 'none was given up in the last 7 days')];
  return rows.map(({ name, count }) => {
    const says = `${count === 1 ? '1 job was' : `${count} jobs were`} given up in the last 7 days: ${name}.`;
    return warning(about, says, 'Look for "jobs: job given up" in the log: its field code says why.');
  });
};

/** Longer than a CRM is in trouble as a rule. */
const oldLogSeconds = 60 * 60;

/** Calls that are to be logged in CRMs that are signed in, and have been waiting for long. */
export const crmLogs: Check = async ({ db }) => {
  const about = 'CRM logs';
  if (!db) return [];
  const { rows } = await sql<{ crm: string; count: number; minutes: number }>`
    select source as crm, count(*)::int as count,
      (extract(epoch from now() - min(wanted_since)) / 60)::int as minutes
    from crm_writes where state in ('READY', 'WAITING') and wanted_since < now() - make_interval(secs => ${oldLogSeconds})
    group by source order by source`.execute(db);
  if (rows.length === 0) return [ok(about, 'none has been waiting for an hour')];
  return rows.map(({ crm, count, minutes }) => {
    const says = `${count === 1 ? '1 call has' : `${count} calls have`} been waiting to be logged in ${crm}, the oldest for ${minutes} minutes.`;
    return warning(about, says, 'Administration, CRM log, says what the CRM answered last.');
  });
};
