import { createHmac, randomBytes } from 'node:crypto';
import { type PhoneState, phone as phoneShape } from '@sidetone/contract/entities/phone.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../storage/database.ts';
import { accountsAt } from '../../storage/node-lease.ts';
import type { Schema } from '../../storage/schema.ts';
import { sealedSetting } from '../../storage/sealed-setting.ts';
import type { SecretBox } from '../../storage/secret-box.ts';

type PhoneRow = Selectable<Schema['phones']>;

/**
 * A phone that is registered at this very server follows it wherever it listens now: its registrar is `address`, `host:port`.
 * It is known by its user name, which belongs to one of our own desk phones. With a node those of companies that are at home there.
 */
export async function registerHere(db: Database, address: string, node?: string): Promise<void> {
  await db
    .updateTable('phones')
    .from('endpoints')
    .set({ registrar: address })
    .whereRef('endpoints.sip_username', '=', 'phones.username')
    .where('phones.registrar', '!=', address)
    .$if(node !== undefined, (query) => query.where('phones.account_id', 'in', accountsAt(db, node ?? '')))
    .execute();
}

/** Whether something may be sent to this address and port of a host that an administrator named. */
export type PhoneReach = (host: string, address: string, port: number) => boolean;

const tokenKeyShape = z.object({ key: z.string().min(32) });

/**
 * The phones as SIP registers them: with their passwords, and the contact that only their registrar learns. With a node those of
 * companies that are at home there.
 */
export async function phoneStore(db: Database, box: SecretBox, mayReach: PhoneReach, node?: string) {
  const newKey = () => ({ key: randomBytes(32).toString('base64url') });
  const { key } = await sealedSetting({ db, box }, 'phones.contacts', tokenKeyShape, newKey);
  const asAccount = (row: PhoneRow) => ({
    phoneId: row.id,
    accountId: row.account_id,
    userId: row.user_id,
    username: row.username,
    authUsername: row.auth_username,
    password: box.unseal(row.password_sealed),
    registrar: row.registrar,
    outboundProxy: row.outbound_proxy,
    callerId: row.caller_id,
    reaches: row.reaches,
    contactToken: createHmac('sha256', key).update(row.id).digest('hex').slice(0, 32),
    syncs: row.syncs,
  });
  const switchedOn = db
    .selectFrom('phones')
    .innerJoin('users', 'users.id', 'phones.user_id')
    .selectAll('phones')
    .where('users.deactivated_at', 'is', null)
    .where('is_connected', '=', true)
    .where('is_disconnected_by_user', '=', false)
    .$if(node !== undefined, (query) => query.where('phones.account_id', 'in', accountsAt(db, node ?? '')));
  return {
    async idsOf(accountId: string): Promise<readonly string[]> {
      const rows = await db.selectFrom('phones').select('id').where('account_id', '=', accountId).execute();
      return rows.map(({ id }) => id);
    },
    all: async () => (await switchedOn.orderBy('phones.id').execute()).map(asAccount),
    async byId(phoneId: string) {
      const row = await switchedOn.where('phones.id', '=', phoneId).executeTakeFirst();
      return row ? asAccount(row) : null;
    },
    mayReach: ({ reaches }: Pick<PhoneRow, 'reaches'>, host: string, address: string, port: number): boolean =>
      reaches === 'everywhere' || mayReach(host, address, port),
    /** Writes nothing where nothing changed: each write notifies the watchers. */
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
        // Another carrier may have it by now.
        .$if(node !== undefined, (query) => query.where('account_id', 'in', accountsAt(db, node ?? '')))
        .execute();
    },
  };
}

/** A phone as its user sees it. */
export const phoneOf = (row: PhoneRow) =>
  phoneShape.parse({
    id: row.id,
    name: row.name,
    username: row.username,
    state: row.state,
    failure: row.failure,
    stateSince: row.state_since.toISOString(),
    registrar: row.registrar,
    outboundProxy: row.outbound_proxy,
    callerId: row.caller_id,
    isConnected: row.is_connected,
    isDisconnectedByUser: row.is_disconnected_by_user,
    phoneNumbers: row.phone_numbers,
  });
