import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
/** Statements of all connections that write. */
let writes: string[] = [];

beforeAll(async () => {
  // Before any connection is open, since each keeps the function that it found.
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : String((asked as { text?: string }).text);
    if (/\b(insert into|update|delete from)\b/.test(text)) writes.push(text);
    return query.apply(this, args) as never;
  });
  whole = await startWholeExchange();
  anna = await whole.phone('anna');
  ben = await whole.phone('ben');
}, 60_000);
afterAll(async () => {
  await whole.stop();
  vi.restoreAllMocks();
});

const isBook = /"(calls|legs|inbox_events|call_snapshots)"/;
const about = (of: RegExp) => writes.filter((text) => of.test(text)).map((text) => text.slice(0, 60));

test('what must outlive a call that is answered and hung up takes six statements, and two more where its dialogs are apart', async () => {
  const [annaHears, benHears] = [await RtpPhone.open('PCMU'), await RtpPhone.open('PCMU')];
  writes = [];
  const outgoing = anna.dial('12', annaHears.sdp());
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  await outgoing.answered.promise;
  await incoming.acknowledged.promise;
  const { db } = whole.database;
  // Since when both see it was written with the answer.
  const answered = { id: expect.any(String), startedAt: expect.any(String), establishedAt: expect.any(String) };
  expect(await db.selectFrom('call_snapshots').select('seen').execute()).toEqual([
    {
      seen: ['wanna', 'wben'].map((user) => ({ ...answered, id: expect.stringMatching(`:${user}$`), transfer: null })),
    },
  ]);
  await outgoing.hangUp();
  await incoming.ended.promise;
  await vi.waitFor(async () => {
    const left = await db.selectFrom('sip_dialogs').select('leg_id').execute();
    const open = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute();
    expect([left, open]).toEqual([[], []]);
  }, 8000);
  expect(await db.selectFrom('call_snapshots').select('call_id').execute()).toEqual([]);
  // Dialogs that change in the same moment are written together; a busy machine takes longer than a moment.
  const most: readonly [RegExp, number][] = [
    [isBook, 4],
    [/"sip_dialogs"/, 4],
  ];
  for (const [of, count] of most) {
    expect(about(of).length).toBeGreaterThan(0);
    expect(about(of).length, about(of).join('\n')).toBeLessThanOrEqual(count);
  }
  for (const phone of [annaHears, benHears]) phone.close();
}, 20_000);
