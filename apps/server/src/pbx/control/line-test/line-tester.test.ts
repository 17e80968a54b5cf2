import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import type { LegFact } from '../../calls/legs.ts';
import { FakeClock } from '../../calls/testing/fake-clock.ts';
import { FakeLegs } from '../../calls/testing/fake-legs.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import type { OutboundPolicy, OutsideLines } from '../../ports.ts';
import { waitingLegs } from '../arriving/waiting-legs.ts';
import { legTable } from '../leg-table.ts';
import type { Invited } from './expected-call.ts';
import { lineTester } from './line-tester.ts';
import { openEnd } from './test-end.ts';
import { writeTestSounds } from './test-sounds.ts';

const order = {
  accountId: 's1',
  trunkId: 't1',
  userId: 'wanna',
  number: '+4940555000',
  isLoop: false,
  ownNumbers: new Set(['+493011', '+493011223344', '+493011220000']),
  fixedNumber: null,
};
const lines: OutsideLines = {
  waysOut: async () => [{ trunkId: 't1', address: '192.0.2.1', srtp: 'off' }],
  emergencyWays: async () => [],
  placeOf: async () => ({ country: 'DE', areaCode: '30' }),
  chosenSender: async () => null,
  mayShow: async () => true,
  emergencyAddress: async () => null,
  mainNumber: async () => '+493011',
};

function floor(answer: Awaited<ReturnType<OutboundPolicy['mayCall']>> = { allowed: true }) {
  const [legs, media, clock, waiting] = [new FakeLegs(), new FakeMedia(), new FakeClock(), waitingLegs()];
  const heard: LegFact[] = [];
  const table = legTable([{ takes: () => true, legs }]);
  table.hear((fact) => {
    if (fact.type !== 'invited' && !waiting.fact(fact)) heard.push(fact);
  });
  const asked: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'line-test-'));
  writeFileSync(join(folder, 'heard.wav'), 'of a test that was cut off');
  const tester = lineTester({
    media,
    legs: table,
    waiting,
    clock,
    log: pino({ level: 'silent' }),
    lines,
    policy: {
      async mayCall({ e164, kind }) {
        asked.push(`${kind} ${e164}`);
        return answer;
      },
    },
    lineTestFolder: folder,
  });
  /** The INVITE, once it has left. */
  const invited = () =>
    vi.waitFor(() => {
      const [invite] = legs.of('invite');
      if (!invite) throw new Error('nothing left');
      return invite;
    });
  return { legs, media, clock, tester, asked, invited, heard, folder };
}

test('an emergency number is never called, and neither is a barred one', async () => {
  const { tester, asked, legs } = floor({ allowed: false, status: 403, code: 'DESTINATION_BARRED' });
  await expect(tester.testLine({ ...order, number: '+49112' })).rejects.toMatchObject({ code: 'emergency' });
  expect(asked).toEqual([]);
  await expect(tester.testLine(order)).rejects.toMatchObject({ code: 'barred' });
  expect(asked).toEqual(['call +4940555000']);
  expect(legs.of('invite')).toEqual([]);
});

test('a call that is refused says with what, and another test may begin then, not before', async () => {
  const { tester, legs, invited } = floor();
  const first = tester.testLine(order);
  const { legId, target } = await invited();
  expect(target).toMatchObject({ kind: 'trunk', trunkId: 't1', identity: '+493011', isEmergency: false });
  await expect(tester.testLine(order)).rejects.toMatchObject({ code: 'running' });
  legs.tell({ type: 'refused', legId, status: 404, phrase: 'Not Found' });
  expect(await first).toMatchObject({ call: { isTaken: false, status: 404, words: '404 Not Found' }, audioIn: null });
  const again = tester.testLine({ ...order, trunkId: 'gone' });
  expect(await again).toMatchObject({ call: { isTaken: false, status: null } });
});

/** A call that comes in by the trunk. */
const comesIn = (number: string | null, called = '+493011223344', accountId = 's1') =>
  ({
    type: 'invited',
    legId: `in-${number}`,
    sipCallId: 'c',
    from: {
      kind: 'trunk',
      trunks: [{ trunkId: 't1', accountId, called, numberForm: 'e164' }],
      number,
      name: null,
      maxForwards: 70,
    },
    called,
    media: 'rtp',
    address: '192.0.2.1',
    offer: 'not a description',
  }) as const;

