import type { Directory, DirectoryChannel, DirectoryUser } from '../../ports.ts';

/** The one who calls. */
export const anna: DirectoryUser = {
  userId: 'wAnna',
  accountId: 's1',
  displayName: 'Anna',
  isDnd: false,
  privateChannelId: 'cAnna',
  extension: '11',
  number: '+493023125111',
  country: 'DE',
  areaCode: '30',
  emergency: ['19222'],
};
const channel = (given: Partial<DirectoryChannel>): DirectoryChannel => ({
  channelId: 'cAnna',
  accountId: 's1',
  type: 'private',
  name: null,
  ringSeconds: 30,
  ownerUserId: 'wAnna',
  members: [{ userId: 'wAnna', displayName: 'Anna', dialedIn: true, isDnd: false }],
  extension: '11',
  number: '+493023125111',
  ...given,
});
/** Anna's own channel, a shared one and one of another account. */
export const channels = [
  channel({}),
  channel({
    channelId: 'cTeam',
    type: 'acd',
    name: 'Team',
    ownerUserId: null,
    extension: '20',
    number: '+493023125120',
  }),
  channel({ channelId: 'cZoe', accountId: 's2', ownerUserId: 'wZoe', number: '+493023125199' }),
];
const find = async (which: (one: DirectoryChannel) => boolean) => channels.find(which) ?? null;
/** Knows Anna and those channels. */
export const directory: Directory = {
  userById: async (userId) => (userId === anna.userId ? anna : null),
  channelByExtension: (accountId, extension) =>
    find((one) => one.accountId === accountId && one.extension === extension),
  channelByNumber: (e164) => find((one) => one.number === e164),
  channelById: (channelId) => find((one) => one.channelId === channelId),
  isMember: async (channelId) => channelId === 'cTeam',
  callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
};
