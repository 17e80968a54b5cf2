import { afterEach, test as anywhere, beforeEach, expect, vi } from 'vitest';
import type { MediaFact } from '../media.ts';
import { MediaClient } from '../media-client.ts';
import { MediaPool } from '../media-pool.ts';
import { type Carrier, startCarrier } from '../testing/carrier.ts';
import { cutWire, type Wire } from '../testing/cut-wire.ts';
import { type FarCell, type FarHost, openFarCell } from '../testing/far-cell.ts';
import { someOwner } from '../testing/owner.ts';
import { RtpPhone } from '../testing/rtp-phone.ts';

/** Media hosts are addresses of loopback, which only Linux has. */
const test = anywhere.runIf(process.platform === 'linux');
const tones = [440, 1000];

let cell: FarCell;
const open: { stop(): unknown }[] = [];
const phones: RtpPhone[] = [];

beforeEach(() => {
  cell = openFarCell();
});
afterEach(async () => {
  for (const phone of phones.splice(0)) phone.close();
  for (const each of open.splice(0)) await each.stop();
  await cell.stop();
});

function client(host: FarHost, wire?: Wire, epoch = 1): { media: MediaClient; facts: MediaFact[] } {
  const media = new MediaClient({ way: host.way(wire), owner: { ...someOwner, epoch } });
  const facts: MediaFact[] = [];
  media.onFact((fact) => facts.push(fact));
  open.push(media);
  return { media, facts };
}

async function wireTo(host: FarHost): Promise<Wire> {
  const wire = await cutWire(host);
  open.push(wire);
  return wire;
}

async function phoneAt(media: Pick<MediaClient, 'openEndpoint'>, endpointId: string, hertz: number): Promise<RtpPhone> {
  const phone = await RtpPhone.open();
  phones.push(phone);
  const request = { endpointId, kind: 'rtp', offer: phone.sdp(), farAddress: '127.0.0.1' } as const;
  phone.say(hertz, (await media.openEndpoint(request)).sdp);
  return phone;
}

const hear = (...all: readonly RtpPhone[]) => Promise.all(all.map(({ ear }) => ear.tone(tones)));
const lostIn = (facts: readonly MediaFact[]) =>
  facts.flatMap((fact) => (fact.type === 'lost' ? [[...(fact.endpointIds ?? [])].sort()] : []));

test('two phones at two media hosts hear each other over a tie that is encrypted', async () => {
  const hosts = await Promise.all([cell.start('127.0.1.11'), cell.start('127.0.1.12')]);
  const clients = hosts.map((host) => client(host).media);
  await Promise.all(clients.map((each) => each.answers()));
  const pool = new MediaPool(clients.map((each, index) => ({ name: `host-${index}`, client: each })));
  const [anna, ben] = [await phoneAt(pool, 'anna', 440), await phoneAt(pool, 'ben', 1000)];
  await pool.bridge('anna', 'ben');
  expect(await hear(anna, ben)).toEqual([1000, 440]);

  const ties = await Promise.all(
    clients.map(async (each) => {
      const tie = (await each.list()).find((endpointId) => endpointId.startsWith('tie:')) ?? '';
      return await each.stats(tie);
    }),
  );
  for (const { srtp, strangers } of ties) {
    expect(strangers).toBeUndefined();
    expect(srtp).toMatchObject({ rejected: 0, sent: expect.any(Number), received: expect.any(Number) });
    expect(srtp?.received).toBeGreaterThan(20);
  }
  // One host is gone: the call of both has lost an end, and nothing is left at the other.
  const facts: MediaFact[] = [];
  pool.onFact((fact) => facts.push(fact));
  const before = performance.now();
  hosts[1]?.process.child.kill('SIGKILL');
  await vi.waitFor(() => expect(lostIn(facts)).toEqual([['ben']]), { timeout: 6_000 });
  expect(performance.now() - before).toBeLessThan(5_500);
  await expect.poll(() => clients[0]?.list()).toEqual(['anna']);
  // New ones go where somebody is.
  await phoneAt(pool, 'carla', 440);
  await phoneAt(pool, 'dirk', 1000);
  expect(await clients[0]?.list()).toEqual(['anna', 'carla', 'dirk']);
});

test('a connection that breaks for a moment costs nothing: calls stay, and what was ordered is done', async () => {
  const host = await cell.start('127.0.1.11');
  const wire = await wireTo(host);
  const { media, facts } = client(host, wire);
  const [anna, ben] = [await phoneAt(media, 'anna', 440), await phoneAt(media, 'ben', 1000)];
  await media.bridge('anna', 'ben');
  wire.cut();
  const held = media.hold('anna', true);
  const later = phoneAt(media, 'carla', 440);
  setTimeout(() => wire.mend(), 1_500);
  await held;
  await media.hold('anna', false);
  await later;
  expect(await media.list()).toEqual(['anna', 'ben', 'carla']);
  expect(await hear(anna, ben)).toEqual([1000, 440]);
  expect(lostIn(facts)).toEqual([]);
});

