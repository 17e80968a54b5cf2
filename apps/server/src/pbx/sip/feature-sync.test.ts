import type {
  PhoneAsker,
  PhoneFeatureChange,
  PhoneFeatureDesk,
} from '@sidetone/contract/rules/phones/phone-features.ts';
import { dialogOfCaller } from '@sidetone/sip/dialogs/dialog.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import { expect, test } from 'vitest';
import { sendInside } from './testing/calls.ts';
import { fakeDevice } from './testing/fake-device.ts';
import { fakeExchange } from './testing/fake-exchange.ts';

const csta = 'http://www.ecma-international.org/standards/ecma-323/csta/ed3';
const setDnd = (isOn: boolean) =>
  `<?xml version="1.0" encoding="UTF-8"?><SetDoNotDisturb xmlns="${csta}"><device>bob</device><doNotDisturbOn>${isOn}</doNotDisturbOn></SetDoNotDisturb>`;
const setForward = (type: string, isOn: boolean, to: string, rings = '') =>
  `<SetForwarding xmlns="${csta}"><device/><forwardDN>${to}</forwardDN><forwardingType>${type}</forwardingType><activateForward>${isOn}</activateForward><ringCount>${rings}</ringCount></SetForwarding>`;
const off = { isOn: false, to: '' };

/** A server whose user has these features, and Bob's phone that follows them. */
async function desk() {
  const users = new Map([
    [
      'w-bob',
      {
        lineId: 'c-bob',
        isDnd: false,
        forwards: { always: off, busy: off, noAnswer: off, unreachable: off },
        ringSeconds: 20,
      },
    ],
  ]);
  const asked: [PhoneAsker, PhoneFeatureChange][] = [];
  let reads = 0;
  let late: Promise<void> | undefined;
  const features: PhoneFeatureDesk = {
    async of(userIds) {
      reads += 1;
      const found = new Map([...users].filter(([id]) => userIds.includes(id)));
      const waits = late;
      late = undefined;
      await waits;
      return found;
    },
    async change(by, change) {
      asked.push([by, change]);
      const before = users.get(by.userId);
      if (before === undefined || (change.feature !== 'doNotDisturb' && change.to === 'barred')) return 'refused';
      const after =
        change.feature === 'doNotDisturb'
          ? { isDnd: change.isOn }
          : { forwards: { ...before.forwards, [change.feature]: { isOn: change.isOn, to: change.to ?? '' } } };
      users.set(by.userId, { ...before, ...after });
      return 'done';
    },
  };
  const exchange = fakeExchange({ features });
  const phone = async (username = 'bob') => {
    const device = fakeDevice(exchange, username, { transport: 'udp' });
    await device.register();
    const notifies: SipRequest[] = [];
    device.onRequest = (transaction) => {
      if (transaction.request.method === 'NOTIFY') notifies.push(transaction.request);
      transaction.reply(200);
    };
    const subscribe = async (to = username, body = '', more: [string, string][] = []) => {
      const fields: [string, string][] = [['Event', 'as-feature-event'], ...more];
      if (body !== '') fields.push(['Content-Type', 'application/x-as-feature-event+xml']);
      const sent = await device.sendAuthorized(device.build('SUBSCRIBE', to, fields, body));
      await exchange.pass();
      const last = sent.responses.at(-1);
      if (!last) throw new Error('no answer');
      return { last, dialog: () => dialogOfCaller(sent.request, last) };
    };
    return { device, notifies, subscribe };
  };
  /** The next answer comes only when the way back is taken. */
  const makeNextLate = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    late = promise;
    return resolve;
  };
  return { users, asked, exchange, phone, reads: () => reads, makeNextLate };
}

/** What a NOTIFY says, each feature in its own words. */
const told = ({ body }: SipRequest): string[] =>
  [...body.matchAll(/<(DoNotDisturb|Forwarding)Event[^>]*>([\s\S]*?)<\/\w+Event>/g)].map(([, , inner = '']) =>
    [...inner.matchAll(/<(\w+)>([^<]*)</g)].flatMap(([, name, value]) => (name === 'device' ? [] : [value])).join(' '),
  );

