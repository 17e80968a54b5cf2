import { describe, expect, test } from 'vitest';
import type { Directory, OutboundPolicy, OutsideLine, OutsideLines } from '../ports.ts';
import type { TrunkPlan } from '../routing/route-plan.ts';
import type { Call, Fork, Refusal } from './call.ts';
import type { CallFact } from './call-facts.ts';
import { type InviteDesk, type Invited, type InvitedByTrunk, InviteRefused } from './invite/steps.ts';
import type { RegisteredContact } from './legs.ts';
import { onInvite } from './on-invite.ts';
import { begin } from './testing/core-driver.ts';
import { someFork } from './testing/some-call.ts';
import { anna, channels, directory } from './testing/some-directory.ts';
import { nextTrunk, tryTrunk } from './trunk-stage.ts';

const line = (trunkId: string): OutsideLine => ({ trunkId, address: '192.0.2.1', srtp: 'off' });
const lines = (given: Partial<OutsideLines> = {}): OutsideLines => ({
  waysOut: async () => [line('t1'), line('t2')],
  emergencyWays: async () => [line('tHelp')],
  placeOf: async () => anna,
  chosenSender: async () => null,
  mayShow: async (_user, e164) => e164 === '+493023125120',
  emergencyAddress: async () => null,
  mainNumber: async () => '+493023125100',
  ...given,
});
const device: RegisteredContact = {
  contactId: 'eAnna',
  endpointId: 'eAnna',
  userId: 'wAnna',
  media: 'webrtc',
  address: '127.0.0.1',
  alive: true,
};

const offer = 'v=0\r\nm=audio 4000 RTP/AVP 8 0\r\n';
const deskWith = (given: Partial<InviteDesk> = {}): InviteDesk => {
  let ids = 0;
  return {
    directory,
    lines: lines(),
    newId: () => `id-${ids++}`,
    now: () => new Date(0),
    contactsOf: async (users) => (users.includes('wAnna') ? [device] : []),
    ...given,
  };
};
const dial = async (called: string, given: Partial<Invited> = {}, desk: Partial<InviteDesk> = {}) =>
  await onInvite(
    {
      type: 'invited',
      legId: 'caller',
      sipCallId: 'sip-caller',
      called,
      media: 'webrtc',
      address: '127.0.0.1',
      offer,
      sessionId: 'session',
      from: { endpointId: 'eAnna', accountId: 's1', userId: 'wAnna', kind: 'app' },
      ...given,
    },
    deskWith(desk),
  );
const called = async (...given: Parameters<typeof dial>): Promise<Call> => {
  const outcome = await dial(...given);
  if (outcome instanceof InviteRefused) throw new Error(`refused: ${outcome.code}`);
  return outcome;
};
const targetOf = ({ forks }: Pick<Call, 'forks'>) => {
  const [fork] = forks;
  return fork?.target?.kind === 'trunk' ? fork.target : undefined;
};
const shows = async (given: Partial<Invited>, desk: Partial<OutsideLines> = {}) => {
  const outcome = await dial('+4940555000', given, { lines: lines(desk) });
  if (outcome instanceof InviteRefused) return outcome.code;
  return [outcome.shown.from === 'anonymous' ? 'anonymous' : 'shown', targetOf(outcome)?.identity];
};

