import { expect, test } from 'vitest';
import type { BlockedCallers, Directory } from '../../ports.ts';
import { onInvite } from '../on-invite.ts';
import { anna, directory } from '../testing/some-directory.ts';
import type { InviteDesk } from './steps.ts';

const offer = 'v=0\r\nm=audio 4000 RTP/AVP 8 0\r\n';

/** Refuses everybody, and keeps what it was asked. */
function refusingAll() {
  const asked: Parameters<BlockedCallers['judges']>[0][] = [];
  const rung: string[] = [];
  let ids = 0;
  const desk: InviteDesk = {
    directory,
    newId: () => `id-${ids++}`,
    contactsOf: async (users) => {
      rung.push(...users);
      return [];
    },
    lines: {
      waysOut: async () => [],
      emergencyWays: async () => [],
      placeOf: async () => anna,
      chosenSender: async () => null,
      mayShow: async () => true,
      emergencyAddress: async () => null,
      mainNumber: async () => null,
    },
    blocked: {
      async judges(call) {
        asked.push(call);
        return 'refused';
      },
      isCalledBack: async () => false,
    },
  };
  return { desk, asked, rung };
}

const invited = {
  type: 'invited',
  legId: 'caller',
  sipCallId: 'sip',
  address: '192.0.2.1',
  offer,
  media: 'rtp',
} as const;
const refused = { status: 603, phrase: 'Decline', code: 'CALLER_BLOCKED' };

const byTrunk = (number: string | null, called: string, desk: InviteDesk) =>
  onInvite(
    {
      ...invited,
      called,
      from: {
        kind: 'trunk',
        number,
        name: 'Win a car',
        maxForwards: 40,
        trunks: [{ trunkId: 't1', accountId: 's1', called, numberForm: 'e164' }],
      },
    },
    desk,
  );

test.each(['+49900123456', '0049900123456', '0900123456', '0900/123 456'])(
  'a blocked caller of a trunk who is written %s is refused before anything rings',
  async (number) => {
    const { desk, asked, rung } = refusingAll();
    expect(await byTrunk(number, '+493023125111', desk)).toMatchObject(refused);
    expect(asked).toEqual([{ accountId: 's1', ownerUserId: 'wAnna', number: '+49900123456' }]);
    expect(rung).toEqual([]);
  },
);

test('a number that calls for help has no country, and no list with +1 refuses it', async () => {
  const { desk, asked } = refusingAll();
  await byTrunk('112', '+493023125111', desk);
  await byTrunk('+49110', '+493023125111', desk);
  expect(asked.map(({ number }) => number)).toEqual(['112', '110']);
});

test('a withheld number stays none, and a shared channel has no owner', async () => {
  const { desk, asked } = refusingAll();
  expect(await byTrunk(null, '+493023125120', desk)).toMatchObject(refused);
  expect(asked).toEqual([{ accountId: 's1', ownerUserId: null, number: null }]);
});

test('a blocked caller of a SIP account of the classic generation is refused', async () => {
  const { desk, asked, rung } = refusingAll();
  const from = {
    kind: 'outside',
    phoneId: 'p1',
    accountId: 's1',
    userId: 'wAnna',
    number: '0900 123456',
    name: null,
  } as const;
  expect(await onInvite({ ...invited, called: 'anna', from }, desk)).toMatchObject(refused);
  expect(asked).toEqual([{ accountId: 's1', ownerUserId: 'wAnna', number: '+49900123456' }]);
  expect(rung).toEqual([]);
});

const byAnna = (called: string, desk: InviteDesk) =>
  onInvite({ ...invited, called, from: { endpointId: 'eAnna', accountId: 's1', userId: 'wAnna', kind: 'app' } }, desk);

test('a caller of another company on this server is refused by the number that they show', async () => {
  const { desk, asked } = refusingAll();
  expect(await byAnna('+493023125199', desk)).toMatchObject(refused);
  expect(asked).toEqual([{ accountId: 's2', ownerUserId: 'wZoe', number: '+493023125111' }]);
});

test('no list is asked about a call inside', async () => {
  const { desk, asked } = refusingAll();
  await byAnna('20', desk);
  await byAnna('+493023125120', desk);
  expect(asked).toEqual([]);
});

const suspended = (id: string): Directory => ({
  ...directory,
  callSettings: async (accountId) => ({
    ...(await directory.callSettings(accountId)),
    isSuspended: accountId === id,
  }),
});

test('nobody of another company on this server reaches a suspended one, with trunks of their own or without', async () => {
  const { desk, asked } = refusingAll();
  const { lines: _none, ...alone } = desk;
  for (const one of [desk, alone]) {
    expect(await byAnna('+493023125199', { ...one, directory: suspended('s2') })).toMatchObject({
      status: 480,
      code: 'COMPANY_SUSPENDED',
    });
  }
  expect(asked).toEqual([]);
});

test('a call back to a suspended company that called for help is let in as far as its lists allow', async () => {
  const { desk, rung } = refusingAll();
  const judges: BlockedCallers['judges'] = async () => null;
  const asks: string[] = [];
  const calledBack = async (accountId: string) => asks.push(accountId) > 0;
  const of = (isCalledBack: BlockedCallers['isCalledBack']): InviteDesk => ({
    ...desk,
    directory: suspended('s1'),
    blocked: { judges, isCalledBack },
  });
  expect(
    await byTrunk(
      '112',
      '+493023125111',
      of(async () => false),
    ),
  ).toMatchObject({ code: 'COMPANY_SUSPENDED' });
  expect(rung).toEqual([]);
  expect(await byTrunk('112', '+493023125111', of(calledBack))).not.toHaveProperty('code');
  expect(asks).toEqual(['s1']);
  expect(rung.length).toBeGreaterThan(0);
});
