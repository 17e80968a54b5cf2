import type { MadeLink, NewUser } from '@sidetone/contract/entities/admin-user.ts';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import type { Company, CompanyLimits, companyUrlProblems } from '@sidetone/contract/entities/company.ts';
import { sql } from 'kysely';
import { createAccount } from '../../../identity/accounts.ts';
import { endSessions } from '../../../identity/end-sessions.ts';
import { hasComeIn } from '../../../identity/has-come-in.ts';
import { audit } from '../../../requests/audit.ts';
import { newAccountId } from '../../../requests/ids.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { deleteEndedCalls } from '../../../storage/erasing/delete-in-steps.ts';
import { eraseFarFiles } from '../../../storage/files/far-files.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { inviteUser, type UserDesk } from '../users/users.ts';

/** Who does something to companies of the server: an administrator of the one that runs it, or the command line. */
export interface Operator {
  readonly userId: string | null;
  readonly address: string | null;
}

/** The command line of the server. */
export const commandLineOperator: Operator = { userId: null, address: null };

interface NewCompany {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Left out, nobody has said what it is yet. */
  readonly areaCode?: string | undefined;
  readonly administrator: NewUser;
  readonly limits?: LimitsChange | undefined;
  /** Where its users find this server; null: where everybody does. */
  readonly publicUrl?: string | null | undefined;
  /** Its home; left out: the node with the fewest companies. */
  readonly node?: string | undefined;
}

/** Those that are left out stay as they are. */
type LimitsChange = { readonly [Limit in keyof CompanyLimits]?: CompanyLimits[Limit] | undefined };

/**
 * Adds a company with its first administrator, who is invited. Throws `Refusal` CONFLICT for an e-mail address or an extension
 * that cannot be theirs; then there is no company either.
 */
export async function addCompany(
  { db, post, place }: UserDesk,
  operator: Operator,
  { name, country, areaCode, administrator, limits = {}, publicUrl, node }: NewCompany,
): Promise<{ readonly accountId: string; readonly invitation: MadeLink }> {
  const accountId = newAccountId();
  const by: Administrator = { accountId, userId: null, address: null };
  const { link } = await administer(db, by, async (trx, note) => {
    const asked = { ...(areaCode !== undefined && { areaCode }), ...(node !== undefined && { node }) };
    await createAccount(trx, { id: accountId, name, country, ...asked });
    await noted(trx, operator, { action: 'account.added', accountId, detail: { name } });
    await writeLimits(trx, operator, accountId, limits);
    await writeAddress(trx, operator, accountId, publicUrl);
    return await inviteUser(trx, note, post, { by, about: { ...administrator, admin: true } });
  });
  return { accountId, invitation: await post.send(link, place) };
}

/** All companies, the one that runs the server first, then by name. */
export async function companies(db: Database): Promise<readonly Company[]> {
  const { rows } = await sql<UsedRow & Pick<Company, 'name' | 'state' | 'publicUrl' | 'runsServer'> & CompanyTimes>`
    select ${used}, name, public_url as "publicUrl", suspended_at as "suspendedAt", created_at as "createdAt", runs_server as "runsServer",
      case when suspended_at is not null then 'suspended'
        when exists (select from users where account_id = accounts.id and ${hasComeIn}) then 'runs'
        else 'invited' end as state
    from accounts order by runs_server desc, lower(name), id`.execute(db);
  return rows.map(({ name, state, publicUrl, suspendedAt, createdAt, runsServer, ...row }) => ({
    ...useOf(row),
    name,
    state,
    publicUrl,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    runsServer,
  }));
}

/** What one company uses of what it may have; null where it is gone. */
export async function useOfCompany(db: Database, accountId: string): Promise<CompanyUse | null> {
  const { rows } = await sql<UsedRow>`select ${used} from accounts where id = ${accountId}`.execute(db);
  return rows[0] ? useOf(rows[0]) : null;
}

interface CompanyTimes {
  readonly suspendedAt: Date | null;
  readonly createdAt: Date;
}

type CompanyUse = Pick<Company, 'id' | 'users' | 'calls' | 'storageBytes' | 'limits'>;

interface UsedRow {
  readonly id: string;
  readonly users: number;
  readonly calls: number;
  readonly bytes: string;
  readonly maxUsers: number | null;
  readonly maxCalls: number | null;
  readonly maxStorage: string | null;
}