describe("somebody else's number", () => {
  test('leaves by the first trunk, and the others are left to try', async () => {
    const call = await called('040 555000');
    expect(targetOf(call)).toMatchObject({ trunkId: 't1', number: '+4940555000', identity: '+493023125111' });
    expect(call).toMatchObject({ plan: { kind: 'trunks', left: [{ trunkId: 't2' }] } });
    expect(call.events).toMatchObject([
      { direction: 'OUTGOING', onPhoneNumber: '+493023125111', remotePhoneNumber: '+4940555000', docId: 'pbx-session' },
    ]);
  });

  test('is refused where no trunk leads out', async () => {
    expect(await dial('+4940555000', {}, { lines: lines({ waysOut: async () => [] }) })).toMatchObject({
      status: 503,
      code: 'NO_TRUNK',
    });
  });

  test('of this server does not leave it, whosever it is', async () => {
    const ours = await dial('+493023125199');
    expect(ours instanceof InviteRefused || targetOf(ours)).toBeFalsy();
  });

  describe('of a company at another node', () => {
    const elsewhere = { ...directory, isElsewhere: (accountId: string) => accountId === 's2' };
    const node: OutsideLine = { trunkId: 'node:node-2', node: 'node-2', address: '10.0.0.12', srtp: 'offer' };
    const withLine = (line: OutsideLine | null, more: Partial<OutsideLines> = {}) => ({
      directory: elsewhere,
      lines: lines({ wayToCompany: async (accountId) => (accountId === 's2' ? line : null), ...more }),
    });
    const forbids: OutboundPolicy = {
      mayCall: async () => ({ allowed: false, status: 403, code: 'DESTINATION_BARRED' }),
    };

    test('is called by the line to that node, for which nobody needs a permission, and then by trunks', async () => {
      const call = await called('+493023125199', {}, { ...withLine(node), policy: forbids });
      expect(targetOf(call)).toMatchObject({
        trunkId: 'node:node-2',
        number: '+493023125199',
        identity: '+493023125111',
      });
      expect(call.forks[0]).toMatchObject({ srtp: 'offer', address: '10.0.0.12' });
      expect(call).toMatchObject({
        plan: { left: [{ trunkId: 't1' }, { trunkId: 't2' }], company: { accountId: 's2' } },
      });
      const own = await called('+493023125120', {}, withLine(node));
      expect(targetOf(own)).toBeUndefined();
    });

    test('is called by a trunk while nobody carries the node, as anybody outside is', async () => {
      expect(targetOf(await called('+493023125199', {}, withLine(null)))).toMatchObject({ trunkId: 't1' });
      const asked = await dial('+493023125199', {}, { ...withLine(null), policy: forbids });
      expect(asked).toMatchObject({ code: 'DESTINATION_BARRED' });
    });

    test('is unreachable without either', async () => {
      const alone = withLine(null, { waysOut: async () => [] });
      expect(await dial('+493023125199', {}, alone)).toMatchObject({ status: 480, phrase: 'Company Unreachable' });
    });

    test('is called without a trunk, and help never by such a line', async () => {
      const alone = withLine(node, { waysOut: async () => [] });
      expect(targetOf(await called('+493023125199', {}, alone))).toMatchObject({ trunkId: 'node:node-2' });
      expect(targetOf(await called('112', {}, alone))).toMatchObject({ trunkId: 'tHelp', isEmergency: true });
    });
  });

  test.each([
    ['nothing', {}, null, { user: '+493023125111' }],
    ['another number of the company', { calledName: '+493023125120_cAnna' }, null, { user: '+493023125120' }],
    ['no number', { wantsToShow: 'anonymous' }, null, 'anonymous'],
    ['none, by the channel', {}, 'suppressed', 'anonymous'],
    ['what is none of theirs', { wantsToShow: '+491715550000' }, null, 'SENDER_NOT_ALLOWED'],
  ])('of another account here sees the sender that was chosen: %s', async (_what, given, chosen, seen) => {
    const outcome = await dial('+493023125199', given, { lines: lines({ chosenSender: async () => chosen }) });
    if (outcome instanceof InviteRefused) {
      expect(outcome.code).toBe(seen);
      return;
    }
    expect(outcome.shown.from).toEqual(seen);
    const number = typeof seen === 'string' ? null : seen.user;
    const came = outcome.events.find(({ direction }) => direction === 'INCOMING');
    expect(came).toMatchObject({ accountId: 's2', remotePhoneNumber: number, remoteName: null });
    // The account of who called keeps whose number it was.
    expect(outcome.events[0]?.onPhoneNumber).toBe(number ?? '+493023125111');
  });

  const chose = (sender: string): Partial<OutsideLines> => ({ chosenSender: () => Promise.resolve(sender) });
  test.each([
    ['nothing', {}, {}, ['shown', '+493023125111']],
    ['the number of a shared channel', { calledName: '+493023125120_cTeam' }, {}, ['shown', '+493023125120']],
    ['another number of the company', { calledName: '+493023125120_cAnna' }, {}, ['shown', '+493023125120']],
    ['a number without its plus', { wantsToShow: '493023125120' }, {}, ['shown', '+493023125120']],
    ['no number', { calledName: 'anonymous_cAnna' }, {}, ['anonymous', '+493023125111']],
    ['no number and no name', { wantsToShow: 'suppressed' }, {}, ['anonymous', '+493023125111']],
    ['none, by the channel', {}, chose('anonymous'), ['anonymous', '+493023125111']],
    [
      'its number, though the channel shows none',
      { calledName: '+493023125111_cAnna' },
      chose('anonymous'),
      ['anonymous', '+493023125111'],
    ],
    [
      'its number for this call, without the plus, though the channel shows none',
      { calledName: '493023125111_cAnna' },
      chose('anonymous'),
      ['shown', '+493023125111'],
    ],
    ['an extension', { calledName: '11_cAnna' }, {}, ['shown', '+493023125111']],
    ['what is none of theirs', { calledName: '+491715550000_cAnna' }, {}, 'SENDER_NOT_ALLOWED'],
    ['what was theirs once', {}, chose('+491715550000'), ['shown', '+493023125111']],
  ] as const)('shows who chose %s as they wish', async (_what, given, desk, expected) => {
    expect(await shows(given, desk)).toEqual(expected);
  });

  test('is not called where the policy says no', async () => {
    const policy: OutboundPolicy = {
      mayCall: async () => ({ allowed: false, status: 403, code: 'DESTINATION_BARRED' }),
    };
    expect(await dial('+4940555000', {}, { policy })).toMatchObject({ status: 403, code: 'DESTINATION_BARRED' });
  });
});