test('a phone hears immediately all that its keys switch, in one body of several parts', async () => {
  const { phone } = await desk();
  const { notifies, subscribe } = await phone();
  const { last } = await subscribe();
  expect([last.status, last.headers.get('Expires')]).toEqual([200, '3600']);
  expect(notifies).toHaveLength(1);
  expect(notifies[0]?.headers.get('Event')).toBe('as-feature-event');
  expect(notifies[0]?.headers.get('Content-Type')).toBe('multipart/mixed;boundary=sidetone-features');
  expect(told(notifies[0] as SipRequest)).toEqual([
    'false',
    'forwardImmediate false ',
    'forwardBusy false ',
    'forwardNoAns false  4',
  ]);
  expect(
    notifies[0]?.body.match(/--sidetone-features\r\nContent-Type: application\/x-as-feature-event\+xml\r\n\r\n/g),
  ).toHaveLength(4);
  expect(notifies[0]?.body.endsWith('--sidetone-features--\r\n')).toBe(true);
});

test('a phone hears what was changed elsewhere, that alone and once', async () => {
  const { users, exchange, phone, reads } = await desk();
  const { notifies, subscribe } = await phone();
  await subscribe();
  const before = users.get('w-bob');
  if (!before) throw new Error('no user');
  users.set('w-bob', { ...before, isDnd: true });
  for (const id of ['w-bob', 'w-anna', 'c-team', 'w-bob']) exchange.core.featuresChanged(id);
  await exchange.pass(100);
  users.set('w-bob', { ...before, isDnd: true, forwards: { ...before.forwards, busy: { isOn: true, to: '12' } } });
  exchange.core.featuresChanged('c-bob');
  await exchange.pass(100);
  expect(notifies.slice(1).map(told)).toEqual([['true'], ['forwardBusy true 12']]);
  expect(notifies[1]?.headers.get('Content-Type')).toBe('application/x-as-feature-event+xml');
  const asked = reads();
  exchange.core.featuresChanged('c-team');
  exchange.core.featuresChanged('w-anna');
  await exchange.pass(100);
  expect([notifies.length, reads()]).toEqual([3, asked]);
  exchange.core.featuresChanged(null);
  await exchange.pass(100);
  expect([notifies.length, reads()]).toEqual([3, asked + 1]);
});

/** Presses a key of a phone: a SUBSCRIBE within the dialog, with credentials where these are asked for. */
async function press(
  { exchange }: Awaited<ReturnType<typeof desk>>,
  device: ReturnType<typeof fakeDevice>,
  dialog: ReturnType<typeof dialogOfCaller>,
  body: string,
) {
  const bare = sendInside(device, dialog, 'SUBSCRIBE', [['Event', 'as-feature-event']], body);
  await exchange.pass();
  if (bare.responses.at(-1)?.status !== 401) return [bare.responses.at(-1)?.status];
  const proven = device.authorized(bare.request, bare.responses.at(-1));
  dialog.localCSeq = Number(proven.headers.get('CSeq')?.split(' ')[0]);
  const sent = device.send(proven);
  await exchange.pass();
  return [401, sent.responses.at(-1)?.status];
}

test('an answer that comes late does not bring back what was changed since', async () => {
  const { users, exchange, phone, makeNextLate } = await desk();
  const { notifies, subscribe } = await phone();
  await subscribe();
  const before = users.get('w-bob');
  if (!before) throw new Error('no user');
  const comes = makeNextLate();
  users.set('w-bob', { ...before, isDnd: true });
  exchange.core.featuresChanged('w-bob');
  await exchange.pass(100);
  users.set('w-bob', { ...before, forwards: { ...before.forwards, busy: { isOn: true, to: '12' } } });
  exchange.core.featuresChanged('w-bob');
  await exchange.pass(100);
  comes();
  await exchange.pass(100);
  expect(notifies.slice(1).map(told)).toEqual([['forwardBusy true 12']]);
});

