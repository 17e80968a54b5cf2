import { beforeEach, describe, expect, test } from 'vitest';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

/** A queue of these people at the extension 20, or another one. */
function queue(members: readonly string[], routing = {}, channelId = 'queue', extension = '20') {
  floor.queues.set(
    channelId,
    someQueue(
      members.map((name) => someMember(`w${name}`, { displayName: name })),
      routing,
      { channelId, extension },
    ),
  );
}
const invitesOf = (person: string) =>
  floor.legs.of('invite').filter(({ target }) => target.kind === 'device' && target.contact.userId === `w${person}`);
const toVoicemail = { overflow: { kind: 'channel', channelId: 'second' } };

describe('a queue', () => {
  test('rings its members, and who answers keeps the claim until the call is over', async () => {
    queue(['ben', 'cleo']);
    const caller = await floor.dial('anna', '20');
    expect([...floor.agents.claims.keys()]).toEqual(['wben', 'wcleo']);
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect([...floor.agents.claims.keys()]).toEqual(['wben']);
    expect(floor.told(floor.rung('cleo'))).toEqual(['invite', 'cancel']);
    await floor.hangUp(caller);
    expect([...floor.agents.claims.keys()]).toEqual([]);
    expect(floor.agents.ended).toEqual(['wben queue']);
  });

  test('rings as a queue, and a call between two does not', async () => {
    queue(['ben']);
    await floor.talk('cleo', 'dora');
    await floor.dial('anna', '20');
    expect(floor.legs.of('invite').map(({ isOfQueue }) => isOfQueue)).toEqual([undefined, true]);
  });

  test('rings nobody whom another queue rings or has', async () => {
    queue(['ben', 'cleo']);
    queue(['ben', 'dora'], {}, 'other', '21');
    await floor.dial('anna', '20');
    await floor.dial('anna', '21');
    expect(invitesOf('ben')).toHaveLength(1);
    expect(invitesOf('dora')).toHaveLength(1);
  });

  test('rings nobody who talks on a call of their own', async () => {
    await floor.talk('anna', 'ben');
    queue(['ben', 'cleo']);
    await floor.dial('dora', '20');
    expect(invitesOf('ben')).toHaveLength(1);
    expect(invitesOf('cleo')).toHaveLength(1);
  });

  test('lets a caller wait, who hears it ring, until somebody is free', async () => {
    queue(['ben']);
    const [first] = await floor.talk('anna', 'ben');
    const waiting = await floor.dial('dora', '20');
    expect(floor.told(waiting)).toEqual(['provisional 180']);
    expect(invitesOf('ben')).toHaveLength(1);
    await floor.hangUp(first);
    await floor.clock.pass(2000);
    expect(invitesOf('ben')).toHaveLength(2);
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect(floor.told(waiting)).toEqual(['provisional 180', 'answer']);
  });

  test('rings one after the other, and ends when all have had their turn', async () => {
    queue(['ben', 'cleo'], { strategy: 'fixed-order', turnSeconds: 10, ringSeconds: 20, memberOrder: ['wcleo'] });
    const caller = await floor.dial('anna', '20');
    await floor.ring('cleo');
    expect(invitesOf('ben')).toHaveLength(0);
    await floor.clock.pass(10_000);
    expect(floor.told(floor.rung('cleo'))).toEqual(['invite', 'cancel']);
    expect([...floor.agents.claims.keys()]).toEqual(['wben']);
    await floor.ring('ben');
    await floor.clock.pass(10_000);
    expect(floor.told(caller)).toEqual(['provisional 180', 'refuse 480']);
    expect(floor.agents.claims.size).toBe(0);
    expect(floor.book.lines.at(-1)).toBe('ended TEMPORARILY_UNAVAILABLE');
  });

  test('frees everybody when the caller gives up', async () => {
    queue(['ben', 'cleo']);
    const caller = await floor.dial('anna', '20');
    floor.legs.tell({ type: 'cancelled', legId: caller.legId });
    await floor.clock.pass(0);
    expect(floor.agents.claims.size).toBe(0);
    expect(floor.agents.ended).toEqual([]);
  });
});

