import { channelRouting, storedRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { newId } from '../requests/ids.ts';
import type { Writer } from '../storage/writer.ts';
import { type CompanyPlace, emergencyAddress, type PersonKey, queue, trunkExample } from './company.ts';

/** A queue with hours and a voicemail for the night, where help goes, and how a line outside would look. */
export async function createQueue(
  trx: Writer,
  accountId: string,
  placed: { readonly users: ReadonlyMap<PersonKey, { readonly userId: string }> },
  { numbers }: CompanyPlace,
): Promise<void> {
  const channelId = newId('c');
  const { name, icon, extension, followUpSeconds } = queue;
  const number = numbers.newer + queue.lastDigits;
  const userIds = queue.members.flatMap((key) => placed.users.get(key)?.userId ?? []);
  const day = [{ from: '08:00', until: '18:00' }];
  const routing = channelRouting.parse({
    strategy: 'longest-idle',
    ringSeconds: 60,
    turnSeconds: 20,
    followUpSeconds,
    memberOrder: userIds,
    hours: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] },
    overflow: { kind: 'voicemail' },
    closed: { kind: 'voicemail' },
    voicemail: { enabled: true, maxSeconds: 180 },
  });
  const { stored, ringSeconds } = storedRouting(routing);
  await trx
    .insertInto('channels')
    .values({
      id: channelId,
      account_id: accountId,
      type: 'acd',
      owner_user_id: null,
      name,
      icon,
      direct_dial: number,
      follow_up_time: followUpSeconds,
      ring_seconds: ringSeconds,
      routing: JSON.stringify(stored),
    })
    .execute();
  await trx
    .insertInto('channel_members')
    .values(userIds.map((userId) => ({ channel_id: channelId, user_id: userId })))
    .execute();
  await trx
    .insertInto('numbers')
    .values({ e164: number, account_id: accountId, channel_id: channelId, label: name })
    .execute();
  await trx.insertInto('extensions').values({ account_id: accountId, extension, channel_id: channelId }).execute();
  await describeOutside(trx, accountId);
}

/** Where help goes, and a line outside that is switched off. */
async function describeOutside(trx: Writer, accountId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ emergency_address: JSON.stringify(emergencyAddress) })
    .where('id', '=', accountId)
    .execute();
  await trx
    .insertInto('trunks')
    .values({
      id: newId('t'),
      account_id: accountId,
      ...trunkExample,
      kind: 'registration',
      transport: 'tls',
      is_enabled: false,
      state: 'off',
    })
    .execute();
}
