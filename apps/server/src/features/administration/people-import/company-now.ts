import { newUser } from '@sidetone/contract/entities/admin-user.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { sql } from 'kysely';
import { meanings } from '../../../identity/extensions.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type CompanyNow, foldName } from './read-people.ts';

/** What is taken in a company now, or waits to be created by an import. Looks up only these email addresses. */
export async function companyNow(db: Writer, accountId: string, emails: readonly string[]): Promise<CompanyNow> {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'max_users'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notFound('account');
  const meaningOf = await meanings(db, accountId);
  const names = await namesOfChannels(db, accountId);
  const extensions = await db
    .selectFrom('extensions')
    .select(['extension', 'channel_id as channelId'])
    .where('account_id', '=', accountId)
    .execute();
  const numbers = await db
    .selectFrom('numbers')
    .select(['e164', 'channel_id as channelId'])
    .where('account_id', '=', accountId)
    .orderBy('e164')
    .execute();
  const ownerOf = (channelId: string | null) => (channelId === null ? null : (names.get(channelId)?.name ?? ''));
  const coming = await comingPeople(db, accountId, emails);
  const queues = [...names].filter(([, { isShared }]) => isShared);
  return {
    emails: await knownEmails(db, accountId, emails),
    extensions: new Map([
      ...coming.extensions,
      ...extensions.map(({ extension, channelId }) => [extension, ownerOf(channelId) ?? ''] as const),
    ]),
    isMeaningful: (extension) => meaningOf(extension) !== undefined,
    numbers: new Map(
      numbers.map(({ e164, channelId }) => [e164, ownerOf(channelId) ?? coming.numbers.get(e164) ?? null]),
    ),
    queues: new Map(queues.map(([id, { name }]) => [foldName(name), id])),
    ...(account.max_users !== null && { seats: await seatsLeft(db, accountId, account.max_users) }),
    place: numberPlaceOf(account.country, account.area_code, account.number_plan),
  };
}

async function seatsLeft(db: Writer, accountId: string, maxUsers: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select ((select count(*) from users where account_id = ${accountId} and deactivated_at is null)
      + (select count(*) from people_import_rows each join people_imports whole on whole.id = each.import_id
         where whole.account_id = ${accountId} and whole.state = 'running' and each.state = 'waiting')
    )::int as taken`.execute(db);
  return Math.max(0, maxUsers - (rows[0]?.taken ?? 0));
}

/** Extensions and numbers of people whom a running import creates, but for those with one of these email addresses. */
async function comingPeople(db: Writer, accountId: string, emails: readonly string[]) {
  const rows = await db
    .selectFrom('people_import_rows')
    .innerJoin('people_imports', 'people_imports.id', 'people_import_rows.import_id')
    .select('people_import_rows.person')
    .where('people_imports.account_id', '=', accountId)
    .where('people_imports.state', '=', 'running')
    .where('people_import_rows.state', '=', 'waiting')
    .execute();
  const asked = new Set(emails.map((email) => email.trim().toLowerCase()));
  const people = rows.map(({ person }) => newUser.parse(person)).filter(({ email }) => !asked.has(email.toLowerCase()));
  const named = people.map(({ firstName, lastName, ...person }) => ({ ...person, name: `${firstName} ${lastName}` }));
  return {
    extensions: named.flatMap(({ extension, name }) => (extension === null ? [] : [[extension, name] as const])),
    numbers: new Map(named.flatMap(({ number, name }) => (number === null ? [] : [[number, name] as const]))),
  };
}

/** For a private channel, its owner's name. */
async function namesOfChannels(db: Writer, accountId: string) {
  const rows = await db
    .selectFrom('channels')
    .leftJoin('users', 'users.id', 'channels.owner_user_id')
    .select(['channels.id', 'channels.type', 'channels.name', 'users.first_name', 'users.last_name'])
    .where('channels.account_id', '=', accountId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isShared: row.type === 'acd',
        name: row.name ?? `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
      },
    ]),
  );
}

async function knownEmails(db: Writer, accountId: string, emails: readonly string[]): Promise<CompanyNow['emails']> {
  const wanted = [...new Set(emails.map((email) => email.trim().toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select([sql<string>`lower(email)`.as('email'), 'account_id as accountId'])
    .where(sql<string>`lower(email)`, 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.email, row.accountId === accountId ? 'here' : 'elsewhere'] as const));
}