describe('a member who becomes free while others ring', () => {
  const change = (name: string, given: Parameters<typeof someMember>[1]) => {
    const channel = floor.queues.get('queue');
    if (!channel) throw new Error('there is no queue');
    const members = channel.members.map((member) => (member.userId === `w${name}` ? { ...member, ...given } : member));
    floor.queues.set('queue', { ...channel, members });
  };
  const until = (ms: number) => new Date(floor.clock.now().getTime() + ms);

  test.each([
    ['logs in', { dialedIn: false }, { dialedIn: true }],
    ['ends do-not-disturb', { isDnd: true }, { isDnd: false }],
    ['has done their follow-up', { followUpUntil: new Date('2099-01-01') }, { followUpUntil: null }],
  ])('a member who %s rings too, immediately', async (_what, before, after) => {
    queue(['ben', 'cleo']);
    change('cleo', before);
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    await floor.clock.pass(5000);
    expect(invitesOf('cleo')).toHaveLength(0);
    change('cleo', after);
    await floor.clock.pass(1000);
    expect(invitesOf('cleo')).toHaveLength(1);
    expect(floor.told(floor.rung('ben'))).toEqual(['invite']);
    expect([...floor.agents.claims.keys()]).toEqual(['wben', 'wcleo']);
    await floor.ring('cleo');
    await floor.clock.pass(3000);
    expect(invitesOf('cleo')).toHaveLength(1);
    await floor.pickUp('cleo');
    expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
    expect([...floor.agents.claims.keys()]).toEqual(['wcleo']);
    await floor.hangUp(caller);
    expect(floor.agents.claims.size).toBe(0);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('whose call ends rings too, and both stop when the ring time is over', async () => {
    const [first] = await floor.talk('dora', 'cleo');
    queue(['ben', 'cleo'], { ringSeconds: 20 });
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    await floor.hangUp(first);
    await floor.clock.pass(1000);
    expect(invitesOf('cleo')).toHaveLength(2);
    await floor.ring('cleo');
    await floor.clock.pass(18_500);
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.clock.pass(1000);
    expect(floor.told(caller)).toEqual(['provisional 180', 'refuse 480']);
    expect(floor.told(floor.rung('cleo'))).toEqual(['invite', 'cancel']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each(['fixed-order', 'longest-idle'])(
    'is next by %s once the one who rings had their turn',
    async (strategy) => {
      queue(['ben', 'cleo'], { strategy, turnSeconds: 10, ringSeconds: 40 });
      change('cleo', { dialedIn: false });
      const caller = await floor.dial('anna', '20');
      await floor.ring('ben');
      change('cleo', { dialedIn: true });
      await floor.clock.pass(9500);
      expect(invitesOf('cleo')).toHaveLength(0);
      await floor.clock.pass(1000);
      expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
      expect(invitesOf('cleo')).toHaveLength(1);
      await floor.ring('cleo');
      // For what is left of the channel's time.
      await floor.clock.pass(29_000);
      expect(floor.told(caller)).toEqual(['provisional 180']);
      await floor.clock.pass(2000);
      expect(floor.told(caller)).toEqual(['provisional 180', 'refuse 480']);
      expect(await floor.isQuiet()).toBe(true);
    },
  );

  test('is left alone by a call that was taken meanwhile', async () => {
    queue(['ben', 'cleo']);
    change('cleo', { followUpUntil: until(5000) });
    await floor.dial('anna', '20');
    await floor.ring('ben');
    await floor.pickUp('ben');
    await floor.clock.pass(10_000);
    expect(invitesOf('cleo')).toHaveLength(0);
  });
});

/** Claims come only when the test lets them; gives what lets the next one come, and how many wait. */
function slowClaims() {
  const claim = floor.agents.claim.bind(floor.agents);
  const waiting = new Map<string, () => void>();
  floor.agents.claim = async (ask) => {
    await new Promise<void>((resolve) => waiting.set(ask.userIds.join(), resolve));
    return await claim(ask);
  };
  return async (userId: string) => {
    waiting.get(userId)?.();
    await floor.clock.pass(0);
  };
}

describe('a member who is claimed too late', () => {
  /** Ben rings, Cleo is logged in, and nobody is claimed any longer before the test says so. */
  async function slowly() {
    queue(['ben', 'cleo'], toVoicemail);
    queue(['dora'], {}, 'second', '21');
    const channel = floor.queues.get('queue');
    if (!channel) throw new Error('there is no queue');
    const members = channel.members.map((member) => ({ ...member, dialedIn: member.userId === 'wben' }));
    floor.queues.set('queue', { ...channel, members });
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    const comes = slowClaims();
    floor.queues.set('queue', channel);
    await floor.clock.pass(1000);
    return { caller, comes };
  }

  test.each([
    ['wcleo', 'wdora'],
    ['wdora', 'wcleo'],
  ])('is free again where others are rung instead: %s before %s', async (...order) => {
    const { caller, comes } = await slowly();
    await floor.refuse('ben');
    for (const userId of order) await comes(userId);
    expect([...floor.agents.claims.keys()]).toEqual(['wdora']);
    expect(invitesOf('cleo')).toHaveLength(0);
    await floor.ring('dora');
    await floor.pickUp('dora');
    expect([...floor.agents.claims.keys()]).toEqual(['wdora']);
    await floor.hangUp(caller);
    expect(floor.agents.claims.size).toBe(0);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is free again where somebody has taken the call', async () => {
    const { comes } = await slowly();
    await floor.pickUp('ben');
    await comes('wcleo');
    expect([...floor.agents.claims.keys()]).toEqual(['wben']);
  });

  test('is free again where the caller has given up', async () => {
    const { caller, comes } = await slowly();
    floor.legs.tell({ type: 'cancelled', legId: caller.legId });
    await floor.clock.pass(0);
    await comes('wcleo');
    expect(floor.agents.claims.size).toBe(0);
    expect(await floor.isQuiet()).toBe(true);
  });
});

describe('a call that goes on to another channel', () => {
  test('rings there, with an inbox event that says where it came in', async () => {
    queue(['ben'], toVoicemail);
    queue(['cleo'], {}, 'second', '21');
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    await floor.clock.pass(30_000);
    await floor.ring('cleo');
    expect(floor.told(caller)).toEqual(['provisional 180']);
    expect(invitesOf('cleo')[0]?.to).toMatchObject({ user: '20' });
    expect(floor.book.stages).toMatchObject([
      {
        legs: [{ userId: 'wcleo', channelId: 'second' }],
        events: [{ channelId: 'second', originalChannelId: 'queue', onPhoneNumber: '20' }],
        leaves: { channelId: 'queue' },
      },
    ]);
    expect(floor.row('cleo')?.body).toMatchObject({
      channelId: 'second',
      originalChannelId: 'queue',
      state: 'ringing',
    });
    expect(floor.row('ben')?.endedAt).not.toBeNull();
    await floor.pickUp('cleo');
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
    await floor.hangUp(caller);
    expect(floor.agents.ended).toEqual(['wcleo second']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes there immediately when nobody can ring', async () => {
    queue([], toVoicemail);
    queue(['cleo'], {}, 'second', '21');
    await floor.dial('anna', '20');
    await floor.clock.pass(0);
    expect(invitesOf('cleo')).toHaveLength(1);
  });

  test('stays where it is when the other channel is gone', async () => {
    queue([], toVoicemail);
    const caller = await floor.dial('anna', '20');
    expect(floor.told(caller)).toEqual(['refuse 480']);
  });

  test('is the same for a call that is handed over', async () => {
    queue(['cleo'], toVoicemail);
    queue(['dora'], {}, 'second', '21');
    const [caller, callee] = await floor.talk('anna', 'ben', 'session-1');
    await floor.exchange.transferBlindly('wben', { id: callee.callId }, '20');
    await floor.clock.pass(0);
    expect(invitesOf('cleo')).toHaveLength(1);
    await floor.clock.pass(30_000);
    expect(invitesOf('dora')).toHaveLength(1);
    expect(invitesOf('ben')).toHaveLength(1);
    await floor.ring('dora');
    await floor.pickUp('dora');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });
});

test('a warm transfer to a queue rings its members and goes on to another channel, while the user waits', async () => {
  queue(['cleo'], toVoicemail);
  queue(['dora'], {}, 'second', '21');
  const [, callee] = await floor.talk('anna', 'ben');
  const target = { number: '20', ownNumber: null, sessionId: null };
  await floor.exchange.startTransfer('wben', { id: callee.callId }, target);
  await floor.clock.pass(0);
  expect([...floor.agents.claims.keys()]).toEqual(['wcleo']);
  await floor.clock.pass(30_000);
  expect([...floor.agents.claims.keys()]).toEqual(['wdora']);
  await floor.ring('dora');
  await floor.pickUp('dora');
  expect(floor.row('ben')?.body.transfer).toMatchObject({ state: 'talking' });
  await floor.hangUp(callee);
  expect(floor.heard()).toHaveLength(1);
  await floor.hangUp(floor.rung('dora'));
  expect(floor.agents.claims.size).toBe(0);
  expect(await floor.isQuiet()).toBe(true);
});
