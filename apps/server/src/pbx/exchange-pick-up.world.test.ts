import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { PhoneCall, SipPhone } from './control/testing/sip-phone.ts';
import { subscribe } from './control/testing/subscribing.ts';
import { startWholeExchange, type WholeExchange } from './control/testing/whole-exchange.ts';
import { RtpPhone } from './media/testing/rtp-phone.ts';

let whole: WholeExchange;
let anna: SipPhone;
let ben: SipPhone;
let cleo: SipPhone;
const audio: RtpPhone[] = [];

beforeAll(async () => {
  whole = await startWholeExchange();
  [anna, ben, cleo] = [await whole.phone('anna'), await whole.phone('ben'), await whole.phone('cleo')];
}, 60_000);
afterAll(() => whole.stop());
afterEach(() => {
  for (const phone of audio.splice(0)) phone.close();
});

const handset = async (): Promise<RtpPhone> => {
  const phone = await RtpPhone.open('PCMA');
  audio.push(phone);
  return phone;
};
const allow = async (picksUpColleagues: boolean) =>
  await whole.database.db
    .updateTable('accounts')
    .set({ call_settings: JSON.stringify({ picksUpColleagues }) })
    .execute();
/** Events of calls that were begun here, by their channels, once all is over. */
const inboxes = async () => {
  const { db } = whole.database;
  const rows = await vi.waitFor(async () => {
    const all = await db.selectFrom('inbox_events').selectAll().execute();
    expect(all.filter(({ terminated_at }) => terminated_at === null)).toEqual([]);
    return all;
  }, 8000);
  await db.deleteFrom('inbox_events').execute();
  return Object.fromEntries(rows.map((row) => [row.channel_id, row]));
};

/** Anna calls, and the phones of those who are called ring. */
const ringing = async (called: string, ...phones: readonly SipPhone[]) => {
  const hears = await handset();
  const outgoing = anna.dial(called, hears.sdp());
  const rings = await Promise.all(phones.map((phone) => phone.called()));
  await outgoing.ringing.promise;
  return { outgoing, hears, rings };
};

/** Both hear each other's tone, and then the caller hangs up. */
const talks = async (
  { outgoing, hears }: Awaited<ReturnType<typeof ringing>>,
  taken: PhoneCall,
  takerHears: RtpPhone,
) => {
  const [answer, ours] = [await outgoing.answered.promise, await taken.answered.promise];
  expect([answer.status, ours.status]).toEqual([200, 200]);
  hears.say(440, answer.body);
  takerHears.say(1000, ours.body);
  expect(await hears.ear.tone([440, 1000])).toBe(1000);
  expect(await takerHears.ear.tone([440, 1000])).toBe(440);
  expect((await outgoing.hangUp()).status).toBe(200);
  await taken.ended.promise;
};

const states = (told: PhoneCall) =>
  told.notified.map((body) => [...body.matchAll(/<state>(\w+)/g)].map(([, state]) => state).join(' '));

test('the lamp of a colleague follows a call, and says nothing of who calls', async () => {
  const { status, told } = await subscribe(cleo, 'dialog', '12');
  expect(status).toBe(200);
  const { outgoing, rings } = await ringing('12', ben);
  await vi.waitFor(() => expect(states(told)).toEqual(['', 'early']));
  rings[0]?.accept((await handset()).sdp());
  expect((await outgoing.answered.promise).status).toBe(200);
  await vi.waitFor(() => expect(states(told)).toEqual(['', 'early', 'confirmed']));
  await outgoing.hangUp();
  await vi.waitFor(() => expect(states(told)).toEqual(['', 'early', 'confirmed', 'terminated']));
  expect(told.notified.join()).not.toMatch(/Anna|wanna|sip:11@|wben/);
  await inboxes();
}, 20_000);

test('a call that rings a shared channel is taken with *8 and its extension by a member whom it does not ring', async () => {
  await subscribe(cleo, 'dialog', '20');
  const { db } = whole.database;
  await db.updateTable('channel_members').set({ dialed_in: false }).where('user_id', '=', 'wcleo').execute();
  const call = await ringing('20', ben);
  const takerHears = await handset();
  const taken = cleo.dial('*820', takerHears.sdp());
  const cancelled = await call.rings[0]?.ended.promise;
  expect([cancelled?.method, cancelled?.headers.get('Reason')]).toEqual([
    'CANCEL',
    expect.stringContaining('completed elsewhere'),
  ]);
  await talks(call, taken, takerHears);
  // The phone dialled a code, and is told who it talks with.
  const identified = taken.requests.find(({ method }) => method === 'UPDATE');
  if (identified) expect(identified.headers.get('P-Asserted-Identity')).toContain('Anna');
  const { cteam, cc } = await inboxes();
  expect([cteam?.owner, cteam?.state, cc]).toEqual(['wcleo', 'FINISHED', undefined]);
  await db.updateTable('channel_members').set({ dialed_in: true }).where('user_id', '=', 'wcleo').execute();
}, 20_000);

