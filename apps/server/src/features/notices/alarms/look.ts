import { type AlarmKind, alarmKindOf } from '@sidetone/contract/entities/alarm.ts';
import { type HealthCode, type HealthFinding, healthCodes } from '@sidetone/contract/entities/health.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { writeNotices } from '../write-notices.ts';
import { alarmStep, type Patience, type Standing, type Step, type Told, untold } from './alarm-steps.ts';
import type { ToldAlarm } from './told-alarm.ts';

export interface LookDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  readonly log: Logger;
  /** What the health page of an account shows. */
  readHealth(accountId: string, now: Date): Promise<readonly HealthFinding[]>;
  readonly patience: Patience;
  /** Looks at companies that are at home at this node; without it at all. */
  readonly node?: string | undefined;
}

type Settings = Selectable<Schema['alarm_settings']>;
type AlarmRow = Selectable<Schema['alarms']>;

/**
 * Looks at every account whose administrators have chosen recipients, one after the other; at none that is suspended. What is wrong with the machine
 * its own carrier finds.
 */
export async function lookAtAll(
  deps: LookDeps,
  now: Date,
  onTrouble: (error: unknown, accountId: string) => void,
): Promise<void> {
  const accounts = await deps.db
    .selectFrom('alarm_settings')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .where('suspended_at', 'is', null)
    .$if(deps.node !== undefined, (query) => query.where('accounts.node', '=', deps.node ?? ''))
    .select('account_id')
    .orderBy('account_id')
    .execute();
  for (const { account_id: accountId } of accounts)
    await lookAt(deps, accountId, now).catch((error: unknown) => onTrouble(error, accountId));
}

/**
 * Compares what is wrong in an account now with its alarms. What changes and what is sent of it is written in one transaction,
 * so that whatever dies, nothing is lost or told twice; of several servers one looks at a time.
 */
