import { expect, test } from 'vitest';
import { boundedNames } from './name-service.ts';
import { findPlace, type NameService } from './sip-place.ts';

const limits = { withinMs: 20, most: 3 };
const place = { host: 'provider.example', port: undefined, transport: 'udp' } as const;
const never = () => new Promise<never>(() => {});
const answering = (services: readonly { name: string; port: number }[], addresses: readonly string[]) =>
  boundedNames({ servicesOf: async () => services, addressesOf: async () => addresses }, limits);

test('a name service that never answers is given up, for services as for addresses', async () => {
  const silent = boundedNames({ servicesOf: never, addressesOf: never }, limits);
  await expect(silent.servicesOf('_sip._udp.provider.example')).rejects.toThrow('no answer of the name service');
  await expect(findPlace(place, silent)).rejects.toThrow('no answer of the name service about provider.example');
});

test('of a long answer the beginning is used', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `192.0.2.${at % 256}`);
  const found = await findPlace(place, answering([], many));
  expect(found.addresses).toEqual(['192.0.2.0', '192.0.2.1', '192.0.2.2']);
});

test.each([
  ['no host', { name: 'a b', port: 5060 }],
  ['a line of a header', { name: 'a\r\nVia: x', port: 5060 }],
  ['a zero byte', { name: 'a\0.example', port: 5060 }],
  ['nothing', { name: 'a..example', port: 5060 }],
  ['a label that is too long', { name: `${'a'.repeat(64)}.example`, port: 5060 }],
  ['a name that is too long', { name: 'a.'.repeat(127), port: 5060 }],
  ['port 0', { name: 'a.example', port: 0 }],
  ['a port that is none', { name: 'a.example', port: 65_536 }],
  ['no whole port', { name: 'a.example', port: Number.NaN }],
])('a service record with %s is left out', async (_what, record) => {
  const good = { name: 'sip_1.provider.example', port: 5070 };
  const found = await findPlace(place, answering([record, good], ['192.0.2.1']));
  expect([found.address, found.port]).toEqual(['192.0.2.1', 5070]);
});

test('an entry that is no address is left out', async () => {
  const found = await findPlace(place, answering([], ['', 'localhost', '192.0.2.1\r\n', '0x7f.1', '2001:db8::1']));
  expect(found.addresses).toEqual(['2001:db8::1']);
});

test('a service that is said not to be there is none, and the host itself is asked', async () => {
  const asked: string[] = [];
  const names: NameService = {
    servicesOf: async () => [{ name: '', port: 0 }],
    addressesOf: async (host) => {
      asked.push(host);
      return ['192.0.2.1'];
    },
  };
  const bounded = boundedNames(names, limits);
  await expect(bounded.servicesOf('_sip._udp.provider.example')).rejects.toThrow('no service that is offered');
  expect((await findPlace(place, bounded)).port).toBe(5060);
  expect(asked).toEqual(['provider.example']);
});

test('each turn leads to the next address, of one target after the other, and begins again at the end', async () => {
  const hosts: Record<string, readonly string[]> = {
    'one.example': ['192.0.2.1', '192.0.2.2'],
    'gone.example': [],
    'two.example': ['192.0.2.3'],
  };
  const names: NameService = {
    servicesOf: async () => [
      { name: 'one.example', port: 5060 },
      { name: 'gone.example', port: 5062 },
      { name: 'two.example', port: 5064 },
    ],
    async addressesOf(host) {
      const addresses = hosts[host];
      if (!addresses?.length) throw new Error(`${host} is not known`);
      return addresses;
    },
  };
  const found = await Promise.all([0, 1, 2, 3].map((turn) => findPlace(place, names, undefined, turn)));
  expect(found.map(({ address, port }) => `${address}:${port}`)).toEqual([
    '192.0.2.1:5060',
    '192.0.2.2:5060',
    '192.0.2.3:5064',
    '192.0.2.1:5060',
  ]);
  // Calls may come from each of them.
  expect(found[0]?.addresses).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  const reach = (_host: string, address: string) => address !== '192.0.2.2';
  expect((await findPlace(place, names, reach, 1)).address).toBe('192.0.2.3');
});
