import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import type { NewSipAccount, SipAccountChange } from '@sidetone/contract/entities/sip-account.ts';
import { sql } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { runsServer } from '../company/account.ts';
import { userOf } from '../users/users.ts';

/** Where the messages of a SIP account go. */
type SipAccountPlace = Pick<NewSipAccount, 'registrar' | 'outboundProxy'>;

/**
 * The field that leads to the server's own network, where the operator did not name that host; null where none does, where
 * it is not found for now, and for this server's own SIP.
 */
export type FindInnerRegistrar = (place: SipAccountPlace) => Promise<keyof SipAccountPlace | null>;

export interface SipAccountDesk {
  readonly db: Database;
  readonly box: SecretBox;
  readonly findInnerRegistrar: FindInnerRegistrar;
}

/**
 * Gives someone a SIP account at a provider; the exchange hears of it and registers. Gives its id. Throws `Refusal`
 * NOT_FOUND, CONFLICT for someone who is deactivated, VALIDATION_FAILED for a place that is not the account's to name and
 * a caller ID that is none of its numbers.
 */
export async function addSipAccount(
  desk: SipAccountDesk,
  by: Administrator,
  { password, ...fields }: NewSipAccount,
): Promise<string> {
  const { db, box } = desk;
  const reaches = await reachOf(desk, by, fields);
  const { phoneNumbers, callerId = phoneNumbers[0]?.phoneNumber ?? null } = fields;
  refuseForeignNumber(callerId, phoneNumbers);
  return await administer(db, by, async (trx, note) => {
    await activeUser(trx, by.accountId, fields.userId);
    const id = newId('f');
    await trx
      .insertInto('phones')
      .values({
        id,
        account_id: by.accountId,
        user_id: fields.userId,
        name: fields.name,
        username: fields.username,
        auth_username: fields.authUsername,
        password_sealed: box.seal(password),
        registrar: fields.registrar,
        outbound_proxy: fields.outboundProxy,
        reaches,
        failure: null,
        caller_id: callerId,
        phone_numbers: JSON.stringify(phoneNumbers),
      })
      .execute();
    await note('sipAccount.added', id, { ...fields, callerId });
    return id;
  });
}

/**
 * Changes a SIP account, or gives it to someone else, who finds it connected; what is missing stays, the password too.
 * Calls that run go on. A caller ID that is no longer among its numbers becomes the first of them. Throws as
 * `addSipAccount` does.
 */
export async function changeSipAccount(
  desk: SipAccountDesk,
  by: Administrator,
  id: string,
  { password, ...fields }: SipAccountChange,
): Promise<void> {
  const { db, box } = desk;
  const reaches = await newReach(desk, by, id, fields);
  await administer(db, by, async (trx, note) => {
    const before = await sipAccountRow(trx, by.accountId, id);
    const wanted = { ...fields, callerId: nextCallerId(shownOf(before), fields) };
    const changed = differences(shownOf(before), wanted);
    if (Object.keys(changed).length === 0 && password === undefined) return;
    const userId = fields.userId ?? before.user_id;
    if (userId !== before.user_id) {
      await activeUser(trx, by.accountId, userId);
      await forgetChoices(trx, before.user_id, id);
    }
    await trx
      .updateTable('phones')
      .set({
        ...columnsOf(wanted),
        ...(reaches === undefined ? {} : { reaches }),
        ...(password === undefined ? {} : { password_sealed: box.seal(password) }),
        // The one before switched it off for themselves.
        ...(userId === before.user_id ? {} : { is_connected: true, is_disconnected_by_user: false }),
      })
      .where('id', '=', id)
      .execute();
    await note('sipAccount.changed', id, { ...changed, ...(password === undefined ? {} : { password: 'changed' }) });
  });
}

/** Unregisters a SIP account and forgets it; calls that run go on. Throws `Refusal` NOT_FOUND. */
export const removeSipAccount = (db: Database, by: Administrator, id: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { name, user_id: userId, username, registrar } = await sipAccountRow(trx, by.accountId, id);
    await forgetChoices(trx, userId, id);
    await trx.deleteFrom('phones').where('id', '=', id).execute();
    await note('sipAccount.removed', id, { name, userId, username, registrar });
  });

/** How far what is named may lead: who runs the server, and its command line, may name any place. */
async function reachOf(
  { db, findInnerRegistrar }: SipAccountDesk,
  by: Administrator,
  place: SipAccountPlace,
): Promise<'everywhere' | 'public'> {
  if (by.userId === null || (await runsServer(db, by.accountId))) return 'everywhere';
  const field = await findInnerRegistrar(place);
  if (field === null) return 'public';
  const message = `${place[field]} is in the internal network of this server, and INTEGRATION_PRIVATE_HOSTS does not name it.`;
  throw new Refusal('VALIDATION_FAILED', message, { issues: [{ path: field, message: 'innerHost' }] });
}

