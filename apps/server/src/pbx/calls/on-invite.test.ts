import { describe, expect, test } from 'vitest';
import type { Directory, DirectoryChannel, DirectoryUser } from '../ports.ts';
import type { Call } from './call.ts';
import { type Invited, InviteRefused } from './invite/steps.ts';
import type { RegisteredContact } from './legs.ts';
import { onInvite } from './on-invite.ts';

const user = (key: string, given: Partial<DirectoryUser> = {}): DirectoryUser => ({
  userId: `w${key}`,
  accountId: 's1',
  displayName: key,
  isDnd: false,
  privateChannelId: `c${key}`,
  extension: null,
  number: null,
  country: 'DE',
  areaCode: '30',
  ...given,
});
const channelOf = (owner: DirectoryUser): DirectoryChannel => ({
  channelId: owner.privateChannelId,
  accountId: owner.accountId,
  type: 'private',
  name: null,
  ringSeconds: 30,
  members: [{ userId: owner.userId, displayName: owner.displayName, dialedIn: true, isDnd: owner.isDnd }],
  ownerUserId: owner.userId,
  extension: owner.extension,
  number: owner.number,
});

const people = [
  user('Anna', { extension: '11', number: '+493023125111' }),
  user('Ben', { extension: '12' }),
  user('Dan', { extension: '14', isDnd: true }),
  user('Zoe', { accountId: 's2', extension: '11', number: '+493023125199' }),
];
const member = (userId: string) => ({ userId, displayName: userId, dialedIn: true, isDnd: false });
const team: DirectoryChannel = {
  ...channelOf(user('Team')),
  channelId: 'cTeam',
  type: 'acd',
  name: 'Team',
  ownerUserId: null,
  extension: '20',
  number: '+493023125120',
  members: [member('wAnna'), member('wBen')],
};
const channels = [...people.map(channelOf), team];
const find = (which: (channel: DirectoryChannel) => boolean) => Promise.resolve(channels.find(which) ?? null);
const directory: Directory = {
  userById: async (userId) => people.find((person) => person.userId === userId) ?? null,
  channelByExtension: (accountId, extension) =>
    find((each) => each.accountId === accountId && each.extension === extension),
  channelByNumber: (e164) => find((each) => each.number === e164),
  channelById: (channelId) => find((each) => each.channelId === channelId),
  isMember: async (channelId, userId) => channelId === 'cTeam' && userId === 'wAnna',
  callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
};

const contact = (endpointId: string, userId: string): RegisteredContact => ({
  contactId: endpointId,
  endpointId,
  userId,
  media: 'webrtc',
  address: '127.0.0.1',
  alive: true,
});
const contacts = [
  contact('eAnna', 'wAnna'),
  contact('pAnna', 'wAnna'),
  contact('eBen', 'wBen'),
  contact('pBen', 'wBen'),
  contact('eZoe', 'wZoe'),
];

const offer = 'v=0\r\nm=audio 4000 RTP/AVP 8 0\r\n';
const dial = (
  called: string,
  given: Partial<Invited> = {},
  within: Directory = directory,
): Promise<Call | InviteRefused> => {
  let ids = 0;
  const invited: Invited = {
    type: 'invited',
    legId: 'caller',
    sipCallId: 'sip-caller',
    from: { endpointId: 'eAnna', accountId: 's1', userId: 'wAnna', kind: 'app' },
    called,
    media: 'webrtc',
    address: '127.0.0.1',
    offer,
    sessionId: 'session',
    ...given,
  };
  const contactsOf = async (users: readonly string[]) => contacts.filter((each) => users.includes(each.userId));
  return onInvite(invited, { directory: within, contactsOf, newId: () => `id-${ids++}` });
};
const call = async (called: string, given: Partial<Invited> = {}, within = directory): Promise<Call> => {
  const outcome = await dial(called, given, within);
  if (outcome instanceof InviteRefused) throw new Error(`refused: ${outcome.code}`);
  return outcome;
};
const zoe = { endpointId: 'eZoe', accountId: 's2', userId: 'wZoe', kind: 'app' } as const;

describe('who rings', () => {
  test('all devices of the colleague behind an extension', async () => {
    expect((await call('12')).forks.map((fork) => fork.endpointId)).toEqual(['eBen', 'pBen']);
  });

  test('the members of a shared channel, but no device of the caller', async () => {
    expect((await call('20')).forks.map((fork) => fork.endpointId)).toEqual(['eBen', 'pBen']);
  });

  test('each fork has ids of its own', async () => {
    const { forks, caller } = await call('12');
    const ids = [caller, ...forks].flatMap((leg) => [leg.legId, leg.sipCallId, leg.mediaId]);
    expect(new Set(ids).size).toBe(9);
  });

  test('nobody for a user who wants no calls, and the call still appears in both inboxes', async () => {
    const begun = await call('14');
    expect(begun).toMatchObject({ state: 'ringing', nobody: { status: 486, reason: 'BUSY_HERE' } });
    expect(begun.events).toHaveLength(2);
  });
});

