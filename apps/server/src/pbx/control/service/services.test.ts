import { beforeEach, describe, expect, test } from 'vitest';
import { someMember, someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
});

const voicemail = { overflow: { kind: 'voicemail' }, voicemail: { enabled: true, maxSeconds: 60 } };
const queue = (routing: Record<string, unknown>, members: string[] = []) =>
  floor.queues.set('queue', someQueue(members, routing, { channelId: 'queue' }));

/** The caller is answered by the exchange and hears it. */
async function answered(caller: Handset): Promise<void> {
  await floor.clock.pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await floor.clock.pass(0);
}
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
/** The sound that plays is over. */
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await floor.clock.pass(0);
}
async function press(digit: string): Promise<void> {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await floor.clock.pass(0);
}
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
/** Until the tone is over and the caller speaks. */
async function atTheTone(): Promise<Handset> {
  queue(voicemail);
  const caller = await floor.dial('anna', '20');
  await answered(caller);
  await played();
  await played();
  return caller;
}

describe('voicemail', () => {
  test('greets, gives the tone, and takes a message that ends with #', async () => {
    queue(voicemail);
    const caller = await floor.dial('anna', '20', 'session-1');
    await answered(caller);
    expect(floor.told(caller)).toEqual(['answer']);
    expect(playing()).toBe('voicemail-greeting.de.wav');
    await played();
    expect(playing()).toBe('beep.wav');
    await played();
    expect(only().endpoint.recording).toMatchObject({ path: '/voicemails/1.wav', speakers: ['USER'] });
    expect(floor.voicemails.messages).toMatchObject([
      { channelId: 'queue', docId: 'pbx-session-1', sessionId: 'session-1', accountId: 's1' },
    ]);
    const { recording } = only().endpoint;
    only().endpoint.recording = null;
    const path = recording?.path ?? '';
    floor.media.tell({
      type: 'recorded',
      endpointId: only().endpointId,
      recordingId: recording?.recordingId ?? '',
      path,
      durationMs: 4000,
    });
    await floor.clock.pass(0);
    expect(floor.voicemails.lines).toEqual(['finished 4000']);
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
    // Nobody took the call: the inbox shows it as missed, with a message.
    expect(floor.book.lines).toEqual(['opened', 'ended TEMPORARILY_UNAVAILABLE']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is over with #', async () => {
    const caller = await atTheTone();
    await press('#');
    expect(floor.told(caller).at(-1)).toBe('bye');
    // The fake's recordings take a second, in which nobody says anything.
    expect(floor.voicemails.lines).toEqual(['finished 0']);
  });

  test('is over when the caller hangs up, and what was said is kept', async () => {
    const caller = await atTheTone();
    await floor.hangUp(caller);
    await floor.clock.pass(0);
    expect(floor.voicemails.lines).toHaveLength(1);
    expect(floor.told(caller)).toEqual(['answer']);
    // The exchange had answered: the caller did not give up before.
    expect(floor.book.lines).toEqual(['opened', 'ended HANGUP']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is over after the longest message', async () => {
    queue({ ...voicemail, voicemail: { enabled: true, maxSeconds: 10 } });
    const caller = await floor.dial('anna', '20');
    await answered(caller);
    await played();
    await played();
    // Somebody speaks all the time.
    floor.media.stats = async () => ({ ...(await Promise.resolve(loud)) });
    await floor.clock.pass(9_000);
    expect(floor.told(caller)).toEqual(['answer']);
    await floor.clock.pass(1_000);
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
  });

  test('is over after a long silence', async () => {
    const caller = await atTheTone();
    await floor.clock.pass(9_000);
    expect(floor.told(caller)).toEqual(['answer']);
    await floor.clock.pass(1_000);
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
  });

  test('leaves nothing of a caller who hangs up while they are greeted', async () => {
    queue(voicemail);
    const caller = await floor.dial('anna', '20');
    await answered(caller);
    await floor.hangUp(caller);
    await floor.clock.pass(0);
    expect(floor.voicemails.messages).toEqual([]);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('has its greeting skipped by #, and the own one of the channel comes first', async () => {
    floor.voicemails.greeting = '/greetings/own.wav';
    queue(voicemail);
    await answered(await floor.dial('anna', '20'));
    expect(playing()).toBe('own.wav');
    await press('#');
    expect(playing()).toBe('beep.wav');
  });

  test("is told of a file that could not be written, and the caller's leg ends", async () => {
    const caller = await atTheTone();
    const { recording } = only().endpoint;
    only().endpoint.recording = null;
    floor.media.tell({
      type: 'recordingFailed',
      endpointId: only().endpointId,
      recordingId: recording?.recordingId ?? '',
      why: 'ENOSPC',
    });
    await floor.clock.pass(0);
    expect(floor.voicemails.lines).toEqual(['failed ENOSPC']);
    expect(floor.told(caller).at(-1)).toBe('bye');
  });

  test('comes after a queue whose members did not answer', async () => {
    queue(voicemail, []);
    floor.queues.set('queue', someQueue(['wben'], voicemail, { channelId: 'queue' }));
    const caller = await floor.dial('anna', '20');
    await floor.ring('ben');
    await floor.clock.pass(30_000);
    await answered(caller);
    expect(playing()).toBe('voicemail-greeting.de.wav');
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
  });

  test('takes the message of somebody who was handed over', async () => {
    queue(voicemail);
    const [caller, callee] = await floor.talk('anna', 'ben');
    await floor.exchange.transferBlindly('wben', { id: callee.callId }, '20');
    await floor.clock.pass(0);
    expect(playing()).toBe('voicemail-greeting.de.wav');
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
  });

  test('is nothing for the second line of a warm transfer, whose user waits for a person', async () => {
    queue(voicemail);
    const [, callee] = await floor.talk('anna', 'ben');
    await floor.exchange.startTransfer(
      'wben',
      { id: callee.callId },
      { number: '20', ownNumber: null, sessionId: null },
    );
    await floor.clock.pass(0);
    expect(floor.row('ben')?.body.transfer).toMatchObject({ state: 'failed' });
    expect(floor.voicemails.messages).toEqual([]);
  });
});

describe('an announcement', () => {
  test('is heard before anybody rings', async () => {
    queue({ announcementId: 'hello' });
    floor.queues.set('queue', someQueue(['wben'], { announcementId: 'hello' }, { channelId: 'queue' }));
    const caller = await floor.dial('anna', '20');
    await answered(caller);
    expect(playing()).toBe('hello.wav');
    expect(floor.legs.of('invite')).toEqual([]);
    await played();
    expect(playing()).toBe('ringback');
    await floor.ring('ben');
    await floor.pickUp('ben');
    expect(floor.heard()).toHaveLength(1);
    expect(floor.told(caller)).toEqual(['answer']);
    await floor.hangUp(caller);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('that is gone is left out', async () => {
    floor.queues.set('queue', someQueue(['wben'], { announcementId: 'gone' }, { channelId: 'queue' }));
    const caller = await floor.dial('anna', '20');
    await floor.clock.pass(0);
    await floor.ring('ben');
    expect(floor.told(caller)).toEqual(['provisional 180']);
  });
});

const loud = {
  packetsSent: 0,
  packetsReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  lostIn: 0,
  lostOut: 0,
  jitterIn: 0,
  levelIn: 0.3,
  levelOut: 0,
};

describe('a caller who comes to a service from another call', () => {
  /** Who hears what, by the order in which they came: Ben's phone, then Anna's. */
  const files = () =>
    [...floor.media.endpoints.values()].map(({ sound }) =>
      sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound,
    );
  const playedTo = async (place: number) => {
    floor.media.tell({ type: 'played', endpointId: [...floor.media.endpoints.keys()][place] ?? '' });
    await floor.clock.pass(0);
  };
  /** Anna called Ben, whose phone calls a queue besides, hears its voicemail, and asks for both to be joined. */
  const handOver = async (number: string): Promise<readonly [Handset, Handset]> => {
    const [anna, ben] = await floor.talk('anna', 'ben');
    const second = await floor.dial('ben', number);
    await answered(second);
    return [anna, { ...ben, legId: second.legId }];
  };
  const join = async (ben: Handset) => {
    const first = floor.rung('ben');
    floor.legs.tell({ type: 'referred', legId: first.legId, referId: 'r', number: '20', replacesLegId: ben.legId });
    await floor.clock.pass(0);
  };

  test('hears the greeting from its beginning, the tone, and leaves a message', async () => {
    queue(voicemail);
    const [anna, ben] = await handOver('20');
    await playedTo(2);
    expect(files()).toEqual([null, null, 'beep.wav']);
    await join(ben);
    expect(floor.told(ben).at(-1)).toBe('bye');
    expect(floor.told(anna)).not.toContain('bye');
    expect(files()).toEqual(['voicemail-greeting.de.wav']);
    await playedTo(0);
    expect(files()).toEqual(['beep.wav']);
    await playedTo(0);
    expect(only().endpoint.recording).toMatchObject({ speakers: ['USER'] });
    expect(floor.voicemails.messages).toMatchObject([{ channelId: 'queue' }]);
    await press('#');
    expect(floor.told(anna).at(-1)).toBe('bye');
    expect(await floor.isQuiet()).toBe(true);
  });

  test('hears the echo test from its tone on', async () => {
    const [anna, ben] = await handOver('*43');
    await floor.clock.pass(1200);
    await join(ben);
    expect(only().endpoint).toMatchObject({ sound: 'confirmation', echo: false });
    await floor.clock.pass(1200);
    expect(only().endpoint).toMatchObject({ sound: null, echo: true });
    await floor.hangUp(anna);
    expect(floor.exchange.activeCalls()).toBe(0);
  });
});

describe('somebody outside who calls a phone that is registered elsewhere', () => {
  const calls = async (given: Partial<Parameters<typeof someMember>[1]> = {}, routing: object = voicemail) => {
    const ben = someMember('wben', { displayName: 'ben', ...given });
    const own = { channelId: 'c-ben', type: 'private', ownerUserId: 'wben', extension: null } as const;
    floor.queues.set('c-ben', someQueue([ben], { ringSeconds: 20, ...routing }, own));
    const { legId, callId } = { legId: 'outside-1', callId: 'sip-outside-1' };
    floor.legs.tell({
      type: 'invited',
      legId,
      sipCallId: callId,
      called: '+4969900091',
      media: 'rtp',
      address: '127.0.0.1',
      offer: undefined,
      from: {
        kind: 'outside',
        phoneId: 'f1',
        accountId: 's1',
        userId: 'wben',
        number: '+4940555000',
        name: null,
      },
    } as never);
    await floor.clock.pass(0);
    return { legId, callId };
  };

  test('rings its owner, and leaves a message when nobody answers', async () => {
    const caller = await calls();
    await floor.ring('ben');
    expect(floor.told(caller)).toEqual(['provisional 180']);
    await floor.clock.pass(20_000);
    expect(floor.told(floor.rung('ben'))).toEqual(['invite', 'cancel']);
    expect(floor.told(caller)).toEqual(['provisional 180', 'answer']);
  });

  test.each([
    ['the owner wants no calls', { isDnd: true }, voicemail],
    ['it is outside the hours', {}, { ...voicemail, hours: {}, closed: { kind: 'voicemail' } }],
  ])('comes to the voicemail immediately when %s', async (_why, member, routing) => {
    const caller = await calls(member, routing);
    expect(floor.legs.of('invite')).toEqual([]);
    expect(floor.told(caller)).toEqual(['answer']);
  });

  test('is told so where there is no voicemail', async () => {
    expect(floor.told(await calls({ isDnd: true }, {}))).toEqual(['refuse 486']);
  });
});
