import { channelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { settle } from '../calls/testing/fake-clock.ts';
import type { DirectoryChannel } from '../ports.ts';
import { FakeFloor } from './testing/fake-floor.ts';

const outside = '+4940555000';
const sdp = [
  'v=0',
  'o=- 9 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
  for (const trunkId of ['t1', 't2']) floor.trunks.push({ trunkId, address: '192.0.2.1', srtp: 'off' });
});

/** Calls that left by trunks, oldest first. */
const left = () =>
  floor.legs.of('invite').flatMap(({ legId, from, target }) => {
    if (target.kind !== 'trunk') return [];
    const { trunkId, number, identity, maxForwards } = target;
    return [{ legId, trunkId, number, identity, maxForwards, isHidden: from === 'anonymous' }];
  });
const last = () => {
  const call = left().at(-1);
  if (!call) throw new Error('no call left');
  return call;
};
const by = () => left().map(({ trunkId }) => trunkId);
const trunkSays = async (fact: { status: number; sdp?: string } | 'nothing' | 'yes') => {
  const { legId } = last();
  if (fact === 'nothing') floor.legs.tell({ type: 'unreachable', legId });
  else if (fact === 'yes') floor.legs.tell({ type: 'answered', legId, sdp });
  else if (fact.status < 200) floor.legs.tell({ type: 'provisional', legId, ...fact });
  else floor.legs.tell({ type: 'refused', legId, phrase: 'As They Say', ...fact });
  await settle();
};