describe('refusals', () => {
  test('of a suspended company nobody calls, except for help', async () => {
    const suspended: Directory = {
      ...directory,
      callSettings: async (accountId) => ({ ...(await directory.callSettings(accountId)), isSuspended: true }),
    };
    expect(await dial('12', {}, suspended)).toMatchObject({ status: 480, code: 'COMPANY_SUSPENDED' });
    expect(await dial('+12025550123', {}, suspended)).toMatchObject({ status: 480, code: 'COMPANY_SUSPENDED' });
    expect(await dial('112', {}, suspended)).toMatchObject({ code: 'NO_EMERGENCY_TRUNK' });
  });

  test.each([
    ['112', 503, 'NO_EMERGENCY_TRUNK'],
    ['99', 404, 'NUMBER_NOT_FOUND'],
    ['*99', 404, 'NUMBER_NOT_FOUND'],
    ['nobody', 404, 'NUMBER_NOT_FOUND'],
    ['11', 486, 'OWN_NUMBER'],
    ['+493023125111', 486, 'OWN_NUMBER'],
    ['+12025550123', 503, 'NO_TRUNK'],
  ])('%s is refused with %i', async (called, status, code) => {
    expect(await dial(called)).toMatchObject({ status, code });
  });

  test('an unknown or deactivated caller may not call', async () => {
    const from = { endpointId: 'e', accountId: 's1', userId: 'wNobody', kind: 'app' } as const;
    expect(await dial('12', { from })).toMatchObject({ status: 403 });
  });

  test('an offer without a codec of ours is refused before anybody rings', async () => {
    expect(await dial('12', { offer: 'v=0\r\nm=audio 4000 RTP/AVP 18\r\n' })).toMatchObject({ status: 488 });
  });

  test('an emergency number is told apart even when an offer is useless', async () => {
    expect(await dial('112', { offer: 'rubbish' })).toMatchObject({ code: 'NO_EMERGENCY_TRUNK' });
  });
});

describe('the session', () => {
  test('is the one the client named, and event ids follow from it and from what was dialled', async () => {
    const { sessionId, events } = await call('+493023125120');
    expect(sessionId).toBe('session');
    expect(events.map((event) => event.docId)).toEqual(['pbx-session', 'pbx-session']);
    const short = await call('12');
    expect(short.events.map((event) => event.docId)).toEqual(['sda-session', 'pbx-session']);
  });

  test.each([undefined, '', 'has space', 'x'.repeat(65), '../up', 'a"b'])('is made here for %j', async (sessionId) => {
    const made = await call('12', sessionId === undefined ? { sessionId: undefined as never } : { sessionId });
    expect(made.sessionId).toMatch(/^id-/);
  });
});

describe('what each side sees', () => {
  test('colleagues see names and extensions', async () => {
    const { shown, events } = await call('12');
    expect(shown).toEqual({ from: { user: '11', name: 'Anna' }, number: '12', channelId: 'cBen' });
    expect(events).toMatchObject([
      {
        channelId: 'cAnna',
        direction: 'OUTGOING',
        ownerUserId: 'wAnna',
        onPhoneNumber: '+493023125111',
        remotePhoneNumber: '12',
        remoteUserId: 'wBen',
        remoteName: 'Ben',
      },
      {
        channelId: 'cBen',
        direction: 'INCOMING',
        ownerUserId: 'wBen',
        onPhoneNumber: '12',
        remotePhoneNumber: '11',
        remoteUserId: 'wAnna',
        remoteName: 'Anna',
      },
    ]);
  });

  test('another company sees the public number alone', async () => {
    const { shown, events } = await call('+493023125111', { from: zoe });
    expect(shown.from).toEqual({ user: '+493023125199' });
    expect(events).toMatchObject([
      { accountId: 's2', remotePhoneNumber: '+493023125111', remoteUserId: null, remoteName: null },
      { accountId: 's1', remotePhoneNumber: '+493023125199', remoteUserId: null, remoteName: null },
    ]);
  });

  test('the channel named behind the underscore is called for, if the caller is in it', async () => {
    expect((await call('12', { calledName: '12_cTeam' })).events[0]).toMatchObject({
      channelId: 'cTeam',
      onPhoneNumber: '+493023125120',
    });
    expect((await call('12', { calledName: '12_cBen' })).events[0]).toMatchObject({ channelId: 'cAnna' });
  });

  test('a member who calls the own team for the team does so as a person: two events, two channels', async () => {
    const { events } = await call('20', { calledName: '20_cTeam' });
    expect(events.map((event) => event.channelId)).toEqual(['cAnna', 'cTeam']);
  });

  test('an echo test is a call with one side', async () => {
    const begun = await call('*43');
    expect(begun).toMatchObject({ state: 'serving', service: 'echo', forks: [] });
    expect(begun.events).toMatchObject([{ docId: 'sda-session', remotePhoneNumber: '*43', direction: 'OUTGOING' }]);
  });
});

describe('a phone that is registered elsewhere', () => {
  const phone = (number: string | null) => ({
    ...directory,
    phoneById: async () => ({ phoneId: 'f1', userId: 'wAnna', number, address: '127.0.0.1' }),
  });
  const out = (number: string | null, ownNumber?: string) =>
    call('+493012345', { phoneId: 'f1', ...(ownNumber === undefined ? {} : { ownNumber }) }, phone(number));

  test('shows its number, or the one that was chosen for the call', async () => {
    expect((await out('+4969900091')).shown.from).toEqual({ user: '+4969900091' });
    expect((await out('anonymous', '+4969900091')).shown.from).toEqual({ user: '+4969900091' });
  });

  test.each(['anonymous', 'suppressed'])(
    'that is %s shows nothing, in calls that choose no number as well',
    async (hidden) => {
      for (const hiding of [await out(hidden), await out('+4969900091', hidden)]) {
        expect(hiding.shown.from).toBe('anonymous');
      }
      expect((await out(hidden)).forks[0]?.remote.number).toBeNull();
    },
  );

  test('of somebody else calls nobody', async () => {
    const refused = await dial('+493012345', { phoneId: 'f1', from: { ...zoe, userId: 'wBen' } }, phone('+4969900091'));
    expect(refused).toMatchObject({ status: 480, code: 'PHONE_UNAVAILABLE' });
  });
});
