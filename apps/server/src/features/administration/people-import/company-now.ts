import { numberPlaceOf, numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import { isEmergency } from '@sidetone/contract/rules/numbers/emergency-numbers.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type CompanyNow, foldName } from './read-people.ts';

/** What is taken in a company now. Of email addresses it reads only these. */
export async function companyNow(db: Writer, accountId: string, emails: readonly string[]): Promise<CompanyNow> {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw notFound('account');
  const { emergencyNumbers, shortCodes } = numberPlanRules.parse(account.number_plan);
  const names = await namesOfChannels(db, accountId);
  const extensions = await db
    .selectFrom('extensions')
    .select(['extension', 'channel_id as channelId'])
    .where('account_id', '=', accountId)
    .execute();
  const numbers = await db
    .selectFrom('numbers')
    .leftJoin('voice_menus', 'voice_menus.id', 'numbers.menu_id')
    .select(['numbers.e164', 'numbers.channel_id as channelId', 'voice_menus.name as menu'])
    .where('numbers.account_id', '=', accountId)
    .orderBy('numbers.e164')
    .execute();
  const ownerOf = (channelId: string | null) => (channelId === null ? null : (names.get(channelId)?.name ?? ''));
  const queues = [...names].filter(([, { isShared }]) => isShared);
  return {
    emails: await knownEmails(db, accountId, emails),
    extensions: new Map(extensions.map(({ extension, channelId }) => [extension, ownerOf(channelId) ?? ''])),
    isMeaningful: (extension) =>
      isEmergency(extension, account.country, emergencyNumbers) || Object.hasOwn(shortCodes, extension),
    numbers: new Map(numbers.map(({ e164, channelId, menu }) => [e164, ownerOf(channelId) ?? menu])),
    queues: new Map(queues.map(([id, { name }]) => [foldName(name), id])),
    place: numberPlaceOf(account.country, account.area_code, account.number_plan),
  };
}

/** Of a private channel the name of its owner. */
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
