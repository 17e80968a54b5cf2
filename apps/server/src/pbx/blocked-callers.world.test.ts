import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { blockedCallers } from '../exchange-memory/blocked-callers.ts';
import { outsideLines } from '../features/trunks/outside-lines.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { udpWire, type Wire } from './sip/testing/real-wires.ts';
import { someTrunk } from './sip/trunks/testing/some-trunk.ts';

const called = '+4930555011';
const trunk = someTrunk(
  { name: 'North', kind: 'address', host: '127.0.0.1', sourceAddresses: ['127.0.0.1'] },
  { trunkId: 't1', accountId: 's1' },
);

let whole: WholeExchange;
let lists: ReturnType<typeof blockedCallers>;
let wire: Wire;
beforeAll(async () => {
  whole = await startWholeExchange(
    {},
    (db) => {
      lists = blockedCallers(db, pino({ level: 'silent' }), 60_000);
      return { blocked: lists, lines: outsideLines(db, () => undefined) };
    },
    {
      all: async () => [trunk],
      byId: async () => trunk,
      mayReach: () => true,
      ownersOf: async () => new Map([[called, 's1']]),
      stateChanged: async () => {},
    },
  );
  wire = await udpWire(whole.sipPort);
}, 60_000);
afterAll(async () => {
  wire.close();
  await whole.stop();
});

const offer = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40000 RTP/AVP 8',
  '',
].join('\r\n');
let serial = 0;

/** Calls Anna's number by the trunk; gives the status that ends the call. */
async function comes(from: string): Promise<string> {
  serial += 1;
  wire.send(
    [
      `INVITE sip:${called}@server SIP/2.0`,
      `Via: SIP/2.0/UDP client.invalid;branch=z9hG4bKb${serial};rport`,
      'Max-Forwards: 70',
      `From: ${from};tag=f`,
      `To: <sip:${called}@server>`,
      `Call-ID: blocked${serial}`,
      `CSeq: ${serial} INVITE`,
      'Contact: <sip:far@client.invalid>',
      'Content-Type: application/sdp',
      `Content-Length: ${offer.length}`,
      '',
      offer,
    ].join('\r\n'),
  );
  for (;;) {
    const text = await wire.next();
    if (!text.includes(`CSeq: ${serial} INVITE`) || /^SIP\/2\.0 1/.test(text)) continue;
    return text.slice(8, text.indexOf('\r\n'));
  }
}

const kept = async () => {
  const { db } = whole.database;
  const calls = await db.selectFrom('calls').select('id').execute();
  const events = await db.selectFrom('inbox_events').select('id').execute();
  return calls.length + events.length;
};

const block = (id: string, kind: 'number' | 'prefix' | 'anonymous', number: string, userId: string | null) =>
  whole.database.db
    .insertInto('blocked_callers')
    .values({ id, account_id: 's1', user_id: userId, kind, number, note: null, added_by: null, last_refused_at: null })
    .execute();

test('a call by a trunk from a blocked caller is refused, however their number is written, and nothing is kept of it', async () => {
  await block('b1', 'prefix', '+49900', null);
  await block('b2', 'number', '+4940555000', 'wanna');
  await block('b3', 'number', '+4940555001', 'wben');
  await block('b4', 'anonymous', '', 'wanna');
  for (const spelling of ['+49900123456', '0049900123456', '0900123456']) {
    expect(await comes(`<sip:${spelling}@provider.invalid>`)).toBe('603 Decline');
  }
  expect(await comes('<sip:+4940555000@provider.invalid>')).toBe('603 Decline');
  expect(await comes('"Anonymous" <sip:anonymous@anonymous.invalid>')).toBe('603 Decline');
  expect(await kept()).toBe(0);
  expect(whole.announced).toEqual([]);
  await lists.stop();
  const { db } = whole.database;
  expect(await db.selectFrom('blocked_callers').select(['id', 'refused']).orderBy('id').execute()).toEqual([
    { id: 'b1', refused: 3 },
    { id: 'b2', refused: 1 },
    { id: 'b3', refused: 0 },
    { id: 'b4', refused: 1 },
  ]);
});

test('others come through, those of a list of somebody else as well', async () => {
  // Anna has no phone here, so the call ends as a missed one.
  expect(await comes('<sip:+4940555001@provider.invalid>')).not.toMatch(/^603/);
  await vi.waitFor(async () => expect(await kept()).toBeGreaterThan(0));
});