/** Looked up before the change is made: a name service may take its time. Undefined where the place stays. */
async function newReach(
  desk: SipAccountDesk,
  by: Administrator,
  id: string,
  fields: Pick<SipAccountChange, keyof SipAccountPlace>,
): Promise<'everywhere' | 'public' | undefined> {
  const before = await sipAccountRow(desk.db, by.accountId, id);
  const { registrar = before.registrar, outboundProxy = before.outbound_proxy } = fields;
  if (registrar === before.registrar && outboundProxy === before.outbound_proxy) return undefined;
  return await reachOf(desk, by, { registrar, outboundProxy });
}

type Numbers = NewSipAccount['phoneNumbers'];
type Shown = ReturnType<typeof shownOf>;

const isWithheld = (callerId: string | null): boolean =>
  callerId === null || withheldSenders.some((one) => one === callerId);
const isAmong = (callerId: string | null, numbers: Numbers): boolean =>
  numbers.some(({ phoneNumber }) => phoneNumber === callerId);

function refuseForeignNumber(callerId: string | null, numbers: Numbers): void {
  if (isWithheld(callerId) || isAmong(callerId, numbers)) return;
  throw new Refusal('VALIDATION_FAILED', `${callerId} is not a number of this SIP account.`, {
    issues: [{ path: 'callerId', message: 'notItsNumber' }],
  });
}

/** What calls show after a change. Another number of the company that its user chose stays until it goes to someone else. */
function nextCallerId(before: Shown, { callerId, phoneNumbers, userId }: SipAccountChange): string | null {
  const numbers = phoneNumbers ?? before.phoneNumbers;
  if (callerId !== undefined && callerId !== before.callerId) {
    refuseForeignNumber(callerId, numbers);
    return callerId;
  }
  const wasOwn = isAmong(before.callerId, before.phoneNumbers);
  const isTheirs = userId === undefined || userId === before.userId;
  const stays = isWithheld(before.callerId) || isAmong(before.callerId, numbers) || (!wasOwn && isTheirs);
  return stays ? before.callerId : (numbers[0]?.phoneNumber ?? null);
}

/** What someone chose a phone for that is not theirs any longer. */
async function forgetChoices(trx: Writer, userId: string, phoneId: string): Promise<void> {
  await trx
    .updateTable('channel_members')
    .set({ phone_id: null })
    .where('user_id', '=', userId)
    .where('phone_id', '=', phoneId)
    .execute();
  await trx
    .updateTable('users')
    .set({ settings: sql<string>`settings || '{"defaultPhoneId": null}'::jsonb` })
    .where('id', '=', userId)
    .where(sql<boolean>`settings ->> 'defaultPhoneId' = ${phoneId}`)
    .execute();
}

async function activeUser(trx: Writer, accountId: string, userId: string): Promise<void> {
  const user = await userOf(trx, accountId, userId);
  if (user.deactivated_at) throw new Refusal('CONFLICT', 'This user is deactivated.');
}

async function sipAccountRow(trx: Writer, accountId: string, id: string) {
  const row = await trx
    .selectFrom('phones')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('SIP account');
  return row;
}

const shownOf = (row: Awaited<ReturnType<typeof sipAccountRow>>) => ({
  userId: row.user_id,
  name: row.name,
  username: row.username,
  authUsername: row.auth_username,
  registrar: row.registrar,
  outboundProxy: row.outbound_proxy,
  phoneNumbers: row.phone_numbers,
  callerId: row.caller_id,
});

const columnsOf = (fields: Omit<SipAccountChange, 'password' | 'callerId'> & { callerId: string | null }) => ({
  ...(fields.userId === undefined ? {} : { user_id: fields.userId }),
  ...(fields.name === undefined ? {} : { name: fields.name }),
  ...(fields.username === undefined ? {} : { username: fields.username }),
  ...(fields.authUsername === undefined ? {} : { auth_username: fields.authUsername }),
  ...(fields.registrar === undefined ? {} : { registrar: fields.registrar }),
  ...(fields.outboundProxy === undefined ? {} : { outbound_proxy: fields.outboundProxy }),
  ...(fields.phoneNumbers === undefined ? {} : { phone_numbers: JSON.stringify(fields.phoneNumbers) }),
  caller_id: fields.callerId,
});