test('*8 alone takes what rings in a shared channel of one’s own, and nothing that rings a colleague alone', async () => {
  const alone = await ringing('12', ben);
  expect((await cleo.dial('*8', (await handset()).sdp()).answered.promise).status).toBe(404);
  alone.outgoing.cancel();
  await alone.rings[0]?.ended.promise;
  const { db } = whole.database;
  await db.updateTable('channel_members').set({ dialed_in: false }).where('user_id', '=', 'wcleo').execute();
  const call = await ringing('20', ben);
  const takerHears = await handset();
  await talks(call, cleo.dial('*8', takerHears.sdp()), takerHears);
  await db.updateTable('channel_members').set({ dialed_in: true }).where('user_id', '=', 'wcleo').execute();
  await inboxes();
}, 20_000);

test('a call that rings a colleague alone is left alone, unless the company has it otherwise', async () => {
  await allow(false);
  const refused = await ringing('12', ben);
  expect((await cleo.dial('*812', (await handset()).sdp()).answered.promise).status).toBe(403);
  expect((await cleo.dial('*813', (await handset()).sdp()).answered.promise).status).toBe(404);
  expect((await cleo.dial('*899', (await handset()).sdp()).answered.promise).status).toBe(404);
  refused.outgoing.cancel();
  await refused.rings[0]?.ended.promise;
  await inboxes();
  await allow(true);
  const call = await ringing('12', ben);
  const takerHears = await handset();
  await talks(call, cleo.dial('*812#', takerHears.sdp()), takerHears);
  const { cb, cc } = await inboxes();
  // Ben has missed it, and Cleo has the call with where it came from.
  expect([cb?.established_at, cc?.owner, cc?.original_channel_id, cc?.state]).toEqual([
    null,
    'wcleo',
    'cb',
    'FINISHED',
  ]);
  await allow(false);
}, 20_000);

test('*8 alone takes what rings a colleague from a shared channel, where the company has it so', async () => {
  await allow(true);
  const call = await ringing('12', ben);
  const takerHears = await handset();
  await talks(call, cleo.dial('*8', takerHears.sdp()), takerHears);
  const { cb, cc } = await inboxes();
  expect([cb?.established_at, cc?.owner]).toEqual([null, 'wcleo']);
  await allow(false);
}, 20_000);

test('a call that a phone parks by REFER lights the lamp of its place, and the phone that dials the place gets it', async () => {
  const { status, told } = await subscribe(cleo, 'dialog', '*703');
  expect(status).toBe(200);
  expect((await subscribe(cleo, 'dialog', '*700')).status).toBe(403);
  const { outgoing, hears, rings } = await ringing('12', ben);
  const [atBen] = rings;
  if (!atBen) throw new Error('nothing rings');
  atBen.accept((await handset()).sdp());
  hears.say(440, (await outgoing.answered.promise).body);
  expect((await atBen.refer('*703')).status).toBe(202);
  await atBen.ended.promise;
  expect(atBen.notified.at(-1)).toContain('200 OK');
  await vi.waitFor(() => expect(states(told)).toEqual(['', 'confirmed']));
  expect(told.notified.join()).not.toMatch(/Anna|wanna|sip:11@/);
  const takerHears = await handset();
  const taken = cleo.dial('*703', takerHears.sdp());
  const answer = await taken.answered.promise;
  expect(answer.status).toBe(200);
  takerHears.say(1000, answer.body);
  expect(await takerHears.ear.tone([440, 1000])).toBe(440);
  await vi.waitFor(() => expect(states(told)).toEqual(['', 'confirmed', 'terminated']));
  expect((await ben.dial('*703', (await handset()).sdp()).answered.promise).status).toBe(404);
  await taken.hangUp();
  await outgoing.ended.promise;
  const { cb, cc } = await inboxes();
  expect([cb?.state, cc?.owner, cc?.direction, cc?.original_channel_id]).toEqual([
    'FINISHED',
    'wcleo',
    'INCOMING',
    'cb',
  ]);
}, 20_000);

