import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { FakeClock } from '../../calls/testing/fake-clock.ts';
import { FakeLegs } from '../../calls/testing/fake-legs.ts';
import { FakeMedia } from '../../media/fake-media.ts';
import type { OutboundPolicy, OutsideLines } from '../../ports.ts';
import { waitingLegs } from '../arriving/waiting-legs.ts';
import { legTable } from '../leg-table.ts';
import { lineTester } from './line-tester.ts';

const order = {
  accountId: 's1',
  trunkId: 't1',
  userId: 'wanna',
  number: '+4940555000',
  isLoop: false,
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
  const table = legTable([{ takes: () => true, legs }]);
  table.hear((fact) => {
    if (fact.type !== 'invited') waiting.fact(fact);
  });
  const asked: string[] = [];
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
    lineTestFolder: mkdtempSync(join(tmpdir(), 'line-test-')),
  });
  /** The INVITE, once it has left. */
  const invited = () =>
    vi.waitFor(() => {
      const [invite] = legs.of('invite');
      if (!invite) throw new Error('nothing left');
      return invite;
    });
  return { legs, clock, tester, asked, invited };
}

test('an emergency number is never called, and who bars numbers outside is asked first', async () => {
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

test('a customer who calls the tested number at that moment is not taken for the test, and one call is', async () => {
  const { tester, legs, invited } = floor();
  const tested = tester.testLine({ ...order, number: '+493011223344', isLoop: true });
  const { legId } = await invited();
  const comes = (number: string | null, called = '+493011223344', accountId = 's1') =>
    tester.takes({
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
    });
  expect(comes('+491701234567')).toBe(false);
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