const used = sql`id, max_users as "maxUsers", max_calls as "maxCalls", max_storage as "maxStorage",
  (select count(*)::int from users where account_id = accounts.id and deactivated_at is null) as users,
  (select count(*)::int from calls where account_id = accounts.id and ended_at is null) as calls,
  coalesce((select bytes from account_storage where account_id = accounts.id), 0) as bytes`;

const useOf = ({ id, users, calls, bytes, maxUsers, maxCalls, maxStorage }: UsedRow): CompanyUse => ({
  id,
  users,
  calls,
  storageBytes: Number(bytes),
  limits: { users: maxUsers, calls: maxCalls, storageBytes: maxStorage === null ? null : Number(maxStorage) },
});

interface CompanyChange extends Pick<NewCompany, 'limits' | 'publicUrl'> {
  readonly accountId: string;
}

/**
 * Sets what a company may have, and its own address. What it has already stays, and calls that run go on. Gives its name. Throws
 * `Refusal` NOT_FOUND, CONFLICT for the host of another company.
 */
export const changeCompany = (
  db: Database,
  operator: Operator,
  { accountId, limits = {}, publicUrl }: CompanyChange,
): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const company = await companyOf(trx, accountId);
    await writeLimits(trx, operator, accountId, limits);
    await writeAddress(trx, operator, accountId, publicUrl);
    return company.name;
  });

async function writeAddress(
  trx: Writer,
  operator: Operator,
  accountId: string,
  publicUrl: string | null | undefined,
): Promise<void> {
  if (publicUrl === undefined) return;
  const { public_url: from } = await trx
    .selectFrom('accounts')
    .select('public_url')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (from === publicUrl) return;
  const host = publicUrl === null ? null : new URL(publicUrl).hostname;
  await trx
    .updateTable('accounts')
    .set({ public_url: publicUrl, host })
    .where('id', '=', accountId)
    .execute()
    .catch((error: unknown) => {
      if ((error as { constraint?: string }).constraint !== 'accounts_host') throw error;
      throw hostRefused('hostTaken', 'Another company has this host name.', error);
    });
  await noted(trx, operator, { action: 'account.addressChanged', accountId, detail: { url: { from, to: publicUrl } } });
}

/** Throws `Refusal` CONFLICT for an address of a company that is the server's own. */
export function requireOtherHost(publicUrl: string | null | undefined, ofServer: string | undefined): void {
  if (publicUrl == null || ofServer === undefined || new URL(publicUrl).hostname !== new URL(ofServer).hostname) return;
  throw hostRefused('hostOfServer', 'This is the host name of the server.');
}

const hostRefused = (message: (typeof companyUrlProblems)[number], why: string, cause?: unknown): Refusal =>
  new Refusal('CONFLICT', why, { cause, issues: [{ path: 'publicUrl', message }] });

async function writeLimits(trx: Writer, operator: Operator, accountId: string, limits: LimitsChange): Promise<void> {
  const before = await trx
    .selectFrom('accounts')
    .select(['max_users', 'max_calls', 'max_storage'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const changed = differences(
    {
      users: before.max_users,
      calls: before.max_calls,
      storageBytes: before.max_storage === null ? null : Number(before.max_storage),
    },
    limits,
  );
  if (Object.keys(changed).length === 0) return;
  const { users, calls, storageBytes } = limits;
  await trx
    .updateTable('accounts')
    .set({
      ...(users === undefined ? {} : { max_users: users }),
      ...(calls === undefined ? {} : { max_calls: calls }),
      ...(storageBytes === undefined ? {} : { max_storage: storageBytes }),
    })
    .where('id', '=', accountId)
    .execute();
  await noted(trx, operator, { action: 'account.limitsChanged', accountId, detail: changed });
}

/**
 * Keeps all users of a company from signing in, and its calls from beginning, except for help. What it has stays, calls that run
 * go on, and its phones stay registered. Doing it again changes nothing. Gives its name. Throws `Refusal` NOT_FOUND, CONFLICT for
 * the company that runs the server.
 */
export const suspendCompany = (db: Database, operator: Operator, accountId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const company = await companyOf(trx, accountId);
    if (company.runs_server) throw new Refusal('CONFLICT', 'This company runs the server.');
    if (company.suspended_at) return company.name;
    await trx.updateTable('accounts').set({ suspended_at: new Date() }).where('id', '=', accountId).execute();
    const users = await trx
      .selectFrom('users')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute();
    for (const { id } of users) await endSessions(trx, id);
    await noted(trx, operator, { action: 'account.suspended', accountId, detail: { name: company.name } });
    return company.name;
  });

/** Lets a suspended company sign in and call again. Doing it again changes nothing. Gives its name. Throws `Refusal` NOT_FOUND. */
export const resumeCompany = (db: Database, operator: Operator, accountId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const company = await companyOf(trx, accountId);
    if (!company.suspended_at) return company.name;
    await trx.updateTable('accounts').set({ suspended_at: null }).where('id', '=', accountId).execute();
    await noted(trx, operator, { action: 'account.resumed', accountId, detail: { name: company.name } });
    return company.name;
  });