describe('a call that leaves', () => {
  test('goes by the second trunk where the first one cannot serve, and the caller hears of one call', async () => {
    const anna = await floor.dial('anna', outside);
    await trunkSays({ status: 503 });
    expect(by()).toEqual(['t1', 't2']);
    await trunkSays({ status: 180 });
    await trunkSays('yes');
    floor.legs.tell({ type: 'acknowledged', legId: anna.legId });
    await settle();
    expect(floor.told(anna)).toEqual(['provisional 180', 'answer']);
    expect(floor.heard()).toHaveLength(1);
    floor.legs.tell({ type: 'ended', legId: last().legId });
    await settle();
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that no trunk takes is refused, once', async () => {
    const anna = await floor.dial('anna', outside);
    await trunkSays('nothing');
    await trunkSays({ status: 408 });
    expect(by()).toEqual(['t1', 't2']);
    expect(floor.told(anna)).toEqual(['refuse 503']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that is refused by who was called ends there, with what they said', async () => {
    const anna = await floor.dial('anna', outside);
    await trunkSays({ status: 404 });
    expect(by()).toEqual(['t1']);
    expect(floor.told(anna)).toEqual(['refuse 404']);
  });

  test('that its caller gives up between two trunks goes no further', async () => {
    const anna = await floor.dial('anna', outside);
    floor.legs.tell({ type: 'refused', legId: last().legId, status: 503, phrase: 'Busy' });
    floor.legs.tell({ type: 'cancelled', legId: anna.legId });
    await settle();
    // SIP itself has answered the INVITE that was cancelled.
    expect(floor.told(anna)).toEqual([]);
    expect(by()).toEqual(['t1']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('lets its caller hear what the network says before anybody answers', async () => {
    const anna = await floor.dial('anna', outside);
    await trunkSays({ status: 183, sdp });
    expect(floor.told(anna)).toContain('provisional 183');
    expect(floor.heard()).toHaveLength(1);
  });

  test('for help tries every trunk that is marked for it, and no other', async () => {
    for (const trunkId of ['h1', 'h2']) floor.helpTrunks.push({ trunkId, address: '192.0.2.1', srtp: 'off' });
    const anna = await floor.dial('anna', '112');
    await trunkSays({ status: 403 });
    await trunkSays({ status: 486 });
    expect(by()).toEqual(['h1', 'h2']);
    expect(floor.told(anna)).toEqual(['refuse 486']);
  });

  test('for help is made although the caller talks already', async () => {
    floor.helpTrunks.push({ trunkId: 'h1', address: '192.0.2.1', srtp: 'off' });
    await floor.talk('anna', 'ben');
    const help = await floor.dial('anna', '110');
    await trunkSays('yes');
    expect(floor.told(help)).toContain('answer');
  });
});

describe('a call to a company at another node', () => {
  const company = '+4930777000';
  const lineTo = (node: string, address = '10.0.0.12') =>
    ({ trunkId: `node:${node}`, node, address, srtp: 'offer' }) as const;
  const channel: DirectoryChannel = {
    channelId: 'c-away',
    accountId: 's9',
    type: 'acd',
    name: 'Away',
    ringSeconds: 20,
    members: [],
    ownerUserId: null,
    extension: null,
    number: company,
  };
  const callFrom = async (...found: (ReturnType<typeof lineTo> | null)[]) => {
    floor.queues.set(channel.channelId, channel);
    floor.elsewhere.set('s9', found);
    return await floor.dial('anna', company);
  };

  test('leaves by a trunk where its carrier is silent, with the permission that this needs', async () => {
    const asked: unknown[] = [];
    const prepared = new FakeFloor();
    prepared.policy = {
      mayCall: async ({ e164, userId, kind }) => {
        asked.push([e164, userId, kind]);
        return { allowed: true };
      },
    };
    floor = await FakeFloor.open(prepared);
    floor.trunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
    await callFrom(lineTo('node-2'), lineTo('node-2'));
    expect([by(), asked]).toEqual([['node:node-2'], []]);
    await trunkSays('nothing');
    expect([by(), asked]).toEqual([['node:node-2', 't1'], [[company, 'wanna', 'call']]]);
  });

  test('follows the company once, where it has moved or somebody else carries its node', async () => {
    const anna = await callFrom(lineTo('node-2'), lineTo('node-3'), lineTo('node-4'));
    await trunkSays({ status: 302 });
    expect(by()).toEqual(['node:node-2', 'node:node-3']);
    await trunkSays({ status: 302 });
    expect(by()).toEqual(['node:node-2', 'node:node-3', 't1']);
    await trunkSays({ status: 404 });
    expect(floor.told(anna)).toEqual(['refuse 404']);
    await callFrom(lineTo('node-2'), lineTo('node-2', '10.0.0.13'));
    await trunkSays({ status: 503 });
    expect(by().slice(-2)).toEqual(['node:node-2', 'node:node-2']);
  });

  test('that no carrier takes is told apart from trunks that are down, and who is called counts as ever', async () => {
    floor.trunks.splice(0);
    const anna = await callFrom(lineTo('node-2'), null);
    await trunkSays('nothing');
    expect(floor.told(anna)).toEqual(['refuse 480']);
    const again = await callFrom(lineTo('node-2'));
    await trunkSays({ status: 486 });
    expect(floor.told(again)).toEqual(['refuse 486']);
    expect(await floor.isQuiet()).toBe(true);
  });
});

test('nobody has too many calls to call help', async () => {
  floor.helpTrunks.push({ trunkId: 'h1', address: '192.0.2.1', srtp: 'off' });
  for (let calls = 0; calls < 20; calls += 1) await floor.dial('anna', outside);
  const click = (number: string) =>
    floor.exchange.startCall('wanna', { number, ownNumber: null, channelId: null, sessionId: null });
  await expect(click(outside)).rejects.toMatchObject({ code: 'WRONG_STATE' });
  await click('112');
  await settle();
  await floor.pickUp('anna');
  expect(last()).toMatchObject({ trunkId: 'h1', number: '112', isHidden: false });
});

describe('a transfer', () => {
  test('asks somebody outside first, by the second trunk if need be, and joins them', async () => {
    const [anna, ben] = await floor.talk('anna', 'ben');
    await floor.exchange.startTransfer(
      'wben',
      { id: ben.callId },
      { number: outside, ownNumber: null, sessionId: null },
    );
    await settle();
    await trunkSays({ status: 500 });
    expect(last()).toMatchObject({ trunkId: 't2', identity: '+4930555000' });
    await trunkSays('yes');
    await floor.hangUp(ben);
    expect(floor.heard()).toHaveLength(1);
    expect(floor.told(anna)).not.toContain('bye');
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hands over to somebody outside, who sees a number of ours and not that of who was handed over', async () => {
    const [anna, ben] = await floor.talk('anna', 'ben');
    await floor.exchange.transferBlindly('wben', { id: ben.callId }, outside);
    await settle();
    await trunkSays('nothing');
    expect(left()).toMatchObject([
      { trunkId: 't1', identity: '+4930555000', isHidden: false },
      { trunkId: 't2', identity: '+4930555000', isHidden: false },
    ]);
    await trunkSays('yes');
    expect(floor.heard()).toHaveLength(1);
    await floor.hangUp(anna);
    expect(await floor.isQuiet()).toBe(true);
  });
});

describe('a call that comes', () => {
  const queue = (given: Partial<DirectoryChannel> = {}): DirectoryChannel => ({
    channelId: 'cteam',
    accountId: 's1',
    type: 'acd',
    name: 'Team',
    ringSeconds: 20,
    ownerUserId: null,
    members: [{ userId: 'wben', displayName: 'ben', dialedIn: true, isDnd: false }],
    extension: '20',
    number: '+4930555020',
    ...given,
  });
  const come = async (maxForwards = 70, number: string | null = '+4940555111') => {
    floor.legs.tell({
      type: 'invited',
      legId: 'come',
      sipCallId: 'sip-come',
      called: '+4930555020',
      media: 'rtp',
      address: '192.0.2.1',
      offer: sdp,
      from: {
        kind: 'trunk',
        number,
        name: null,
        maxForwards,
        trunks: [{ trunkId: 't1', accountId: 's1', called: '+4930555020', numberForm: 'e164' }],
      },
    });
    await settle();
    return { legId: 'come', callId: 'sip-come' };
  };
  const forwarded = (number: string) =>
    queue({
      members: [],
      routing: channelRouting.parse({ overflow: { kind: 'number', number } }),
    });

  test('rings the members of its channel, and the one who takes it talks', async () => {
    floor.queues.set('cteam', queue());
    const caller = await come();
    await floor.ring('ben');
    const ben = await floor.pickUp('ben');
    floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
    await settle();
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
    expect(floor.row('ben')?.body).toMatchObject({ number: '+4940555111', channelId: 'cteam' });
    await floor.hangUp(ben);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('goes on to a number outside with the number of its channel and one hop less, by the next trunk if need be', async () => {
    floor.queues.set('cteam', forwarded(outside));
    const caller = await come(40);
    await trunkSays({ status: 503 });
    expect(left()).toMatchObject([
      { trunkId: 't1', number: outside, identity: '+4930555020', maxForwards: 39, isHidden: false },
      { trunkId: 't2', number: outside, identity: '+4930555020', maxForwards: 39 },
    ]);
    await trunkSays('yes');
    expect(floor.told(caller)).toContain('answer');
  });

  test('of somebody who hides stays hidden when it goes on', async () => {
    floor.queues.set('cteam', forwarded(outside));
    await come(70, null);
    expect(last()).toMatchObject({ isHidden: true, identity: '+4930555020' });
  });

  test('goes in no circle: not when it has gone too far, nor to a number of ours', async () => {
    floor.queues.set('cteam', forwarded(outside));
    const caller = await come(1);
    expect(left()).toEqual([]);
    expect(floor.told(caller)).toEqual(['refuse 480']);
    floor.queues.set('cteam', forwarded('+4930555020'));
    floor.legs.orders.length = 0;
    await floor.dial('anna', '20');
    expect(left()).toEqual([]);
  });
});
