import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SipPhone } from './control/testing/sip-phone.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange();
  anna = await whole.phone('anna');
  ben = await whole.phone('ben');
}, 60_000);
afterAll(() => whole.stop());
afterEach(() => {
  for (const phone of audio.splice(0)) phone.close();
});

const handset = async (law: 'PCMU' | 'PCMA' = 'PCMU'): Promise<RtpPhone> => {
  const phone = await RtpPhone.open(law);
  audio.push(phone);
  return phone;
};
const allEnded = () => vi.waitFor(async () => expect(await openRows()).toBe(0), 8000);
const openRows = async (): Promise<number> => {
  const { db } = whole.database;
  const [calls, legs, events] = await Promise.all([
    db.selectFrom('calls').select('id').where('ended_at', 'is', null).execute(),
    db.selectFrom('legs').select('id').where('ended_at', 'is', null).execute(),
    db.selectFrom('inbox_events').select('id').where('terminated_at', 'is', null).execute(),
  ]);
  return calls.length + legs.length + events.length;
};
/** The events of the newest call, by channel. */
const inboxes = async () => {
  await allEnded();
  const { db } = whole.database;
  const { id } = await db
    .selectFrom('calls')
    .select('id')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('inbox_events').selectAll().where('call_id', '=', id).execute();
  return Object.fromEntries(rows.map((row) => [row.channel_id, row]));
};

/** Anna calls, Ben's phone takes it, both speak. */
const talk = async (annaSpeaks: 'PCMU' | 'PCMA' = 'PCMU', benSpeaks: 'PCMU' | 'PCMA' = annaSpeaks) => {
  const [annaHears, benHears] = [await handset(annaSpeaks), await handset(benSpeaks)];
  const outgoing = anna.dial('12', annaHears.sdp());
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  annaHears.say(440, answer.body);
  benHears.say(1000, incoming.received.body);
  return { outgoing, incoming, annaHears, benHears };
};

test('two desk phones talk, hold, and both inboxes keep the call', async () => {
  const { outgoing, incoming, annaHears, benHears } = await talk();
  expect(await annaHears.ear.tone([440, 1000])).toBe(1000);
  expect(await benHears.ear.tone([440, 1000])).toBe(440);

  await whole.exchange.hold('wanna', { id: outgoing.ids.callId }, true);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await benHears.ear.isSilent(300)).toBe(true);
  expect(await annaHears.ear.isSilent(300)).toBe(true);
  await whole.exchange.hold('wanna', { id: outgoing.ids.callId }, false);
  expect(await annaHears.ear.tone([440, 1000])).toBe(1000);

  expect((await outgoing.hangUp()).status).toBe(200);
  await incoming.ended.promise;
  const { ca, cb } = await inboxes();
  expect(ca).toMatchObject({
    direction: 'OUTGOING',
    state: 'FINISHED',
    terminated_reason: 'HANGUP',
    owner: 'wanna',
    remote_name: 'Ben Birke',
  });
  expect(cb).toMatchObject({
    direction: 'INCOMING',
    state: 'FINISHED',
    owner: 'wben',
    remote_name: 'Anna Ahorn',
    remote_phone_number: '11',
  });
  expect(cb?.established_at).not.toBeNull();
}, 20_000);

describe('an answer outlives kill -9 from the moment at which', () => {
  /** What a restart would find of the running call. */
  const stored = async () => {
    const { db } = whole.database;
    const [calls, dialogs, answered] = await Promise.all([
      db.selectFrom('call_snapshots').select('call_id').execute(),
      db.selectFrom('sip_dialogs').select('leg_id').execute(),
      db
        .selectFrom('calls')
        .select('id')
        .where('established_at', 'is not', null)
        .where('ended_at', 'is', null)
        .execute(),
    ]);
    return { calls: calls.length, dialogs: dialogs.length, answered: answered.length };
  };
  const all = { calls: 1, dialogs: 2, answered: 1 };

  test.each(['the caller hears 200', 'the called phone has its ACK'])(
    '%s',
    async (moment) => {
      await vi.waitFor(async () => expect(await stored()).toEqual({ calls: 0, dialogs: 0, answered: 0 }), 8000);
      const outgoing = anna.dial('12', (await handset()).sdp());
      const incoming = await ben.called();
      incoming.accept((await handset()).sdp());
      await (moment === 'the caller hears 200' ? outgoing.answered.promise : incoming.acknowledged.promise);
      const found = await stored();
      await Promise.all([outgoing.answered.promise, incoming.acknowledged.promise]);
      await outgoing.hangUp();
      await incoming.ended.promise;
      await allEnded();
      expect(found).toEqual(all);
    },
    20_000,
  );
});

test('a phone that holds by re-INVITE and one that speaks another law are served', async () => {
  const { incoming, annaHears, benHears, outgoing } = await talk('PCMU', 'PCMA');
  expect(await annaHears.ear.tone([440, 1000])).toBe(1000);
  const held = await incoming.reinvite(benHears.sdp('sendonly'));
  expect(held.status).toBe(200);
  expect(held.body).toMatch(/a=(recvonly|inactive)/);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await benHears.ear.isSilent(300)).toBe(true);
  expect((await incoming.reinvite(benHears.sdp())).status).toBe(200);
  expect(await benHears.ear.tone([440, 1000])).toBe(440);
  await incoming.hangUp();
  await outgoing.ended.promise;
  await allEnded();
}, 20_000);

