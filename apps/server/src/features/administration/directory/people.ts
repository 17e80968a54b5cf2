import { defaultGrants } from '@sidetone/contract/rules/grants.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import { ScimError } from '../../../requests/scim-error.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, type Note } from '../administer.ts';
import { addPerson } from '../users/add-person.ts';
import { writeDeactivation, writeReactivation, writeUser } from '../users/users.ts';
import { type FilterColumns, filterCondition } from './filter.ts';
import { joinChannelsOfGroups } from './group-channels.ts';
import { countRemoval } from './guard.ts';
import { applyPatch, type PatchOperation } from './patch.ts';
import { type KeptUser, patchableUser, userTable, type WantedUser, wantedUser } from './resources.ts';

/** What directories ask of users. Of each user there is one address, and it is the one for work. */
const columns: FilterColumns = {
  id: { of: sql`u.id`, as: 'exactText' },
  username: { of: sql`coalesce(d.user_name, u.email)`, as: 'text' },
  externalid: { of: sql`d.external_id`, as: 'exactText' },
  displayname: { of: sql`u.first_name || ' ' || u.last_name`, as: 'text' },
  'name.givenname': { of: sql`u.first_name`, as: 'text' },
  'name.familyname': { of: sql`u.last_name`, as: 'text' },
  emails: { of: sql`u.email`, as: 'text' },
  'emails.value': { of: sql`u.email`, as: 'text' },
  'emails.type': { of: sql`'work'`, as: 'text' },
  'emails.primary': { of: sql`true`, as: 'boolean' },
  active: { of: sql`(u.deactivated_at is null)`, as: 'boolean' },
  'meta.created': { of: sql`u.created_at`, as: 'moment' },
  'meta.lastmodified': { of: sql`coalesce(d.changed_at, u.created_at)`, as: 'moment' },
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department': { of: sql`u.department`, as: 'text' },
};

export interface Page {
  readonly filter: string | null;
  /** From 1 on. */
  readonly startIndex: number;
  readonly count: number;
}

/** A page of the users that a directory may see: those of its company that it has not deleted. */
export async function listUsers(db: Writer, accountId: string, { filter, startIndex, count }: Page) {
  const wanted = filter === null ? sql`true` : filterCondition(filter, columns);
  const all = sql`from users u left join directory_users d on d.user_id = u.id
    where u.account_id = ${accountId} and d.forgotten_at is null and ${wanted}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${all}`.execute(db);
  if (count === 0) return { total: counted.rows[0]?.total ?? 0, users: [] };
  const { rows } = await sql<KeptUser>`
    select u.id, coalesce(d.user_name, u.email) as "userName", d.external_id as "externalId",
      u.first_name as "firstName", u.last_name as "lastName", u.email, u.deactivated_at is null as active, u.locale,
      u.department, u.created_at as "createdAt", coalesce(d.changed_at, u.created_at) as "changedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
        from directory_group_members m join directory_groups g on g.id = m.group_id where m.user_id = u.id), '[]') as groups
    ${all} order by u.created_at, u.id limit ${count} offset ${startIndex - 1}`.execute(db);
  return { total: counted.rows[0]?.total ?? 0, users: rows };
}

/** Throws `Refusal` NOT_FOUND for users of others, and those that the directory has deleted. */
export async function readUser(db: Writer, accountId: string, userId: string): Promise<KeptUser> {
  const filter = `id eq ${JSON.stringify(userId)}`;
  const { users } = await listUsers(db, accountId, { filter, startIndex: 1, count: 1 });
  if (!users[0]) throw notFound('user');
  return users[0];
}

/**
 * Adds a user without a password, who signs in as the company has users do; one whom the directory has deleted comes back.
 * Nobody is mailed. Throws `ScimError` uniqueness where someone has the name or address, what `administer` throws.
 */
export const createUser = (db: Database, by: Administrator, wanted: WantedUser): Promise<KeptUser> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const there = await findNamesake(trx, accountId, wanted, null);
    if (there && there.forgottenAt === null) throw isTaken();
    const userId = there?.id ?? (await add(trx, note, by, wanted));
    if (there) await write(trx, note, by, { userId, wanted, isActive: wanted.active ?? true });
    else {
      await remember(trx, accountId, userId, wanted);
      if (wanted.active === false) await writeDeactivation(trx, note, by, userId);
    }
    return await readUser(trx, accountId, userId);
  });

const isTaken = () => new ScimError(409, 'Another user has this userName or email address.', 'uniqueness');

