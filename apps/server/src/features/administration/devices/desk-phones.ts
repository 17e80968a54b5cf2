import type { SipSettings } from '@sidetone/contract/entities/admin-device.ts';
import { letGo } from '../../../identity/let-devices-go.ts';
import { newPhonePassword, typeableWord } from '../../../identity/phone-secrets.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import type { SecretBox } from '../../../storage/secret-box.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { userOf } from '../users/users.ts';

/** How a device reaches the server. */
export type SipServer = Pick<SipSettings, 'server' | 'transports' | 'reach'>;

export interface PhoneDesk {
  readonly db: Database;
  readonly box: SecretBox;
  readonly sipServer: SipServer;
}

/** Realm of the digest that every SIP device answers (RFC 7616 §3.3). */
const realm = 'sidetone';

/** What the server speaks with desk phones, best first. */
const codecs = ['G722', 'PCMA', 'PCMU'];

/**
 * Gives someone a desk phone; the password is in this answer only. Throws `Refusal` NOT_FOUND, CONFLICT for a name that a
 * phone of theirs has, or someone who is deactivated.
 */
export const addDeskPhone = (
  { db, box, sipServer }: PhoneDesk,
  by: Administrator,
  { userId, name }: { userId: string; name: string },
): Promise<{ phoneId: string; settings: SipSettings }> =>
  administer(db, by, async (trx, note) => {
    const user = await userOf(trx, by.accountId, userId);
    if (user.deactivated_at) throw new Refusal('CONFLICT', 'This user is deactivated.');
    await refuseTakenName(trx, userId, name);
    const id = `p${typeableWord(10)}`;
    const password = newPhonePassword();
    await trx
      .insertInto('endpoints')
      .values({
        id,
        account_id: by.accountId,
        user_id: userId,
        kind: 'phone',
        alias: name,
        sip_username: id,
        password_sealed: box.seal(password),
      })
      .execute();
    await note('phone.added', id, { userId, name });
    return { phoneId: id, settings: settingsOf(sipServer, id, password) };
  });

/** What is typed into a desk phone, without the password. Throws `Refusal` NOT_FOUND. */
export async function deskPhoneSettings(desk: PhoneDesk, by: Administrator, phoneId: string): Promise<SipSettings> {
  const { sip_username: username } = await deviceOf(desk.db, by.accountId, phoneId, 'phone');
  return settingsOf(desk.sipServer, username, null);
}

/** Renames a desk phone. Throws `Refusal` NOT_FOUND, CONFLICT for a name that another phone of its person has. */
export const renameDeskPhone = (db: Database, by: Administrator, phoneId: string, name: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const phone = await deviceOf(trx, by.accountId, phoneId, 'phone');
    const changed = differences({ name: phone.alias }, { name });
    if (!changed['name']) return;
    await refuseTakenName(trx, phone.user_id, name);
    await trx.updateTable('endpoints').set({ alias: name }).where('id', '=', phoneId).execute();
    await note('phone.changed', phoneId, changed);
  });

/**
 * A new password for a desk phone, which is not registered until someone has typed it in. A phone that set itself up
 * no longer does: with its own secret it would fetch this password, too. Throws `Refusal` NOT_FOUND.
 */
export const resetDeskPhonePassword = (
  { db, box, sipServer }: PhoneDesk,
  by: Administrator,
  phoneId: string,
): Promise<SipSettings> =>
  administer(db, by, async (trx, note) => {
    const { sip_username: username } = await deviceOf(trx, by.accountId, phoneId, 'phone');
    const password = newPhonePassword();
    await trx
      .updateTable('endpoints')
      .set({ password_sealed: box.seal(password) })
      .where('id', '=', phoneId)
      .execute();
    await trx.deleteFrom('phone_setups').where('endpoint_id', '=', phoneId).execute();
    await letGo(trx, [phoneId]);
    await note('phone.credentialsShown', phoneId);
    return settingsOf(sipServer, username, password);
  });

/** Takes a desk phone or an app away; it is let go at once. Throws `Refusal` NOT_FOUND. */
export const removeDevice = (db: Database, by: Administrator, deviceId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { alias: name, user_id: userId, kind } = await deviceOf(trx, by.accountId, deviceId);
    await trx.deleteFrom('endpoints').where('id', '=', deviceId).execute();
    await note('phone.removed', deviceId, { name, userId, kind });
  });

export const deviceOf = async (trx: Writer, accountId: string, id: string, kind?: 'phone') => {
  const device = await trx
    .selectFrom('endpoints')
    .select(['alias', 'sip_username', 'user_id', 'kind'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', 'phone'))
    .executeTakeFirst();
  if (!device) throw notFound('device');
  return device;
};

const refuseTakenName = async (trx: Writer, userId: string, name: string): Promise<void> => {
  const other = await trx
    .selectFrom('endpoints')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'phone')
    .where('alias', '=', name)
    .executeTakeFirst();
  if (other) {
    const issues = [{ path: 'name', message: 'taken' }];
    throw new Refusal('CONFLICT', `This user already has a phone named ${name}.`, { issues });
  }
};

const settingsOf = (
  { server, transports, reach }: SipServer,
  username: string,
  password: string | null,
): SipSettings => ({ server, reach, transports, username, realm, codecs, password });
