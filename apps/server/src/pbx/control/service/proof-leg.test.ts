import { beforeEach, expect, test } from 'vitest';
import { settle } from '../../calls/testing/fake-clock.ts';
import { someLine } from '../../routing/testing/some-line.ts';
import { FakeFloor } from '../testing/fake-floor.ts';

const called = '+4930555012';
const prompt = 'anonymous-key.de.wav';
const offer = [
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 101',
  'a=rtpmap:101 telephone-event/8000',
  '',
].join('\r\n');

let floor: FakeFloor;
beforeEach(async () => {
  floor = new FakeFloor();
  // As a list has it that asks anonymous callers.
  floor.blocked = { judges: async ({ number }) => (number === null ? 'proof' : null), isCalledBack: async () => false };
  await FakeFloor.open(floor);
  floor.trunks.push({ trunkId: 't1', address: '192.0.2.1', srtp: 'off' });
  floor.queues.set('c-ben', { ...someLine('ben', [], { extension: '12' }), number: called });
});

const pass = async (ms: number): Promise<void> => {
  await floor.clock.pass(ms);
  for (let times = 0; times < 4; times += 1) await settle();
};
async function calls(number: string | null): Promise<void> {
  floor.legs.tell({
    type: 'invited',
    legId: 'caller',
    sipCallId: 'sip',
    called,
    media: 'rtp',
    address: '192.0.2.1',
    offer,
    from: {
      kind: 'trunk',
      number,
      name: null,
      maxForwards: 70,
      trunks: [{ trunkId: 't1', accountId: 's1', called, numberForm: 'e164' }],
    },
  });
  await pass(0);
  floor.legs.tell({ type: 'acknowledged', legId: 'caller' });
  await pass(0);
}
const only = () => {
  const [entry] = floor.media.endpoints;
  if (!entry) throw new Error('nobody is on the line');
  return { endpointId: entry[0], endpoint: entry[1] };
};
const playing = () => {
  const { sound } = only().endpoint;
  return sound !== null && typeof sound === 'object' ? sound.file.split('/').at(-1) : sound;
};
const played = async () => {
  floor.media.tell({ type: 'played', endpointId: only().endpointId });
  await pass(0);
};
const press = async (digit: string) => {
  floor.media.tell({ type: 'dtmf', endpointId: only().endpointId, digit, durationMs: 100 });
  await pass(0);
};
const rung = () => floor.legs.of('invite').length;

test('an anonymous caller hears what to press before anything rings, and with the key the line rings', async () => {
  await calls(null);
  expect(playing()).toBe(prompt);
  expect(rung()).toBe(0);
  await press('5');
  expect(rung()).toBe(0);
  await press('1');
  expect(rung()).toBe(1);
  expect(playing()).toBe('ringback');
});

test('a caller who presses nothing hears it twice, and is disconnected before anything has rung', async () => {
  await calls(null);
  await played();
  await pass(5100);
  expect(playing()).toBe(prompt);
  expect(floor.legs.of('bye')).toEqual([]);
  await played();
  await pass(5100);
  expect(rung()).toBe(0);
  expect(floor.legs.of('bye')).toHaveLength(1);
  floor.legs.tell({ type: 'ended', legId: 'caller' });
  await pass(0);
  expect(await floor.isQuiet()).toBe(true);
});

test('a caller who shows a number is not asked', async () => {
  await calls('+4940111222');
  expect(rung()).toBe(1);
});
