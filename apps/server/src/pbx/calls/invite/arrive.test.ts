import { expect, test } from 'vitest';
import type { ChannelMember, DirectoryChannel } from '../../ports.ts';
import type { RegisteredContact } from '../legs.ts';
import { contactsIn } from './arrive.ts';

const member = (userId: string, endpointIds?: readonly string[] | null): ChannelMember => ({
  userId,
  displayName: userId,
  dialedIn: true,
  isDnd: false,
  ...(endpointIds === undefined ? {} : { endpointIds }),
});
const contact = (userId: string, endpointId: string): RegisteredContact => ({
  contactId: `at ${endpointId}`,
  endpointId,
  userId,
  media: 'rtp',
  address: '127.0.0.1',
  alive: true,
});
const devices = [contact('anna', 'app'), contact('anna', 'desk'), contact('ben', 'bens')];
const rung = async (members: ChannelMember[], more: Partial<DirectoryChannel> = {}) => {
  const channel = { members, type: 'acd', ownerUserId: null, ...more } as DirectoryChannel;
  const contactsOf = async (userIds: readonly string[]) => devices.filter(({ userId }) => userIds.includes(userId));
  return (await contactsIn(channel, { contactsOf })).map(({ endpointId }) => endpointId);
};

test.each([
  ['all, where nothing was chosen', [member('anna'), member('ben', null)], ['app', 'desk', 'bens']],
  ['what each chose', [member('anna', ['desk']), member('ben', null)], ['desk', 'bens']],
  ['none of who chose none', [member('anna', []), member('ben')], ['bens']],
  ['nothing that is gone', [member('anna', ['sold']), member('ben')], ['bens']],
])('a channel rings %s', async (_name, members, expected) => {
  expect(await rung(members)).toEqual(expected);
});

test('a private channel rings those devices that its owner chose', async () => {
  const own = { type: 'private', ownerUserId: 'anna' } as const;
  expect(await rung([member('anna', ['app'])], own)).toEqual(['app']);
});