test('the keys of a phone switch what the app does, and the phone shows the result', async () => {
  const office = await desk();
  const { device, notifies, subscribe } = await office.phone();
  const dialog = (await subscribe()).dialog();
  expect(await press(office, device, dialog, setDnd(true))).toEqual([401, 200]);
  await press(office, device, dialog, setForward('forwardNoAns', true, '12', '6'));
  await press(office, device, dialog, setForward('forwardImmediate', true, 'barred'));
  const by = { accountId: 's1', userId: 'w-bob', address: expect.any(String) };
  expect(office.asked).toEqual([
    [by, { feature: 'doNotDisturb', isOn: true }],
    [by, { feature: 'noAnswer', isOn: true, to: '12', ringSeconds: 30 }],
    [by, { feature: 'always', isOn: true, to: 'barred', ringSeconds: null }],
  ]);
  expect(notifies.slice(1).map((one) => told(one).slice(0, 2))).toEqual([
    ['true', 'forwardImmediate false '],
    ['true', 'forwardImmediate false '],
    ['true', 'forwardImmediate false '],
  ]);
});

test('a phone that knows a dialog and no password changes nothing, nor does another phone', async () => {
  const office = await desk();
  const bob = await office.phone();
  const dialog = (await bob.subscribe()).dialog();
  const bare = sendInside(bob.device, dialog, 'SUBSCRIBE', [['Event', 'as-feature-event']], setDnd(true));
  await office.exchange.pass();
  expect(bare.responses.at(-1)?.status).toBe(401);
  const anna = await office.phone('anna');
  const asAnna = anna.device.authorized(bare.request, bare.responses.at(-1));
  dialog.localCSeq = Number(asAnna.headers.get('CSeq')?.split(' ')[0]);
  const sent = anna.device.send(asAnna);
  await office.exchange.pass();
  expect(sent.responses.at(-1)?.status).toBe(403);
  expect((await anna.subscribe('bob', setDnd(true))).last.status).toBe(403);
  expect(office.asked).toEqual([]);
});

test('a phone may ask once, with its change in the first request and for no time', async () => {
  const office = await desk();
  const { notifies, subscribe } = await office.phone();
  expect((await subscribe('bob', setDnd(true), [['Expires', '0']])).last.status).toBe(200);
  expect(notifies.map((one) => [one.headers.get('Subscription-State'), told(one)[0]])).toEqual([
    ['terminated;reason=timeout', 'true'],
  ]);
});

test('keys are followed in the order in which they were pressed, and no more than twenty in a minute', async () => {
  const office = await desk();
  const { device, notifies, subscribe } = await office.phone();
  const dialog = (await subscribe()).dialog();
  for (let at = 0; at < 20; at++) await press(office, device, dialog, setDnd(at % 2 === 0));
  expect(office.asked).toHaveLength(20);
  expect(told(notifies.at(-1) as SipRequest)[0]).toBe('false');
  expect((await press(office, device, dialog, setDnd(true))).at(-1)).toBe(503);
  expect(office.asked).toHaveLength(20);
  await office.exchange.pass(61_000);
  expect((await press(office, device, dialog, setDnd(true))).at(-1)).toBe(200);
});

test.each([
  'nothing',
  '<SetDoNotDisturb><doNotDisturbOn>perhaps</doNotDisturbOn></SetDoNotDisturb>',
  setForward('forwardToTheMoon', true, '12'),
  setForward('forwardBusy', true, '1'.repeat(129)).replace('<activateForward>true', '<activateForward>'),
  `${'<a>'.repeat(2000)}${setDnd(true)}`,
])('a change that cannot be read changes nothing: %#', async (body) => {
  const office = await desk();
  expect((await (await office.phone()).subscribe('bob', body)).last.status).toBe(400);
  expect(office.asked).toEqual([]);
});