/**
 * Removes a suspended company with all it has, for good. Its calls go first, in steps, so that other companies do not wait for them;
 * what was cut off goes on when it is asked for again. `removeFiles` removes those that no sweep looks for, by the ids of its
 * announcements; sweeps remove the others, and the erasing that follows every deletion what lay in tables. Throws `Refusal` NOT_FOUND, CONFLICT for one that is not suspended or that has calls, and
 * for another name than its own.
 */
export async function removeCompany(
  db: Database,
  operator: Operator,
  asked: { readonly accountId: string; readonly name: string },
  removeFiles: (announcementIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const { accountId, name } = asked;
  const allowed = (trx: Writer) => requireRemovable(trx, asked);
  await deleteEndedCalls(db, { accountId, endedBefore: null }, { allowed });
  await db.transaction().execute(async (trx) => {
    await requireRemovable(trx, asked);
    const announcements = await trx
      .selectFrom('announcements')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    // Within the transaction: where it fails, the bucket keeps them.
    await eraseFarFiles(trx, accountId);
    // Before the end of the transaction: afterwards nobody would know their names.
    await removeFiles(announcements.map(({ id }) => id));
    await notedForServer(trx, operator, { action: 'account.removed', accountId, detail: { name } });
  });
}

async function requireRemovable(
  trx: Writer,
  { accountId, name }: { readonly accountId: string; readonly name: string },
): Promise<void> {
  const company = await companyOf(trx, accountId);
  if (company.name !== name) throw new Refusal('CONFLICT', `The company is called "${company.name}".`);
  if (!company.suspended_at) throw new Refusal('CONFLICT', 'Suspend the company first.');
  const running = await trx
    .selectFrom('calls')
    .select('id')
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (running) throw new Refusal('CONFLICT', 'A call of the company is still running.');
}

/** The row of a company, held until the transaction ends. Throws `Refusal` NOT_FOUND. */
export const companyOf = async (trx: Writer, accountId: string) => {
  const row = await trx
    .selectFrom('accounts')
    .select(['name', 'node', 'runs_server', 'suspended_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND', 'There is no company with this id. "account list" lists them.');
  return row;
};

/** Notes in the audit log that everything of a company was exported. Throws `Refusal` NOT_FOUND. */
export const noteExport = (db: Database, operator: Operator, accountId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const { name } = await companyOf(trx, accountId);
    await noted(trx, operator, { action: 'account.exported', accountId, detail: { name } });
    return name;
  });

/** Notes that a company came from another server, within the transaction that writes its rows. */
export const noteImport = (
  trx: Writer,
  operator: Operator,
  { id, name }: { readonly id: string; readonly name: string },
) => noted(trx, operator, { action: 'account.imported', accountId: id, detail: { name } });

interface Noted {
  readonly action: AuditAction;
  readonly accountId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** It is the operator's doing: a line for them, which stays when the company is gone, and one that the company reads. */
export async function noted(trx: Writer, operator: Operator, about: Noted): Promise<void> {
  await notedForServer(trx, operator, about);
  // Which user of another company it was does not concern this one.
  const { action, accountId, detail } = about;
  await audit(trx, { accountId, actorUserId: null, action, target: accountId, detail });
}

const notedForServer = (trx: Writer, { userId, address }: Operator, { action, accountId, detail }: Noted) =>
  audit(trx, { accountId: null, actorUserId: userId, address, action, target: accountId, detail });