describe('help', () => {
  const asked: unknown[] = [];
  const policy: OutboundPolicy = {
    mayCall: async (ask) => {
      asked.push(ask);
      return { allowed: false, status: 403, code: 'LIMIT_REACHED' };
    },
  };

  test.each([
    ['112', {}],
    ['110', {}],
    ['19222', {}],
    ['112', { calledName: 'anonymous_cAnna' }],
    ['112', { wantsToShow: 'suppressed' }],
    ['112', { wantsToShow: '+491715550000' }],
  ])(
    '%s with %j leaves by the marked trunk, with the number shown, whatever the policy says',
    async (number, given) => {
      const call = await called(number, given, { policy });
      expect(targetOf(call)).toMatchObject({ trunkId: 'tHelp', number, identity: '+493023125111', isEmergency: true });
      expect(call.shown.from).toEqual({ user: '+493023125111' });
      expect(asked).toEqual([]);
    },
  );

  test('is called by who wants no calls, and by who chose to hide in the channel', async () => {
    const users: Directory = { ...directory, userById: async () => ({ ...anna, isDnd: true }) };
    const hidden = lines({ chosenSender: async () => 'anonymous' });
    const call = await called('112', {}, { policy, directory: users, lines: hidden });
    expect(call.shown.from).toEqual({ user: '+493023125111' });
  });

  test('comes before an extension and a short code of the same digits', async () => {
    const users: Directory = {
      ...directory,
      userById: async () => ({ ...anna, shortCodes: { '112': '+4940555000' } }),
      channelByExtension: async () => channels[0] ?? null,
    };
    expect(targetOf(await called('112', {}, { directory: users }))?.trunkId).toBe('tHelp');
  });

  test('with a number of the company where nobody has one of their own', async () => {
    const users: Directory = { ...directory, userById: async () => ({ ...anna, number: null }) };
    expect(targetOf(await called('112', {}, { directory: users }))?.identity).toBe('+493023125100');
  });

  test('without a marked trunk is refused immediately', async () => {
    const none = lines({ emergencyWays: async () => [] });
    expect(await dial('112', {}, { lines: none })).toMatchObject({ status: 503, code: 'NO_EMERGENCY_TRUNK' });
    expect(await dial('112', {}, { lines: undefined })).toMatchObject({ code: 'NO_EMERGENCY_TRUNK' });
  });
});

