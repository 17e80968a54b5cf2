import { expect, test } from 'vitest';
import type { Directory, DirectoryUser, OutboundPolicy, OutsideAsk } from '../../ports.ts';
import { onInvite } from '../on-invite.ts';
import type { InviteDesk, Invited } from './steps.ts';

const anna: DirectoryUser = {
  userId: 'wanna',
  accountId: 's1',
  displayName: 'Anna',
  isDnd: false,
  privateChannelId: 'ca',
  extension: '11',
  number: '+4930555011',
  country: 'DE',
  areaCode: '30',
};
const phone = { phoneId: 'ph1', userId: 'wanna', number: '+4930555011', address: '192.0.2.7' };
const directory: Directory = {
  userById: async () => anna,
  channelByExtension: async () => null,
  channelByNumber: async () => null,
  channelById: async () => null,
  isMember: async () => true,
  phoneById: async () => phone,
  phoneOf: async () => phone,
  callSettings: async () => ({ callWaiting: false, recordingConsent: 'none', holdMusic: null, locale: 'de' }),
};
const at = new Date('2026-05-04T08:00:00Z');

const dial = async (called: string, answer: Awaited<ReturnType<OutboundPolicy['mayCall']>>, more = {}) => {
  const asked: OutsideAsk[] = [];
  const ids: string[] = [];
  const desk: InviteDesk = {
    directory,
    contactsOf: async () => [],
    newId: () => `id-${ids.push('')}`,
    now: () => at,
    policy: {
      async mayCall(ask) {
        asked.push(ask);
        return answer;
      },
    },
    ...more,
  };
  const from = { endpointId: 'ea', accountId: 's1', userId: 'wanna', kind: 'app' } as const;
  const invited: Invited = {
    type: 'invited',
    legId: 'leg',
    sipCallId: 'call',
    sessionId: 'session',
    from,
    called,
    media: 'webrtc',
    address: '192.0.2.1',
  };
  return { asked, outcome: await onInvite(invited, desk) };
};

test('a number outside is asked about once, in E.164, on the caller’s account', async () => {
  const { asked, outcome } = await dial('0171 2345678', { allowed: true });
  expect(asked).toEqual([
    { accountId: 's1', userId: 'wanna', e164: '+491712345678', kind: 'call', sessionId: 'session', at },
  ]);
  expect(outcome).toMatchObject({ state: 'ringing' });
});

test('a transfer is asked about as one', async () => {
  const { asked } = await dial('01712345678', { allowed: true }, { purpose: 'transfer' });
  expect(asked).toMatchObject([{ kind: 'transfer' }]);
});

test.each([
  [403, 'DESTINATION_BARRED', 'Destination Barred'],
  [503, 'LIMIT_REACHED', 'Call Limit Reached'],
] as const)('what is not allowed is refused with %i and says why', async (status, code, phrase) => {
  const { outcome } = await dial('+88161234567', { allowed: false, status, code });
  expect(outcome).toMatchObject({ status, code, phrase });
});

test.each(['112', '110', '*43'])('nobody is asked about %s', async (called) => {
  const { asked } = await dial(called, { allowed: false, status: 403, code: 'DESTINATION_BARRED' });
  expect(asked).toEqual([]);
});
