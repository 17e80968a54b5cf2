import { beforeEach, describe, expect, test } from 'vitest';
import { someQueue } from '../../routing/testing/some-channel.ts';
import { FakeFloor, type Handset } from '../testing/fake-floor.ts';

let floor: FakeFloor;
beforeEach(async () => {
  floor = await FakeFloor.open();
  floor.assistants.scripts.set('desk', {
    greeting: '/greeting.wav',
    questions: [
      { questionId: 'name', label: 'Name', question: 'Who is calling?', file: '/name.wav' },
      { questionId: 'concern', label: 'Concern', question: 'What is it about?', file: '/concern.wav' },
    ],
    goodbye: null,
  });
});

const settle = () => floor.clock.pass(0);
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
async function played(): Promise<void> {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await settle();
}
async function press(digit: string): Promise<void> {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await settle();
}
/** The caller is answered by the exchange and hears it. */
async function calls(routing: Record<string, unknown>, members: string[] = []): Promise<Handset> {
  floor.queues.set('queue', someQueue(members, routing, { channelId: 'queue' }));
  const caller = await floor.dial('anna', '20', 'session-1');
  await settle();
  floor.legs.tell({ type: 'acknowledged', legId: caller.legId });
  await settle();
  return caller;
}
const overflow = { kind: 'assistant', assistantId: 'desk' };

/** The caller speaks for so long, then says nothing. */
async function speaks(seconds: number): Promise<void> {
  const quiet = floor.media.stats;
  floor.media.stats = async (id) => ({ ...(await quiet.call(floor.media, id)), levelIn: 0.4 });
  await floor.clock.pass(seconds * 1000);
  floor.media.stats = quiet;
}

describe('a caller whom a call assistant asks', () => {
  test('hears the questions one after the other, and what they answer is kept', async () => {
    const caller = await calls({ overflow });
    expect(playing()).toBe('greeting.wav');
    await played();
    expect(playing()).toBe('name.wav');
    await played();
    expect(only().endpoint.recording).toMatchObject({ path: '/answers/name.wav', speakers: ['USER'] });
    await speaks(3);
    expect(only().endpoint.recording).not.toBeNull();
    await floor.clock.pass(1800);
    expect(playing()).toBe('concern.wav');
    await played();
    await press('#');
    expect(playing()).toBe('goodbye.de.wav');
    expect(floor.told(caller)).toEqual(['answer']);
    await played();
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
    expect(floor.assistants.asked).toMatchObject([
      { assistantId: 'desk', accountId: 's1', channelId: 'queue', docId: 'pbx-session-1', sessionId: 'session-1' },
    ]);
    expect(floor.assistants.lines).toEqual(['name 1000', 'concern 1000', 'finished answered']);
    // Nobody took the call: the inbox shows it as missed.
    expect(floor.book.lines).toEqual(['opened', 'ended TEMPORARILY_UNAVAILABLE']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is given time to think, and then the next question', async () => {
    await calls({ overflow });
    await played();
    await played();
    await floor.clock.pass(6600);
    expect(only().endpoint.recording).not.toBeNull();
    await floor.clock.pass(600);
    expect(playing()).toBe('concern.wav');
  });

  test('comes to the members with 0, and the questions that were answered are kept', async () => {
    const caller = await calls({ assistantId: 'desk' }, ['wben']);
    expect(floor.legs.of('invite')).toEqual([]);
    await played();
    await played();
    await press('#');
    expect(playing()).toBe('concern.wav');
    await press('0');
    expect(floor.assistants.lines).toEqual(['name 1000', 'finished person']);
    expect(playing()).toBe('ringback');
    await floor.ring('ben');
    expect(floor.told(caller)).toEqual(['answer']);
  });

  test('comes to the voicemail with 0 where nobody took the call', async () => {
    await calls({ overflow, voicemail: { enabled: true, maxSeconds: 60 } });
    await press('0');
    expect(floor.assistants.lines).toEqual(['finished person']);
    expect(playing()).toBe('voicemail-greeting.de.wav');
  });

  test('leaves in the middle of an answer, which is kept', async () => {
    const caller = await calls({ overflow });
    await played();
    await played();
    await floor.hangUp(caller);
    await settle();
    expect(floor.assistants.lines).toEqual(['name 1000', 'finished left']);
    expect(await floor.isQuiet()).toBe(true);
  });

  test('is not asked by one that is gone: members ring immediately', async () => {
    floor.assistants.scripts.clear();
    floor.queues.set('queue', someQueue(['wben'], { assistantId: 'desk' }, { channelId: 'queue' }));
    const caller = await floor.dial('anna', '20');
    await settle();
    await floor.ring('ben');
    expect(floor.told(caller)).toEqual(['provisional 180']);
  });

  test('is not asked again once the questions are over, though members could ring', async () => {
    const caller = await calls({ assistantId: 'desk' }, ['wben']);
    await played();
    for (let question = 0; question < 2; question += 1) {
      await played();
      await press('#');
    }
    await played();
    expect(floor.told(caller)).toEqual(['answer', 'bye']);
    expect(floor.legs.of('invite')).toEqual([]);
  });
});