describe('the next trunk', () => {
  const plan: TrunkPlan = {
    kind: 'trunks',
    number: '+4940555000',
    identity: '+4930',
    isEmergency: false,
    maxForwards: 70,
    left: [line('t2')],
  };
  /** A call whose first trunk has it. */
  const calling = (given: Partial<TrunkPlan> = {}) => {
    const all = { ...plan, ...given };
    const nobody = { number: null, name: null };
    const first = tryTrunk({ ...all, left: [line('t1'), ...all.left] }, nobody, () => someFork('t1'));
    if (!first) throw new Error('no trunk');
    return begin([{ ...first.fork, legId: 't1' } as Fork], { plan: first.plan });
  };
  const asksOn = (fact: CallFact, given: Partial<TrunkPlan> = {}) => {
    const run = calling(given);
    run.ring('t1');
    run.take(fact);
    const asked = run.orders.find((order) => order.do === 'nextStage');
    const plan = run.call.state === 'choosing' ? run.call.plan : null;
    if (asked?.do !== 'nextStage' || plan?.kind !== 'trunks') return run.ended();
    const stage = nextTrunk(run.call, plan, asked.refusal as Refusal, () => someFork('t2'));
    if (stage.do === 'ring') return targetOf(stage as unknown as Call)?.trunkId;
    return stage.do === 'end' ? stage.refusal.status : stage;
  };
  const refused = (status: number) =>
    ({ type: 'refused', legId: 't1', status, phrase: 'As They Say' }) as Extract<CallFact, { type: 'refused' }>;

  test.each([500, 502, 503, 504, 408, 401, 407])('is tried after %i', (status) => {
    expect(asksOn(refused(status))).toBe('t2');
  });

  test('is tried where the first one cannot be reached', () => {
    expect(asksOn({ type: 'unreachable', legId: 't1' })).toBe('t2');
  });

  const said = [403, 404, 480, 484, 486, 488, 600, 603, 604];
  test.each(said)('is not tried after %i, which the caller hears', (status) => {
    expect(asksOn(refused(status))).toBe(status);
  });

  test.each([404, 486, 503, 603])('is always tried for help, after %i too', (status) => {
    expect(asksOn(refused(status), { isEmergency: true })).toBe('t2');
  });

  test('is not there after the last one, and the caller is told that there is no way out', () => {
    const run = calling({ left: [] });
    run.ring('t1');
    run.take(refused(503));
    expect(run.orders).toContainEqual({
      do: 'leg',
      order: { do: 'refuse', legId: 'caller', status: 503, phrase: 'Trunks Unavailable' },
    });
  });
});

describe('a call from a trunk', () => {
  const come = async (number: string, given: Partial<InvitedByTrunk['from']> = {}, desk: Partial<InviteDesk> = {}) =>
    await onInvite(
      {
        type: 'invited',
        legId: 'leg',
        sipCallId: 'sip',
        called: number,
        media: 'rtp',
        address: '192.0.2.1',
        offer,
        from: {
          kind: 'trunk',
          number: '+4940555000',
          name: 'Ben',
          maxForwards: 40,
          trunks: [{ trunkId: 't1', accountId: 's1', called: number, numberForm: 'e164' }],
          ...given,
        },
      },
      deskWith(desk),
    );

  test('rings the channel of its number, with the caller in E.164', async () => {
    const call = (await come('03023125111', { number: '040555000' })) as Call;
    expect(call).toMatchObject({ accountId: 's1', rings: ['wAnna'], maxForwards: 40, nobody: null });
    expect(call.shown).toEqual({
      from: { user: '+4940555000', name: 'Ben' },
      number: '+493023125111',
      channelId: 'cAnna',
    });
    expect(call.events).toMatchObject([
      { channelId: 'cAnna', direction: 'INCOMING', onPhoneNumber: '+493023125111', remotePhoneNumber: '+4940555000' },
    ]);
    expect(call.forks.map(({ endpointId }) => endpointId)).toEqual(['eAnna']);
  });

  test('of somebody who hides is anonymous', async () => {
    const call = (await come('+493023125111', { number: null, name: null })) as Call;
    expect(call.shown.from).toBe('anonymous');
    expect(call.events[0]?.remotePhoneNumber).toBeNull();
  });

  test.each(['+493023125112', '12', 'anna', '*43', '112'])(
    'for %s is told that there is no such number',
    async (to) => {
      expect(await come(to)).toMatchObject({ status: 404, code: 'NUMBER_NOT_FOUND' });
    },
  );

  test('does not reach the numbers of another account, but for those of its own trunk', async () => {
    expect(await come('+493023125199')).toMatchObject({ status: 404 });
    const number = { called: '+493023125199', numberForm: 'e164' } as const;
    const trunks = ['s1', 's2'].map((accountId) => ({ trunkId: `t-${accountId}`, accountId, ...number }));
    expect(await come('+493023125199', { trunks })).toMatchObject({ accountId: 's2' });
  });

  test('without a codec that we speak is refused', async () => {
    const video = { offer: 'v=0\r\nm=audio 4000 RTP/AVP 18\r\n' };
    const sent = await onInvite(
      {
        type: 'invited',
        legId: 'leg',
        sipCallId: 'sip',
        called: '1',
        media: 'rtp',
        address: '192.0.2.1',
        ...video,
        from: {
          kind: 'trunk',
          number: null,
          name: null,
          maxForwards: 70,
          trunks: [{ trunkId: 't1', accountId: 's1', called: '+493023125111', numberForm: 'e164' }],
        },
      },
      deskWith(),
    );
    expect(sent).toMatchObject({ status: 488 });
  });
});
