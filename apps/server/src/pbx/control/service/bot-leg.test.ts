import { beforeEach, describe, expect, test } from 'vitest';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
  floor.bots.bots.set('bot', { greeting: '/machine.wav', maxCalls: 1, minutes: 10 });
});

const settle = () => floor.clock.pass(0);
/** The caller's end of the audio, which is opened first. */
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
const stream = () => only().endpoint.stream;
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await settle();
}
async function press(digit: string): Promise<void> {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await settle();
}
async function streamEnds(end: 'closed' | 'failed'): Promise<void> {
  const streamId = stream()?.streamId ?? '';
  only().endpoint.stream = null;
  floor.media.tell({ type: 'streamEnded', endpointId: only().endpointId, streamId, end, why: 'test' });
  await settle();
}
async function calls(routing: Record<string, unknown>, members: string[] = []): Promise<Handset> {
  floor.queues.set('queue', someQueue(members, routing, { channelId: 'queue', name: 'Sales' }));
  const caller = await floor.dial('anna', '20', 'session-1');
  await settle();
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  return caller;
}
const first = { assistantId: 'bot' };
const overflow = { kind: 'assistant', assistantId: 'bot' };
const botCall = () => [...floor.bots.calls.keys()][0] ?? '';

/** Ben's phone rings for the caller, and the bot hears nothing of it. */
async function expectBen(caller: Handset): Promise<void> {
  expect(stream()).toBeNull();
  await floor.ring('ben');
  await floor.pickUp('ben');
  expect(floor.told(caller)).toEqual(['answer']);
  expect(floor.heard()).toHaveLength(1);
}

describe('a caller whom a voice bot has', () => {
  test('hears that a machine speaks, and then the bot, which knows who calls', async () => {
    const caller = await calls(first, ['wben']);
    expect(playing()).toBe('machine.wav');
    expect(stream()).toBeNull();
    await played();
    expect(stream()).toMatchObject({
      url: 'wss://bot.example/voice',
      addresses: ['192.0.2.1'],
      parameters: {
        tone: 'friendly',
        From: '11',
        channel: 'Sales',
        callerName: 'anna',
        language: 'de',
        sessionId: 'session-1',
      },
    });
    expect([...floor.bots.calls.values()]).toMatchObject([
      { assistantId: 'bot', accountId: 's1', channelId: 'queue', docId: 'pbx-session-1', sessionId: 'session-1' },
    ]);
    expect(floor.told(caller)).toEqual(['answer']);
    expect(floor.legs.of('invite')).toEqual([]);
  });

  test('is done where the bot closes properly, though members could ring', async () => {
    const caller = await calls(first, ['wben']);
    await played();
    await streamEnds('closed');
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
    expect(floor.legs.of('invite')).toEqual([]);
    expect(floor.bots.lines).toEqual(['connected', 'taken']);
    // Nobody took the call: the inbox shows it as missed.
    expect(floor.book.lines).toEqual(['opened', 'ended TEMPORARILY_UNAVAILABLE']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('comes to the members where the bot fails in mid-call', async () => {
    const caller = await calls(first, ['wben']);
    await played();
    await streamEnds('failed');
    expect(floor.bots.lines).toEqual(['connected', 'taken']);
    await expectBen(caller);
  });

  test('comes to the members where the bot refuses the connection', async () => {
    floor.media.refusesStreams = true;
    const caller = await calls(first, ['wben']);
    await played();
    expect(floor.bots.lines).toEqual(['not taken']);
    await expectBen(caller);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test.each(['with the greeting', 'with the bot'])('comes to the members with 0 while they are %s', async (when) => {
    const caller = await calls(first, ['wben']);
    if (when === 'with the bot') await played();
    await press('5');
    expect(floor.legs.of('invite')).toEqual([]);
    await press('0');
    expect(floor.bots.lines).toEqual(when === 'with the bot' ? ['connected', 'taken'] : ['not taken']);
    await expectBen(caller);
  });

  test('comes to the members when the time is up', async () => {
    const caller = await calls(first, ['wben']);
    await played();
    await floor.clock.pass(9 * 60_000 + 59_000);
    expect(stream()).not.toBeNull();
    await floor.clock.pass(1000);
    expect(floor.bots.lines).toEqual(['connected', 'taken']);
    await expectBen(caller);
  });

  test('hangs up, and nothing is left of the connection', async () => {
    const caller = await calls(first, ['wben']);
    await played();
    await floor.hangUp(caller);
    await settle();
    expect(floor.bots.lines).toEqual(['connected', 'taken']);
    expect(floor.bots.calls.size).toBe(0);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hangs up during the greeting: the bot did not have the call', async () => {
    const caller = await calls(first, ['wben']);
    await floor.hangUp(caller);
    await settle();
    expect(floor.bots.lines).toEqual(['not taken']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is handed over by the bot to the members', async () => {
    const caller = await calls(first, ['wben']);
    await played();
    const id = botCall();
    expect(floor.exchange.steerBot(id, 'handOver')).toBe(true);
    await settle();
    expect(floor.exchange.steerBot(id, 'handOver')).toBe(false);
    await expectBen(caller);
  });

  test('is handed over to the voicemail where nobody took the call', async () => {
    await calls({ overflow, voicemail: { enabled: true, maxSeconds: 60 } });
    await played();
    floor.exchange.steerBot(botCall(), 'handOver');
    await settle();
    expect(playing()).toBe('voicemail-greeting.de.wav');
    expect(stream()).toBeNull();
  });

  test('is hung up on by the bot', async () => {
    const caller = await calls({ overflow });
    await played();
    floor.exchange.steerBot(botCall(), 'hangUp');
    await settle();
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
    expect(await floor.isQuiet()).toBe(true);
  });
});

describe('a bot with as many calls as it takes', () => {
  test('is left out: members ring immediately', async () => {
    await calls(first, ['wben']);
    const second = await floor.dial('cleo', '20', 'session-2');
    await settle();
    await floor.ring('ben');
    expect(floor.told(second)).toEqual(['provisional 180']);
  });

  test('is left out also where it became full a moment ago', async () => {
    floor.bots.looksFree = true;
    await calls(first, ['wben']);
    const second = await floor.dial('cleo', '20', 'session-2');
    await settle();
    floor.legs.tell({ type: 'acknowledged', legId: second.legId });
    await settle();
    await floor.ring('ben');
    expect(floor.told(second)).toEqual(['answer']);
    expect(floor.bots.lines).toEqual([]);
  });
});

test('a caller who presses 0 while the bot is being connected waits no longer, and the bot did not have them', async () => {
  floor.media.startStream = () => new Promise(() => {});
  const caller = await calls(first, ['wben']);
  await played();
  await press('0');
  expect(floor.bots.lines).toEqual(['not taken']);
  await expectBen(caller);
});

test('a bot that closes before media has answered had the caller', async () => {
  const { startStream } = floor.media;
  floor.media.startStream = async (endpointId, order) => {
    await startStream.call(floor.media, endpointId, order);
    floor.media.tell({ type: 'streamEnded', endpointId, streamId: order.streamId, end: 'closed', why: 'test' });
    await new Promise(() => {});
  };
  await calls(first, ['wben']);
  await played();
  expect(floor.bots.lines).toEqual(['connected', 'taken']);
});

test('an emergency number leads to no bot, whatever the channel of the caller says', async () => {
  floor.queues.set('c-anna', someQueue([], first, { channelId: 'c-anna', extension: '112' }));
  const caller = await floor.dial('anna', '112');
  await settle();
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  expect(floor.bots.calls.size).toBe(0);
  expect(floor.told(caller)).not.toContain('answer');
});
