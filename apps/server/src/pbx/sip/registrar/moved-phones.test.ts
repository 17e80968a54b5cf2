import { expect, test } from 'vitest';
import { fakeDevice } from '../testing/fake-device.ts';
import { fakeExchange } from '../testing/fake-exchange.ts';

/** A phone of Anna's that names no instance, as many desk phones do. */
function somePhone(exchange = fakeExchange(), port = 5060) {
  const phone = fakeDevice(exchange, 'anna', { transport: 'udp', address: '192.0.2.9', port });
  const register = async (contacts: readonly string[], more: readonly [string, string][] = []) => {
    const contact: [string, string] = ['Contact', contacts.map((uri) => `<sip:${uri}>`).join(', ')];
    const sent = await phone.sendAuthorized(phone.build('REGISTER', 'anna', [contact, ['Expires', '600'], ...more]));
    return sent.responses
      .at(-1)
      ?.headers.list('Contact')
      .map((value) => /<sip:([^>]*)>/.exec(value)?.[1]);
  };
  return { exchange, phone, register };
}
const [before, after] = ['anna@192.0.2.9:5060;line=a1', 'anna@192.0.2.9:5060;line=b2'];
const [lan, seen] = ['anna@10.0.0.7:5060', 'anna@192.0.2.9:5060'];

test('a phone that was restarted and says another contact takes its own place, and is called there alone', async () => {
  const { exchange, register } = somePhone();
  expect(await register([before])).toEqual([before]);
  expect(await register(['anna@192.0.2.9:5060;line=b2;x=1'])).toEqual(['anna@192.0.2.9:5060;line=b2;x=1']);
  expect(await register([after])).toEqual([after]);
  expect(await exchange.legs.contactsOf(['w-anna'])).toHaveLength(1);
  expect(exchange.store.rows.size).toBe(1);
});

test('one that learnt its address goes on with the same row of registrations, from another port too', async () => {
  const { exchange, register } = somePhone();
  const mine: [string, string] = ['Call-ID', 'mine'];
  await register([lan], [mine, ['CSeq', '1 REGISTER']]);
  const moved = somePhone(exchange, 5099);
  expect(await moved.register([seen], [mine, ['CSeq', '7 REGISTER']])).toEqual([seen]);
});

test('one that takes its earlier contact away afterwards goes on at the later one', async () => {
  const { exchange, phone, register } = somePhone();
  await register([lan]);
  expect(await register([seen])).toEqual([seen]);
  await phone.sendAuthorized(phone.build('REGISTER', 'anna', [['Contact', `<sip:${lan}>;expires=0`]]));
  expect([...exchange.store.rows.values()].map(({ contactUri }) => contactUri)).toEqual([`sip:${seen}`]);
});

test('another phone with the same password, one behind a proxy, and a second contact stay beside it', async () => {
  const { exchange, register } = somePhone();
  await register([lan]);
  expect(await somePhone(exchange, 5099).register([seen])).toHaveLength(2);
  expect(await register(['anna@10.0.0.8:5060'], [['Path', '<sip:proxy.example;lr>']])).toHaveLength(3);
  const both = ['anna@10.0.1.1:5060', 'anna@10.0.1.2:5060'];
  expect(await register(both)).toEqual(expect.arrayContaining(both));
});

test('phones that name their instances are known by those, whatever the address', async () => {
  const exchange = fakeExchange();
  const one = fakeDevice(exchange, 'anna', { transport: 'udp', address: '192.0.2.9', port: 5060 });
  await one.register();
  one.instance = '<urn:uuid:other>';
  one.contact = `sip:${after}`;
  expect((await one.register()).headers.list('Contact')).toHaveLength(2);
});