async function add(trx: Writer, note: Note, by: Administrator, wanted: WantedUser): Promise<string> {
  const { firstName, lastName, email, locale, department } = wanted;
  const { userId } = await addPerson(trx, note, by, {
    firstName,
    lastName,
    email,
    department,
    locale: locale ?? 'de',
    admin: false,
    roles: [],
    grants: [...defaultGrants],
    extension: null,
    number: null,
    channelIds: [],
    password: null,
  });
  return userId;
}

/** Makes a user what a directory wants them to be, whole. What it says nothing of is as for a new one, but for `active`. */
export const replaceUser = (db: Database, by: Administrator, userId: string, wanted: WantedUser): Promise<KeptUser> =>
  administer(db, by, async (trx, note) => {
    const { active } = await readUser(trx, by.accountId, userId);
    return await rewrite(trx, note, by, { userId, wanted, isActive: wanted.active ?? active });
  });

/** Changes a user by operations, all of them or none. */
export const patchUser = (
  db: Database,
  by: Administrator,
  userId: string,
  operations: readonly PatchOperation[],
): Promise<KeptUser> =>
  administer(db, by, async (trx, note) => {
    const user = await readUser(trx, by.accountId, userId);
    const wanted = wantedUser(applyPatch(patchableUser(user), operations, userTable));
    return await rewrite(trx, note, by, { userId, wanted, isActive: wanted.active ?? user.active });
  });

interface Change {
  readonly userId: string;
  readonly wanted: WantedUser;
  readonly isActive: boolean;
}

async function rewrite(trx: Writer, note: Note, by: Administrator, change: Change): Promise<KeptUser> {
  if (await findNamesake(trx, by.accountId, change.wanted, change.userId)) throw isTaken();
  await write(trx, note, by, change);
  return await readUser(trx, by.accountId, change.userId);
}

async function write(trx: Writer, note: Note, by: Administrator, { userId, wanted, isActive }: Change): Promise<void> {
  const { firstName, lastName, email, department, locale } = wanted;
  const change = { firstName, lastName, email, department, ...(locale === null ? {} : { locale }) };
  await writeUser(trx, note, by, { userId, change });
  await remember(trx, by.accountId, userId, wanted);
  if (isActive) await bringBack(trx, note, by, userId);
  else await takeAway(trx, note, by, userId);
}

/**
 * A directory deletes a user: here they are deactivated, and it sees them no longer. Their calls stay until an administrator
 * deletes them. Throws `Refusal` NOT_FOUND, CONFLICT for the last administrator, `DirectoryStopped`.
 */
export const forgetUser = (db: Database, by: Administrator, userId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const user = await readUser(trx, by.accountId, userId);
    await takeAway(trx, note, by, userId);
    await remember(trx, by.accountId, userId, user);
    await trx.updateTable('directory_users').set({ forgotten_at: new Date() }).where('user_id', '=', userId).execute();
    await trx.deleteFrom('directory_group_members').where('user_id', '=', userId).execute();
    await note('directory.userForgotten', userId, { userName: user.userName });
  });

async function bringBack(trx: Writer, note: Note, by: Administrator, userId: string): Promise<void> {
  if (await isActiveNow(trx, userId)) return;
  await writeReactivation(trx, note, by, userId);
  await joinChannelsOfGroups(trx, note, by, userId);
}

async function takeAway(trx: Writer, note: Note, by: Administrator, userId: string): Promise<void> {
  if (!(await isActiveNow(trx, userId))) return;
  await countRemoval(trx, by.accountId, userId);
  await writeDeactivation(trx, note, by, userId);
}

const isActiveNow = async (trx: Writer, userId: string): Promise<boolean> =>
  (await trx.selectFrom('users').select('deactivated_at').where('id', '=', userId).executeTakeFirstOrThrow())
    .deactivated_at === null;

const remember = async (
  trx: Writer,
  accountId: string,
  userId: string,
  { userName, externalId }: Pick<WantedUser, 'userName' | 'externalId'>,
): Promise<void> => {
  const said = { user_name: userName, external_id: externalId, forgotten_at: null };
  await trx
    .insertInto('directory_users')
    .values({ user_id: userId, account_id: accountId, ...said })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...said, changed_at: sql<Date>`now()` }))
    .execute();
};

/** Someone else of the account with that name or address. */
async function findNamesake(trx: Writer, accountId: string, { userName, email }: WantedUser, but: string | null) {
  const { rows } = await sql<{ id: string; forgottenAt: Date | null }>`
    select u.id, d.forgotten_at as "forgottenAt" from users u left join directory_users d on d.user_id = u.id
    where u.account_id = ${accountId} and u.id is distinct from ${but}
      and ((d.forgotten_at is null and lower(coalesce(d.user_name, u.email)) = lower(${userName}))
        or lower(u.email) = lower(${email}))
    order by d.forgotten_at is not null limit 1`.execute(trx);
  return rows[0] ?? null;
}
