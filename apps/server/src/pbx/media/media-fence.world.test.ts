import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Carrier, startCarrier } from './testing/carrier.ts';
import { type MediaProcess, startMediaProcess } from './testing/media-process.ts';
import { RtpPhone } from './testing/rtp-phone.ts';

let process: MediaProcess;
const open: { stop(): unknown }[] = [];
const phones: RtpPhone[] = [];
const tones = [440, 1000];

beforeEach(async () => {
  process = await startMediaProcess();
  // The client of the helper has no part in this: it would be a carrier of its own.
  process.media.stop();
});
afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  for (const each of open.splice(0)) await each.stop();
  await process.stop();
});

function carrier(node: string, epoch: number): Carrier {
  const started = startCarrier(process.socketPath, node, epoch);
  open.push(started);
  return started;
}

/** A phone whose endpoint this carrier opens, and that hears itself or the other one. */
async function phoneOf(of: Carrier, endpointId: string, hertz: number): Promise<RtpPhone> {
  const phone = await RtpPhone.open();
  phones.push(phone);
  const opened = await of.order('openEndpoint', {
    endpointId,
    kind: 'rtp',
    offer: phone.sdp(),
    farAddress: '127.0.0.1',
  });
  phone.say(hertz, (opened.value as { sdp: string }).sdp);
  return phone;
}

test('a frozen carrier that wakes up after another took over ends nothing, and learns of it once', async () => {
  const old = carrier('node-1', 7);
  const [anna, ben] = [await phoneOf(old, 'anna', 440), await phoneOf(old, 'ben', 1000)];
  await old.order('bridge', 'anna', 'ben');
  expect(await Promise.all([anna.ear.tone(tones), ben.ear.tone(tones)])).toEqual([1000, 440]);

  old.freeze();
  const young = carrier('node-1', 8);
  expect(await young.order('adopt', ['anna', 'ben'])).toMatchObject({ value: ['anna', 'ben'] });
  // What it will want to do when it wakes up.
  const late = [old.order('close', 'anna'), old.order('closeAll'), old.order('play', 'ben', 'busy')];
  old.wake();
  expect((await Promise.all(late)).map(({ code }) => code)).toEqual(['OUTLIVED', 'OUTLIVED', 'OUTLIVED']);

  expect(await Promise.all([anna.ear.tone(tones), ben.ear.tone(tones)])).toEqual([1000, 440]);
  expect(await young.order('list')).toMatchObject({ value: ['anna', 'ben'] });
  expect(old.said.filter((said) => 'outlived' in said)).toHaveLength(1);
  expect(old.said.filter((said) => 'fact' in said && said.fact.type === 'lost')).toEqual([]);
  // Facts are for the one who carries the node now.
  anna.press(5);
  const heardBy = (each: Carrier) => each.said.filter((said) => 'fact' in said && said.fact.type === 'dtmf').length;
  await expect.poll(() => heardBy(young)).toBe(1);
  expect(heardBy(old)).toBe(0);
});

test('an order that comes with a lower epoch is refused and logged, also from a carrier that comes too late', async () => {
  const young = carrier('node-1', 8);
  const anna = await phoneOf(young, 'anna', 440);
  await young.order('echo', 'anna', true);
  const late = carrier('node-1', 7);
  expect(await late.order('closeAll')).toMatchObject({ code: 'OUTLIVED' });
  expect(late.said).toContainEqual({ outlived: true });
  expect(process.log()).toContain('order of an outlived carrier refused');
  expect(await anna.ear.tone(tones)).toBe(440);
});

test('each node has its own endpoints: nobody orders about, hears of or closes those of another', async () => {
  const [one, two] = [carrier('node-1', 1), carrier('node-2', 5)];
  const anna = await phoneOf(one, 'same', 440);
  const ben = await phoneOf(two, 'same', 1000);
  await one.order('echo', 'same', true);
  await two.order('echo', 'same', true);
  await phoneOf(two, 'bens', 700);
  expect(await one.order('close', 'bens')).not.toHaveProperty('code');
  expect(await one.order('play', 'bens', 'busy')).toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  await one.order('closeAll');
  expect(await one.order('list')).toMatchObject({ value: [] });
  expect(await two.order('list')).toMatchObject({ value: ['same', 'bens'] });
  expect(await ben.ear.tone(tones)).toBe(1000);
  expect(await anna.ear.isSilent(200)).toBe(true);
  ben.press(7);
  const told = (each: Carrier) => each.said.flatMap((said) => ('fact' in said ? [said.fact] : []));
  await expect.poll(() => told(two)).toContainEqual(expect.objectContaining({ type: 'dtmf', endpointId: 'same' }));
  expect(told(one).filter(({ type }) => type === 'dtmf')).toEqual([]);
  // One node's carrier dies: the other's calls go on, and its own wait for the next carrier.
  await two.stop();
  await expect.poll(process.log).toContain('signalling connection closed');
  const next = carrier('node-2', 6);
  expect(await next.order('adopt', ['same'])).toMatchObject({ value: ['same'] });
  expect(await ben.ear.tone(tones)).toBe(1000);
});