test('a customer who calls the tested number at that moment does not count as the test, and the call of the test does', async () => {
  const { tester, legs, invited } = floor();
  const tested = tester.testLine({ ...order, number: '+493011223344', isLoop: true });
  const { legId } = await invited();
  const comes = (number: string, called?: string, accountId?: string) =>
    tester.takes(comesIn(number, called, accountId), () => {});
  expect(comes('+491701234567')).toBe(false);
  // A neighbour in the same block of numbers, and somebody whose number is none.
  expect(comes('+493011223399')).toBe(false);
  expect(comes('112')).toBe(false);
  expect(comes('+493011223344', '+493011229999')).toBe(false);
  expect(comes('+493011223344', '+493011223344', 's2')).toBe(false);
  expect(comes('+493011223344')).toBe(true);
  expect(comes('+493011223344')).toBe(false);
  legs.tell({ type: 'refused', legId, status: 486, phrase: 'Busy Here' });
  expect(await tested).toMatchObject({ call: { isTaken: false, status: 486 } });
});

test('a call that nobody answers is given up', async () => {
  const { tester, legs, clock, invited } = floor();
  const tested = tester.testLine(order);
  const { legId } = await invited();
  await setImmediate();
  await clock.pass(46_000);
  expect(await tested).toMatchObject({ call: { isTaken: false, status: null, words: 'Nobody answers' } });
  expect(legs.of('cancel')).toMatchObject([{ legId }]);
});

test('an anonymous caller during a test is handed back with all that was said of them, unless our end rings', async () => {
  const { tester, legs, clock, invited, heard } = floor();
  const tested = tester.testLine({ ...order, number: '+493011223344', isLoop: true });
  const { legId } = await invited();
  const back: string[] = [];
  const stranger = comesIn(null);
  const comes = (call: Invited): boolean => tester.takes(call, () => back.push(`${comes(call)}`));
  expect(comes(stranger)).toBe(true);
  legs.tell({ type: 'cancelled', legId: stranger.legId });
  await clock.pass(1_100);
  // Offered once more, it is nobody's of the test.
  expect(back).toEqual(['false']);
  expect(heard).toMatchObject([{ type: 'cancelled', legId: stranger.legId }]);
  const ours = { ...stranger, legId: 'ours' };
  expect(comes(ours)).toBe(true);
  legs.tell({ type: 'provisional', legId, status: 180 });
  await clock.pass(1_100);
  expect(back).toHaveLength(1);
  legs.tell({ type: 'refused', legId, status: 486, phrase: 'Busy Here' });
  expect(await tested).toMatchObject({ call: { isTaken: false }, arrival: { cameBack: true, shown: null } });
});

test('of two callers who hide their number, the one that our end hears ring is taken', async () => {
  const { tester, legs, clock, invited } = floor();
  const tested = tester.testLine({ ...order, number: '+493011223344', isLoop: true });
  const { legId } = await invited();
  const [stranger, ours] = [comesIn(null), { ...comesIn(null), legId: 'ours' }];
  const back: string[] = [];
  for (const call of [stranger, ours]) expect(tester.takes(call, () => back.push(call.legId))).toBe(true);
  const rung = () => legs.of('provisional').map((each) => each.legId);
  expect(rung()).toEqual([stranger.legId]);
  await clock.pass(1_100);
  expect(back).toEqual([stranger.legId]);
  expect(rung()).toEqual([stranger.legId, 'ours']);
  legs.tell({ type: 'provisional', legId, status: 180 });
  await clock.pass(1_100);
  expect(back).toHaveLength(1);
  legs.tell({ type: 'refused', legId, status: 486, phrase: 'Busy Here' });
  expect(await tested).toMatchObject({ call: { isTaken: false }, arrival: { cameBack: true, shown: null } });
});

test('a call that comes back without audio that can be opened is refused, and counts as come back', async () => {
  const { tester, legs, invited } = floor();
  const tested = tester.testLine({ ...order, number: '+493011223344', isLoop: true });
  const { legId } = await invited();
  expect(tester.takes(comesIn('+493011223344'), () => {})).toBe(true);
  await vi.waitFor(() => expect(legs.of('refuse')).toMatchObject([{ legId: 'in-+493011223344', status: 488 }]));
  legs.tell({ type: 'refused', legId, status: 488, phrase: 'Not Acceptable Here' });
  expect(await tested).toMatchObject({
    call: { isTaken: false, status: 488 },
    arrival: { cameBack: true, shown: '+493011223344' },
    audioIn: null,
  });
  expect(legs.of('invite')).toHaveLength(1);
});

test('what a test heard is deleted when the server starts, and when the end of a call closes, even if media fails', async () => {
  const { folder, media } = floor();
  expect(existsSync(folder)).toBe(false);
  await writeTestSounds(folder);
  const end = await openEnd({ media, folder, address: '192.0.2.1', srtp: 'off' });
  await end.speak(join(folder, 'calling.wav'));
  const path = media.endpoints.get(end.endpointId)?.recording?.path;
  if (path === undefined) throw new Error('nothing is recorded');
  writeFileSync(path, 'heard');
  media.isUnavailable = true;
  await expect(end.close()).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual(['called.wav', 'calling.wav']);
});
