import { createHmac, randomBytes } from 'node:crypto';
import { type PhoneState, phone as phoneShape } from '@sidetone/contract/entities/phone.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { newId } from '../../identity/ids.ts';
import { sealedSetting } from '../../identity/sealed-setting.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { PhoneError } from './phone-error.ts';

type PhoneRow = Selectable<Schema['phones']>;

/** A SIP account at a provider or PBX, for somebody of the classic generation. */
export interface NewSipPhone {
  readonly name: string;
  readonly username: string;
  readonly authUsername: string | null;
  readonly password: string;
  readonly registrar: string;
  readonly outboundProxy: string | null;
  /** Own numbers that calls may show. */
  readonly phoneNumbers: readonly { readonly phoneNumber: string; readonly label: string | null }[];
}

/** Writes a phone; on a transaction as well. Gives its id. */
export async function addSipPhone(
  db: Pick<Database, 'insertInto'>,
  box: SecretBox,
  owner: { readonly accountId: string; readonly userId: string },
  phone: NewSipPhone,
): Promise<string> {
  const id = newId('f');
  await db
    .insertInto('phones')
    .values({
      ...{ id, account_id: owner.accountId, user_id: owner.userId },
      ...{ name: phone.name, username: phone.username, auth_username: phone.authUsername },
      password_sealed: box.seal(phone.password),
      ...{ registrar: phone.registrar, outbound_proxy: phone.outboundProxy },
      failure: null,
      caller_id: phone.phoneNumbers[0]?.phoneNumber ?? null,
      phone_numbers: JSON.stringify(phone.phoneNumbers),
    })
    .execute();
  return id;
}

/** Phones of the classic generation, as commands see them. */
export function sipPhones(db: Database, box: SecretBox) {
  return {
    /** Throws `PhoneError` NO_SUCH_USER. */
    async add(email: string, phone: NewSipPhone): Promise<string> {
      const user = await db
        .selectFrom('users')
        .select(['id', 'account_id'])
        .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
        .where('deactivated_at', 'is', null)
        .executeTakeFirst();
      if (!user) throw new PhoneError('NO_SUCH_USER', `Nobody here has the address ${email}.`);
      return await addSipPhone(db, box, { accountId: user.account_id, userId: user.id }, phone);
    },

    async list() {
      return await db
        .selectFrom('phones')
        .innerJoin('users', 'users.id', 'phones.user_id')
        .select(['phones.id', 'phones.name', 'phones.username', 'phones.registrar', 'phones.state', 'phones.failure'])
        .select('users.email')
        .orderBy('phones.created_at')
        .orderBy('phones.id')
        .execute();
    },

    /** Throws `PhoneError` NO_SUCH_PHONE. */
    async remove(id: string): Promise<void> {
      const { numDeletedRows } = await db.deleteFrom('phones').where('id', '=', id).executeTakeFirst();
      if (numDeletedRows === 0n) throw new PhoneError('NO_SUCH_PHONE', `There is no phone ${id}.`);
    },
  };
}

/**
 * A phone that is registered at this very server follows it wherever it listens now: its registrar is `address`, `host:port`.
 * It is known by its user name, which belongs to one of our own desk phones.
 */
export async function registerHere(db: Database, address: string): Promise<void> {
  await db
    .updateTable('phones')
    .from('endpoints')
    .set({ registrar: address })
    .whereRef('endpoints.sip_username', '=', 'phones.username')
    .where('phones.registrar', '!=', address)
    .execute();
}

const tokenKeyShape = z.object({ key: z.string().min(32) });

/** The phones as SIP registers them: with their passwords, and the contact that only their registrar learns. */
export async function phoneStore(db: Database, box: SecretBox) {
  const newKey = () => ({ key: randomBytes(32).toString('base64url') });
  const { key } = await sealedSetting({ db, box }, 'phones.contacts', tokenKeyShape, newKey);
  const asAccount = (row: PhoneRow) => ({
    ...{ phoneId: row.id, accountId: row.account_id, userId: row.user_id },
    ...{ username: row.username, authUsername: row.auth_username, password: box.unseal(row.password_sealed) },
    ...{ registrar: row.registrar, outboundProxy: row.outbound_proxy, callerId: row.caller_id },
    contactToken: createHmac('sha256', key).update(row.id).digest('hex').slice(0, 32),
    syncs: row.syncs,
  });
  const switchedOn = db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.user_id')
    .selectAll('phones')
    .where('users.deactivated_at', 'is', null)
    .where('is_connected', '=', true)
    .where('is_disconnected_by_user', '=', false);
  return {
    all: async () => (await switchedOn.orderBy('phones.id').execute()).map(asAccount),
    async byId(phoneId: string) {
      const row = await switchedOn.where('phones.id', '=', phoneId).executeTakeFirst();
      return row ? asAccount(row) : null;
    },
    /** Writes nothing where nothing changed: each write is told to whoever watches. */
    async stateChanged(phoneId: string, state: PhoneState, failure: string | null): Promise<void> {
      await db
        .updateTable('phones')
        .set({
          state,
          failure,
          // A failure that reads differently is still the same state.
          state_since: sql<Date>`case when state = ${state} then state_since else now() end`,
        })
        .where('id', '=', phoneId)
        .where((eb) => eb.or([eb('state', '!=', state), eb('failure', 'is distinct from', failure)]))
        .execute();
    },
  };
}

/** A phone as its user sees it. */
export const phoneOf = (row: PhoneRow) =>
  phoneShape.parse({
    ...{ id: row.id, name: row.name, username: row.username, state: row.state, failure: row.failure },
    stateSince: row.state_since.toISOString(),
    ...{ registrar: row.registrar, outboundProxy: row.outbound_proxy, callerId: row.caller_id },
    ...{ isConnected: row.is_connected, isDisconnectedByUser: row.is_disconnected_by_user },
    phoneNumbers: row.phone_numbers,
  });