test('a network that swallows everything is noticed, and what ended in the meantime is told afterwards', async () => {
  const host = await cell.start('127.0.1.11');
  const wire = await wireTo(host);
  const { media, facts } = client(host, wire);
  await phoneAt(media, 'anna', 440);
  await media.play('anna', 'confirmation');
  wire.swallow();
  // Within the time after which the silence is noticed on either side.
  await vi.waitFor(() => expect(media.isConnected).toBe(false), { timeout: 4_000 });
  wire.mend();
  await vi.waitFor(() => expect(media.isConnected).toBe(true), { timeout: 3_000 });
  expect(await media.list()).toEqual(['anna']);
  await vi.waitFor(() => expect(facts.filter(({ type }) => type === 'played')).toHaveLength(1));
  expect(lostIn(facts)).toEqual([]);
});

test('a host that stays away is lost within five seconds; when it is back, what was there is closed', async () => {
  const host = await cell.start('127.0.1.11');
  const wire = await wireTo(host);
  const { media, facts } = client(host, wire);
  await phoneAt(media, 'anna', 440);
  wire.swallow();
  const before = performance.now();
  const order = media.hold('anna', true).then(
    () => 'done',
    ({ code }) => code,
  );
  await vi.waitFor(() => expect(lostIn(facts)).toEqual([['anna']]), { timeout: 6_000 });
  expect(performance.now() - before).toBeLessThan(5_500);
  expect(await order).toBe('MEDIA_UNAVAILABLE');
  // Nobody waits for one that is gone.
  await expect(media.list()).rejects.toMatchObject({ code: 'MEDIA_UNAVAILABLE' });
  wire.mend();
  await vi.waitFor(async () => expect(await media.list()).toEqual([]), { timeout: 3_000 });
});

test('a process that ended and came back within that time has none of the calls, which is told', async () => {
  const host = await cell.start('127.0.1.11');
  const { media, facts } = client(host);
  await phoneAt(media, 'anna', 440);
  host.process.child.kill('SIGKILL');
  host.process.start();
  await vi.waitFor(() => expect(lostIn(facts)).toEqual([['anna']]), { timeout: 6_000 });
  await phoneAt(media, 'ben', 1000);
  expect(await media.list()).toEqual(['ben']);
});

test('a carrier that was killed has its calls adopted by the next one, and a frozen one is refused', async () => {
  const host = await cell.start('127.0.1.11');
  const files = cell.filesOf('carrier', '127.0.1.2');
  const place = JSON.stringify({ host: host.host, port: host.port, files });
  const carrier = (epoch: number): Carrier => {
    const started = startCarrier(place, 'node-1', epoch);
    open.push(started);
    return started;
  };
  const phoneOf = async (of: Carrier, endpointId: string, hertz: number) =>
    await phoneAt(
      { openEndpoint: async (request) => (await of.order('openEndpoint', request)).value as never },
      endpointId,
      hertz,
    );
  const first = carrier(7);
  const [anna, ben] = [await phoneOf(first, 'anna', 440), await phoneOf(first, 'ben', 1000)];
  await first.order('bridge', 'anna', 'ben');
  await first.stop();
  const second = carrier(8);
  expect(await second.order('adopt', ['anna', 'ben'])).toMatchObject({ value: ['anna', 'ben'] });
  expect(await hear(anna, ben)).toEqual([1000, 440]);

  // Frozen for longer than media waits for a sign of life.
  second.freeze();
  const third = carrier(9);
  expect(await third.order('adopt', ['anna', 'ben'])).toMatchObject({ value: ['anna', 'ben'] });
  await expect.poll(host.process.log, { timeout: 6_000 }).toContain('another carrier took over');
  const late = second.order('closeAll');
  second.wake();
  expect(await late).toMatchObject({ code: expect.stringMatching(/OUTLIVED|MEDIA_UNAVAILABLE/) });
  await vi.waitFor(() => expect(second.said).toContainEqual({ outlived: true }), { timeout: 6_000 });
  expect(second.said.filter((said) => 'fact' in said && said.fact.type === 'lost')).toEqual([]);
  expect(await third.order('list')).toMatchObject({ value: ['anna', 'ben'] });
  expect(await hear(anna, ben)).toEqual([1000, 440]);
});