describe('a call that nobody takes', () => {
  test('is missed for both and unresolved for the callee when the caller gives up', async () => {
    const outgoing = anna.dial('12', (await handset()).sdp(), [['X-Client-Correlation-Id', 'given-up']]);
    const incoming = await ben.called();
    await outgoing.ringing.promise;
    expect(incoming.header('X-Client-Correlation-Id')).toBe('given-up');
    expect(incoming.header('From')).toContain('"Anna Ahorn"');
    outgoing.cancel();
    expect((await outgoing.answered.promise).status).toBe(487);
    await incoming.ended.promise;
    const { ca, cb } = await inboxes();
    expect(ca).toMatchObject({
      id: 'sda-given-up',
      state: 'MISSED',
      terminated_reason: 'CANCELLED',
      unresolved: false,
    });
    expect(cb).toMatchObject({ id: 'pbx-given-up', state: 'MISSED', terminated_reason: 'CANCELLED', unresolved: true });
  });

  test('is refused with 480 when no device is there, and still missed', async () => {
    const outgoing = anna.dial('13', (await handset()).sdp());
    expect((await outgoing.answered.promise).status).toBe(480);
    expect((await inboxes())['cc']).toMatchObject({ state: 'MISSED', unresolved: true });
  });

  test('rings as long as its channel says', async () => {
    await whole.database.db.updateTable('channels').set({ ring_seconds: 1 }).where('id', '=', 'cb').execute();
    const outgoing = anna.dial('12', (await handset()).sdp());
    const incoming = await ben.called();
    expect((await outgoing.answered.promise).status).toBe(480);
    await incoming.ended.promise;
    await whole.database.db.updateTable('channels').set({ ring_seconds: 30 }).where('id', '=', 'cb').execute();
    expect((await inboxes())['cb']).toMatchObject({ state: 'MISSED', terminated_reason: 'CANCELLED' });
  });

  test('is declined on all devices of the user by one of them', async () => {
    const second = await whole.phone('ben');
    const outgoing = anna.dial('12', (await handset()).sdp());
    const [first, other] = await Promise.all([ben.called(), second.called()]);
    await outgoing.ringing.promise;
    first.refuse(486, 'SIP;cause=603;text="Declined"');
    expect((await other.ended.promise).headers.get('Reason')).toContain('cause=603');
    expect((await outgoing.answered.promise).status).toBe(486);
    expect((await inboxes())['cb']).toMatchObject({ state: 'REJECTED', terminated_reason: 'DECLINED' });
  });
});

test('a team rings on all its phones but the caller, and the losers hear that it was taken elsewhere', async () => {
  const cleo = await whole.phone('cleo');
  const outgoing = anna.dial('20', (await handset()).sdp());
  const [atBen, atCleo] = await Promise.all([ben.called(), cleo.called()]);
  expect(atBen.ids.callId).not.toBe(atCleo.ids.callId);
  atCleo.accept((await handset()).sdp());
  expect((await outgoing.answered.promise).status).toBe(200);
  expect((await atBen.ended.promise).headers.get('Reason')).toBe('SIP;cause=200;text="Call completed elsewhere"');
  expect(anna.incoming).toEqual([]);
  await outgoing.hangUp();
  expect((await inboxes())['cteam']).toMatchObject({ owner: 'wcleo', state: 'FINISHED' });
});

test('the echo test answers, beeps and echoes', async () => {
  const annaHears = await handset();
  const outgoing = anna.dial('*43', annaHears.sdp());
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  annaHears.say(440, answer.body);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await annaHears.ear.tone([425, 440, 1000])).toBe(440);
  annaHears.press(11);
  await outgoing.ended.promise;
  expect((await inboxes())['ca']).toMatchObject({ remote_phone_number: '*43', state: 'FINISHED', unresolved: false });
}, 20_000);

test.each([
  ['99', 404],
  ['112', 503],
  ['11', 486],
  ['+12025550123', 503],
])('%s is refused with %i', async (called, status) => {
  expect((await anna.dial(called, (await handset()).sdp()).answered.promise).status).toBe(status);
});

test('a caller without an offer is offered one in the answer', async () => {
  const [annaHears, benHears] = [await handset(), await handset()];
  const outgoing = anna.dial('12');
  outgoing.ackBody = annaHears.sdp();
  const incoming = await ben.called();
  incoming.accept(benHears.sdp());
  const answer = await outgoing.answered.promise;
  expect(answer.status).toBe(200);
  annaHears.say(440, answer.body);
  benHears.say(1000, incoming.received.body);
  expect(await benHears.ear.tone([440, 1000])).toBe(440);
  await outgoing.hangUp();
  await allEnded();
}, 20_000);

test('a key pressed on one phone is heard on the other, and so is one sent by INFO', async () => {
  const { outgoing, annaHears, benHears } = await talk();
  await benHears.ear.tone([440]);
  annaHears.press(5);
  await vi.waitFor(() => expect(benHears.heard.digits).toBe('5'), 8000);
  const info = await outgoing.ask('INFO', 'Signal=7\r\nDuration=100\r\n', 'application/dtmf-relay');
  expect(info.status).toBe(200);
  await vi.waitFor(() => expect(benHears.heard.digits).toBe('57'), 8000);
  await outgoing.hangUp();
  await allEnded();
}, 20_000);

test('when the media process dies the call ends cleanly for both', async () => {
  const { outgoing, incoming } = await talk();
  whole.media.child.kill('SIGKILL');
  await Promise.all([outgoing.ended.promise, incoming.ended.promise]);
  expect((await inboxes())['cb']).toMatchObject({ state: 'FINISHED', terminated_reason: 'TERMINATED' });
  whole.media.start();
  const again = await talk();
  await again.outgoing.hangUp();
  await allEnded();
}, 20_000);
