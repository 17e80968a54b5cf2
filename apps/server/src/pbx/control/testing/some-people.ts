import type { Directory, DirectoryChannel, DirectoryUser } from '../../ports.ts';

/** Somebody of the account `s1` with a private channel `c-<userId>`. */
export const someUser = (userId: string, more: Partial<DirectoryUser> = {}): DirectoryUser => ({
  userId,
  accountId: 's1',
  displayName: userId,
  isDnd: false,
  privateChannelId: `c-${userId}`,
  extension: null,
  number: null,
  country: 'DE',
  areaCode: '30',
  ...more,
});

/** The private channel of a user, which rings for `ringSeconds`. */
export const privateChannelOf = (owner: DirectoryUser, ringSeconds = 30): DirectoryChannel => ({
  channelId: owner.privateChannelId,
  accountId: owner.accountId,
  type: 'private',
  name: null,
  ringSeconds,
  members: [{ userId: owner.userId, displayName: owner.displayName, dialedIn: true, isDnd: owner.isDnd }],
  ownerUserId: owner.userId,
  extension: owner.extension,
  number: owner.number,
});

/** Finds these people and their private channels; where something is said otherwise in `more`, that counts. */
export function directoryOf(people: readonly DirectoryUser[], more: Partial<Directory> = {}): Directory {
  const channels = people.map((owner) => privateChannelOf(owner));
  return {
    userById: async (userId) => people.find((one) => one.userId === userId) ?? null,
    channelByExtension: async (accountId, extension) =>
      channels.find((one) => one.accountId === accountId && one.extension === extension) ?? null,
    channelByNumber: async (e164) => channels.find(({ number }) => number === e164) ?? null,
    channelById: async (channelId) => channels.find((one) => one.channelId === channelId) ?? null,
    isMember: async () => false,
    callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
    ...more,
  };
}