test('a call that a lamp shows is taken by INVITE with Replaces, and by nobody a second time', async () => {
  await allow(true);
  const { told } = await subscribe(cleo, 'dialog', '12');
  const call = await ringing('12', ben);
  const body = await vi.waitFor(() => {
    const early = told.notified.find((each) => each.includes('<state>early'));
    if (!early) throw new Error('no lamp');
    return early;
  });
  const value = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(body)?.[1];
  const replaces = `${value('call-id')};to-tag=${value('local-tag')};from-tag=${value('remote-tag')};early-only`;
  const takerHears = await handset();
  const taken = cleo.dial('12', takerHears.sdp(), [['Replaces', replaces]]);
  await call.rings[0]?.ended.promise;
  await taken.answered.promise;
  const again = cleo.dial('12', (await handset()).sdp(), [['Replaces', replaces]]);
  expect((await again.answered.promise).status).toBe(486);
  await talks(call, taken, takerHears);
  const over = cleo.dial('12', (await handset()).sdp(), [['Replaces', replaces]]);
  await vi.waitFor(async () => expect((await over.answered.promise).status).toBeGreaterThanOrEqual(400));
  await inboxes();
  await allow(false);
}, 20_000);

test('who takes a call and gives up at the same moment leaves it to those whom it rings', async () => {
  await allow(true);
  const call = await ringing('12', ben);
  const taken = cleo.dial('*812', (await handset()).sdp());
  taken.cancel();
  const { status } = await taken.answered.promise;
  if (status === 200) await taken.hangUp();
  else call.rings[0]?.accept((await handset()).sdp());
  await call.outgoing.answered.promise;
  if (status !== 200) await call.outgoing.hangUp();
  await inboxes();
  await allow(false);
}, 20_000);

test('the caller does not take their own call', async () => {
  await allow(true);
  const call = await ringing('12', ben);
  const second = await whole.phone('anna');
  expect((await second.dial('*812', (await handset()).sdp()).answered.promise).status).toBe(404);
  call.outgoing.cancel();
  await call.rings[0]?.ended.promise;
  await inboxes();
  await allow(false);
}, 20_000);

/** Dora (`wdora`, extension 11) and Emil (`wemil`, 12) are another company on this server. */
const otherCompany = async () => {
  const { db } = whole.database;
  await db.insertInto('accounts').values({ id: 's2', name: 'Other', plan: '{}', country: 'DE' }).execute();
  for (const [name, extension] of [
    ['dora', '11'],
    ['emil', '12'],
  ] as const) {
    const [userId, channelId] = [`w${name}`, `c2${name}`];
    const person = { first_name: name, last_name: name, email: `${name}@example.com` };
    await db
      .insertInto('users')
      .values({ id: userId, account_id: 's2', ...person })
      .execute();
    await db
      .insertInto('channels')
      .values({ id: channelId, account_id: 's2', type: 'private', owner_user_id: userId })
      .execute();
    await db.insertInto('extensions').values({ account_id: 's2', extension, channel_id: channelId }).execute();
  }
  return [await whole.phone('dora'), await whole.phone('emil')] as const;
};

test('a call between two companies is taken by colleagues of who is called, and by none of the caller’s', async () => {
  const [dora, emil] = await otherCompany();
  await allow(true);
  const { told } = await subscribe(emil, 'dialog', '11');
  const hears = await handset();
  const outgoing = dora.dial('+4930555011', hears.sdp());
  const rings = [await anna.called()];
  await outgoing.ringing.promise;
  const body = await vi.waitFor(() => {
    const lit = told.notified.findLast((each) => /<state>(?:early|confirmed)/.test(each));
    if (!lit) throw new Error('no lamp');
    return lit;
  });
  const value = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(body)?.[1];
  const replaces = `${value('call-id')};to-tag=${value('local-tag')};from-tag=${value('remote-tag')};early-only`;
  const stolen = emil.dial('11', (await handset()).sdp(), [['Replaces', replaces]]);
  expect((await stolen.answered.promise).status).toBe(404);
  expect((await emil.dial('*811', (await handset()).sdp()).answered.promise).status).toBe(404);
  const takerHears = await handset();
  await talks({ outgoing, hears, rings }, ben.dial('*811', takerHears.sdp()), takerHears);
  const { cb, ca } = await inboxes();
  expect([cb?.owner, cb?.original_channel_id, cb?.state, ca?.established_at]).toEqual(['wben', 'ca', 'FINISHED', null]);
  await allow(false);
}, 20_000);
