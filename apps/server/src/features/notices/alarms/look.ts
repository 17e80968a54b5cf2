import { type AlarmKind, alarmKindOf } from '@sidetone/contract/entities/alarm.ts';
import { type HealthFinding, healthCodes } from '@sidetone/contract/entities/health.ts';
import { type Selectable, sql } from 'kysely';
import type { Jobs } from '../../../jobs/jobs.ts';
import type { Database } from '../../../storage/database.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { Writer } from '../../../storage/writer.ts';
import { writeNotices } from '../write-notices.ts';
import { alarmStep, type Patience, type Standing, type Told } from './alarm-steps.ts';
import type { ToldAlarm } from './told-alarm.ts';

export interface LookDeps {
  readonly db: Database;
  readonly jobs: Jobs;
  /** What the health page of an account shows. */
  readHealth(accountId: string, now: Date): Promise<readonly HealthFinding[]>;
  readonly patience: Patience;
}

type Settings = Selectable<Schema['alarm_settings']>;
type AlarmRow = Selectable<Schema['alarms']>;

/** Looks at every account whose administrators have chosen who is told, one after the other. */
export async function lookAtAll(
  deps: LookDeps,
  now: Date,
  onTrouble: (error: unknown, accountId: string) => void,
): Promise<void> {
  const accounts = await deps.db.selectFrom('alarm_settings').select('account_id').orderBy('account_id').execute();
  for (const { account_id: accountId } of accounts)
    await lookAt(deps, accountId, now).catch((error: unknown) => onTrouble(error, accountId));
}

/**
 * Compares what is wrong in an account now with its alarms. What changes and what is sent of it is written in one transaction,
 * so that whatever dies, nothing is lost or told twice; of several servers one looks at a time.
 */
export async function lookAt(deps: LookDeps, accountId: string, now: Date): Promise<void> {
  const { db, jobs, patience } = deps;
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
      .execute();
    const rows = new Map(open.map((row) => [row.key, row]));
    for (const key of new Set([...rows.keys(), ...seen.keys()])) {
      const told = await moveOn(trx, { accountId, key, row: rows.get(key), trouble: seen.get(key), now, patience });
      if (told) await tell(trx, jobs, settings, told, now);
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
  readonly patience: Patience;
}

interface ToldNow {
  readonly kind: Told;
  readonly alarm: ToldAlarm;
}

/** Writes the next step of one alarm; gives what is to be told of it. */
async function moveOn(trx: Writer, { accountId, key, row, trouble, now, patience }: Moving): Promise<ToldNow | null> {
  const isWorse =
    row !== undefined &&
    trouble !== undefined &&
    healthCodes[row.code] === 'warning' &&
    healthCodes[trouble.finding.code] === 'problem';
  const { next, tells } = alarmStep(
    row ? standingOf(row) : null,
    { isSeen: trouble !== undefined, isWorse },
    now,
    patience,
  );
  if (next === 'gone') {
    if (row) await trx.deleteFrom('alarms').where('id', '=', row.id).execute();
    return null;
  }
  const said = trouble ? columnsOf(trouble, key) : {};
  const columns = next === 'ended' ? { ended_at: now } : columnsOfStanding(next);
  const kept = row
    ? await trx
        .updateTable('alarms')
        .set({ ...said, ...columns })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirst()
    : trouble &&
      next !== 'ended' &&
      (await trx
        .insertInto('alarms')
        .values({ account_id: accountId, ...columnsOf(trouble, key), ...columnsOfStanding(next) })
        .returningAll()
        .executeTakeFirst());
  return kept && tells !== null ? { kind: tells, alarm: toldOf(kept, now) } : null;
}

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

/** Tells everybody who is to know. What is not to be told stays in the list of alarms. */
async function tell(trx: Writer, jobs: Jobs, settings: Settings, { kind, alarm }: ToldNow, now: Date): Promise<void> {
  if (settings.off.includes(alarm.kind)) return;
  await writeNotices(trx, jobs, {
    accountId: settings.account_id,
    kind,
    once: `alarm ${alarm.id} ${kind}${kind === 'again' || kind === 'worse' ? ` ${now.toISOString()}` : ''}`,
    about: alarm,
    language: settings.language,
    emails: settings.emails,
    webhook: settings.webhook_url !== null,
  });
}