export async function lookAt(deps: LookDeps, accountId: string, now: Date): Promise<void> {
  const { db, jobs, log, patience } = deps;
  const seen = troublesIn(await deps.readHealth(accountId, now));
  await db.transaction().execute(async (trx) => {
    const lock = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('alarms'), hashtext(${accountId})) as taken`.execute(trx);
    const settings = await trx
      .selectFrom('alarm_settings')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!lock.rows[0]?.taken || !settings) return;
    const open = await trx
      .selectFrom('alarms')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .forUpdate()
      .execute();
    const rows = new Map(open.map((row) => [row.key, row]));
    for (const key of new Set([...rows.keys(), ...seen.keys()])) {
      const moving = { accountId, key, row: rows.get(key), trouble: seen.get(key), now };
      if (await moveOn({ trx, jobs, settings, patience }, moving)) continue;
      log.warn({ accountId, alarm: key }, 'notices: the notices of this hour are used up, an alarm waits');
    }
  });
}

interface Trouble {
  readonly kind: AlarmKind;
  readonly finding: HealthFinding;
}

/** What is wrong, by what it is about: a disk that was low and is full now is the same trouble. */
function troublesIn(findings: readonly HealthFinding[]): ReadonlyMap<string, Trouble> {
  return new Map(
    findings.flatMap((finding): [string, Trouble][] => {
      const kind = alarmKindOf[finding.code];
      if (kind === undefined) return [];
      const about = finding.id.slice(finding.code.length).trim();
      const what = kind === 'registrations' || kind === 'queues' ? ` ${finding.code}` : '';
      return [[`${kind}${what} ${about}`.trim(), { kind, finding }]];
    }),
  );
}

interface Moving {
  readonly accountId: string;
  readonly key: string;
  readonly row: AlarmRow | undefined;
  readonly trouble: Trouble | undefined;
  readonly now: Date;
}

interface Looking {
  readonly trx: Writer;
  readonly jobs: Jobs;
  readonly settings: Settings;
  readonly patience: Patience;
}

/** Writes the next step of one alarm and what is sent of it. False: it could not be told now, and the next look does. */
async function moveOn({ trx, jobs, settings, patience }: Looking, moving: Moving): Promise<boolean> {
  const { row, trouble, now } = moving;
  const isWorse = row !== undefined && trouble !== undefined && isWorseThan(row.worst, trouble.finding.code);
  const before = row ? standingOf(row) : null;
  const step = alarmStep(before, { isSeen: trouble !== undefined, isWorse }, now, patience);
  const kept = await write(trx, moving, step.next);
  if (!kept || step.tells === null) return true;
  if (await tell(trx, jobs, settings, { kind: step.tells, alarm: toldOf(kept, now) }, now)) return true;
  await write(trx, { ...moving, row: kept }, untold(before, step), row);
  return false;
}

const isWorseThan = (before: HealthCode, code: HealthCode): boolean =>
  healthCodes[before] === 'warning' && healthCodes[code] === 'problem';

/** Writes the state of an alarm, as far as it differs; `untouched`: the row as it was, where notices could not be written. */
async function write(
  trx: Writer,
  { accountId, key, row, trouble, now }: Moving,
  next: Step['next'],
  untouched?: AlarmRow,
): Promise<AlarmRow | undefined> {
  if (next === 'gone') {
    if (row) await trx.deleteFrom('alarms').where('id', '=', row.id).execute();
    return undefined;
  }
  const standing = next === 'ended' ? { ended_at: now } : { ...columnsOfStanding(next), ended_at: null };
  if (!row) {
    if (!trouble || next === 'ended') return undefined;
    const values = { account_id: accountId, ...columnsOf(trouble, key), ...columnsOfStanding(next) };
    return await trx
      .insertInto('alarms')
      .values({ ...values, worst: trouble.finding.code })
      .returningAll()
      .executeTakeFirst();
  }
  const code = trouble?.finding.code ?? row.code;
  const columns = {
    ...(trouble ? columnsOf(trouble, key) : {}),
    ...standing,
    worst: row.told_at === null || isWorseThan(row.worst, code) ? code : row.worst,
    ...(untouched ? { worst: untouched.worst, acknowledged_by: untouched.acknowledged_by } : {}),
  };
  const changes = changesOf(row, columns);
  if (Object.keys(changes).length === 0) return row;
  return await trx.updateTable('alarms').set(changes).where('id', '=', row.id).returningAll().executeTakeFirst();
}

/** The columns that differ from a row: each update of one is announced to the clients that show it. */
const changesOf = (row: AlarmRow, columns: Partial<Insertable<Schema['alarms']>>): typeof columns =>
  Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => plain(value) !== plain(row[name as keyof AlarmRow])),
  );

const plain = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

const standingOf = (row: AlarmRow): Standing => ({
  seenAt: row.seen_at,
  beganAt: row.began_at,
  fineAt: row.fine_at,
  toldAt: row.told_at,
  acknowledgedAt: row.acknowledged_at,
});

const columnsOfStanding = ({ seenAt, beganAt, fineAt, toldAt, acknowledgedAt }: Standing) => ({
  seen_at: seenAt,
  began_at: beganAt,
  fine_at: fineAt,
  told_at: toldAt,
  acknowledged_at: acknowledgedAt,
  ...(acknowledgedAt === null ? { acknowledged_by: null } : {}),
});

const columnsOf = ({ kind, finding }: Trouble, key: string) => ({
  key,
  kind,
  code: finding.code,
  is_of_server: finding.isOfServer,
  name: finding.name,
  host: finding.host,
  said: finding.said,
  count: finding.count,
});

const toldOf = (row: AlarmRow, now: Date): ToldAlarm => ({
  id: row.id,
  kind: row.kind,
  code: row.code,
  isOfServer: row.is_of_server,
  name: row.name,
  host: row.host,
  said: row.said,
  count: row.count,
  beganAt: (row.began_at ?? row.seen_at).toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  at: now.toISOString(),
});

interface ToldNow {
  readonly kind: Told;
  readonly alarm: ToldAlarm;
}

/**
 * Writes the notices of an alarm; one of a kind that is switched off is in the list of alarms alone. False: the account has had
 * its notices of this hour.
 */
async function tell(
  trx: Writer,
  jobs: Jobs,
  settings: Settings,
  { kind, alarm }: ToldNow,
  now: Date,
): Promise<boolean> {
  if (settings.off.includes(alarm.kind)) return true;
  return await writeNotices(trx, jobs, {
    accountId: settings.account_id,
    kind,
    once: `alarm ${alarm.id} ${kind}${kind === 'again' || kind === 'worse' ? ` ${now.toISOString()}` : ''}`,
    about: alarm,
    language: settings.language,
    emails: settings.emails,
    webhook: settings.webhook_url !== null,
  });
}
