import type { MadeLink, NewUser } from '@sidetone/contract/entities/admin-user.ts';
import { sql } from 'kysely';
import { createAccount } from '../../../identity/accounts.ts';
import { endSessions } from '../../../identity/end-sessions.ts';
import { audit } from '../../../requests/audit.ts';
import { newAccountId } from '../../../requests/ids.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer } from '../administer.ts';
import { inviteUser, type UserDesk } from '../users/users.ts';

/** A company of this server, as the operator sees it. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly users: number;
  /** Calls that run now. */
  readonly calls: number;
  readonly suspendedAt: Date | null;
  /** At most one company does. */
  readonly runsServer: boolean;
}

export interface NewCompany {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Left out, nobody has said what it is yet. */
  readonly areaCode?: string | undefined;
  readonly administrator: NewUser;
}

/**
 * Adds a company with its first administrator, who is invited. Throws `Refusal` CONFLICT for an e-mail address or an extension
 * that cannot be theirs; then there is no company either.
 */
export async function addCompany(
  { db, post, place }: UserDesk,
  { name, country, areaCode, administrator }: NewCompany,
): Promise<{ readonly accountId: string; readonly invitation: MadeLink }> {
  const accountId = newAccountId();
  const by: Administrator = { accountId, userId: null, address: null };
  const { link } = await administer(db, by, async (trx, note) => {
    await createAccount(trx, { id: accountId, name, country, ...(areaCode !== undefined && { areaCode }) });
    await noted(trx, 'account.added', accountId, name);
    return await inviteUser(trx, note, post, { by, about: { ...administrator, admin: true } });
  });
  return { accountId, invitation: await post.send(link, place) };
}

/** All companies, the one that runs the server first, then by name. */
export async function companies(db: Database): Promise<readonly Company[]> {
  const { rows } = await sql<Company>`
    select id, name, suspended_at as "suspendedAt", runs_server as "runsServer",
      (select count(*)::int from users where account_id = accounts.id and deactivated_at is null) as users,
      (select count(*)::int from calls where account_id = accounts.id and ended_at is null) as calls
    from accounts order by runs_server desc, lower(name), id`.execute(db);
  return rows;
}

/**
 * Keeps all users of a company from signing in, and its calls from beginning, except for help. What it has stays, calls that run
 * go on, and its phones stay registered. Doing it again changes nothing. Gives its name. Throws `Refusal` NOT_FOUND, CONFLICT for
 * the company that runs the server.
 */
export const suspendCompany = (db: Database, accountId: string): Promise<string> =>
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
    await noted(trx, 'account.suspended', accountId, company.name);
    return company.name;
  });

/** Lets a suspended company sign in and call again. Doing it again changes nothing. Gives its name. Throws `Refusal` NOT_FOUND. */
export const resumeCompany = (db: Database, accountId: string): Promise<string> =>
  db.transaction().execute(async (trx) => {
    const company = await companyOf(trx, accountId);
    if (!company.suspended_at) return company.name;
    await trx.updateTable('accounts').set({ suspended_at: null }).where('id', '=', accountId).execute();
    await noted(trx, 'account.resumed', accountId, company.name);
    return company.name;
  });

/**
 * Removes a suspended company with all it has, for good. `removeFiles` removes those that no sweep looks for, by the ids of its
 * announcements; sweeps remove the others, and the erasing that follows every deletion what lay in tables. Throws `Refusal` NOT_FOUND, CONFLICT for one that is not suspended or that has calls, and
 * for another name than its own.
 */
export const removeCompany = (
  db: Database,
  { accountId, name }: { readonly accountId: string; readonly name: string },
  removeFiles: (announcementIds: readonly string[]) => Promise<void>,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
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
    const announcements = await trx
      .selectFrom('announcements')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    await trx.deleteFrom('accounts').where('id', '=', accountId).execute();
    // Before the end of the transaction: afterwards nobody would know their names.
    await removeFiles(announcements.map(({ id }) => id));
    await noted(trx, 'account.removed', accountId, name);
  });

const companyOf = async (trx: Writer, accountId: string) => {
  const row = await trx
    .selectFrom('accounts')
    .select(['name', 'runs_server', 'suspended_at'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('NOT_FOUND', 'There is no company with this id. "account list" lists them.');
  return row;
};

/** It is the operator's doing, and stays in the log when the company is gone. */
const noted = (
  trx: Writer,
  action: 'account.added' | 'account.suspended' | 'account.resumed' | 'account.removed',
  accountId: string,
  name: string,
): Promise<void> => audit(trx, { accountId: null, actorUserId: null, action, target: accountId, detail: { name } });
