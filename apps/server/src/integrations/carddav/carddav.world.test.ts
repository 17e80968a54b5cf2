import { hasRadicale, Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { freeUdpPort } from '../../testing/free-port.ts';
import type { Connection, Portion, SourceContact } from '../connector.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { cardDav } from './carddav.ts';

describe.skipIf(!hasRadicale)('address books of a CardDAV server', () => {
  let radicale: Radicale;
  const reach = guardedFetch(privateHosts(['127.0.0.1']));
  const connector = cardDav(reach.fetch);
  const signal = AbortSignal.timeout(60_000);
  const connect = (path = '', key = 'anna:secret') =>
    connector.connect({ url: `${radicale.url}${path}`, key, origins: null }, signal);

  beforeAll(async () => {
    radicale = await Radicale.open(await freeUdpPort(), {
      anna: 'secret',
      bert: 'other',
      carla: 'third',
      dora: 'fourth',
    });
    await radicale.addBook('anna', 'office', [
      vCard({ uid: 'jo', name: 'Jörg Müller', numbers: ['030 90 18 20', '+49 170 1234567'] }),
      vCard({
        uid: 'li',
        name: 'Lina Åberg',
        numbers: ['0049 40 777'],
        more: ['EMAIL:lina@nord.example', 'ORG:Nord AB'],
      }),
      ['BEGIN:VCARD', 'VERSION:3.0', 'UID:all', 'FN:Everybody', 'X-ADDRESSBOOKSERVER-KIND:group', 'END:VCARD', ''].join(
        '\r\n',
      ),
    ]);
    await radicale.addBook('anna', 'home', [vCard({ uid: 'mo', name: 'Mother', numbers: ['089 1'] })]);
    await radicale.addBook('bert', 'people', []);
  });
  afterAll(async () => {
    reach.close();
    await radicale.close();
  });

  test.each(['anna/missing/', 'anna/missing', 'ana/office/'])(
    'an address book that is misspelt (%s) connects no other',
    async (path) => {
      const error = await connect(path).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'IntegrationError' });
      expect(['not_found', 'forbidden']).toContain((error as { type: string }).type);
    },
  );

  /** What is mirrored, as the changes leave it. */
  const mirror = () => {
    const contacts = new Map<string, SourceContact>();
    let state: unknown = null;
    const names = () => [...contacts.values()].map(({ name }) => name).sort();
    const take = ({ written, gone, state: next }: Portion) => {
      for (const one of written) contacts.set(one.externalId, one);
      for (const id of gone) contacts.delete(id);
      state = next;
    };
    const known = async (ids?: readonly string[]) =>
      new Map([...contacts].flatMap(([id, { etag }]) => (!ids || ids.includes(id) ? [[id, etag]] : [])));
    const follow = async (connection: Connection) => {
      const portions: Portion[] = [];
      for await (const portion of connection.changes(state, known, signal)) {
        take(portion);
        portions.push(portion);
      }
      return portions.flatMap(({ written }) => written.map(({ name }) => name));
    };
    return { contacts, names, take, follow, known, state: () => state };
  };

  test.each([
    ['a host', ''],
    ['a principal', 'anna/'],
    ['a principal without its slash', 'anna'],
  ])('are found by %s', async (_what, path) => {
    const mirrored = mirror();
    await mirrored.follow(await connect(path));
    expect(mirrored.names()).toEqual(['Jörg Müller', 'Lina Åberg', 'Mother']);
  });

  test('are found one by one', async () => {
    const mirrored = mirror();
    await mirrored.follow(await connect('anna/home/'));
    expect(mirrored.names()).toEqual(['Mother']);
  });

  test.each([
    ['a wrong password', '', 'anna:wrong', 'refresh'],
    ['nobody known', '', 'nobody:secret', 'refresh'],
    ['somebody else’s book', 'bert/people/', 'anna:secret', 'forbidden'],
    ['somebody without an address book', '', 'carla:third', 'not_found'],
  ])('are refused to %s', async (_what, path, key, type) => {
    await expect(connect(path, key)).rejects.toMatchObject({ name: 'IntegrationError', type });
  });

  test('where nobody answers nothing is found', async () => {
    const nowhere = connector.connect(
      { url: `http://127.0.0.1:${await freeUdpPort()}/`, key: 'a:b', origins: null },
      signal,
    );
    await expect(nowhere).rejects.toMatchObject({ type: 'unreachable' });
  });

  test('the first time everything comes, then only what changed', async () => {
    await radicale.addBook(
      'dora',
      'main',
      [1, 2, 3].map((n) => vCard({ uid: `d${n}`, name: `Person ${n}` })),
    );
    const connection = await connect('', 'dora:fourth');
    const mirrored = mirror();
    expect(await mirrored.follow(connection)).toHaveLength(3);
    expect(await mirrored.follow(connection)).toEqual([]);
    await radicale.write('dora', 'main', 'new.vcf', vCard({ uid: 'new', name: 'Newcomer' }));
    expect(await mirrored.follow(connection)).toEqual(['Newcomer']);
    await radicale.write('dora', 'main', 'new.vcf', vCard({ uid: 'new', name: 'Newcomer renamed' }));
    expect(await mirrored.follow(connection)).toEqual(['Newcomer renamed']);
    await radicale.remove('dora', 'main', 'new.vcf');
    await mirrored.follow(connection);
    expect(mirrored.names()).toEqual(['Person 1', 'Person 2', 'Person 3']);

    // A token that the server does not know makes no difference but time.
    const [path = ''] = Object.keys(mirrored.state() as object);
    mirrored.take({
      written: [],
      gone: [],
      total: null,
      state: { [path]: { version: 'http://radicale.org/ns/sync/0' } },
    });
    await radicale.remove('dora', 'main', (await radicale.names('dora', 'main'))[0]);
    expect(await mirrored.follow(connection)).toEqual([]);
    expect(mirrored.names()).toHaveLength(2);

    // Of a book that is gone nothing stays.
    await radicale.addBook('dora', 'second', [vCard({ uid: 's', name: 'Second' })]);
    await mirrored.follow(await connect('', 'dora:fourth'));
    expect(mirrored.names()).toHaveLength(3);
    await radicale.remove('dora', 'main');
    await mirrored.follow(await connect('', 'dora:fourth'));
    expect(mirrored.names()).toEqual(['Second']);
  });

  test('cut off in the middle, it continues with the rest', async () => {
    const cards = Array.from({ length: 250 }, (_none, n) => vCard({ uid: `many${n}`, name: `Many ${n}` }));
    await radicale.addBook('bert', 'many', cards);
    const connection = await connect('bert/many/', 'bert:other');
    const mirrored = mirror();
    for await (const portion of connection.changes(null, mirrored.known, signal)) {
      expect(portion.total).toBe(250);
      mirrored.take(portion);
      break;
    }
    expect(mirrored.names()).toHaveLength(100);
    expect(await mirrored.follow(connection)).toHaveLength(150);
    expect(mirrored.names()).toHaveLength(250);
  });

  test('a card says what it says, as it is written there', async () => {
    const mirrored = mirror();
    await mirrored.follow(await connect('anna/office/'));
    const lina = [...mirrored.contacts.values()].find(({ name }) => name === 'Lina Åberg');
    expect(lina).toMatchObject({
      firstName: 'Lina',
      lastName: 'Åberg',
      organization: 'Nord AB',
      email: 'lina@nord.example',
      phoneNumbers: [{ label: 'WORK', number: '0049 40 777' }],
      readonly: false,
      original: null,
    });
    expect(lina?.etag).toMatch(/^"/);
  });

  test('contacts are found by number and by words without being mirrored', async () => {
    const connection = await connect();
    const namesOf = (found: SourceContact[]) => found.map(({ name }) => name).sort();
    expect(namesOf(await connection.findByNumber('+4930901820', signal))).toEqual(['Jörg Müller']);
    expect(namesOf(await connection.findByNumber('+4940777', signal))).toEqual(['Lina Åberg']);
    expect(namesOf(await connection.findByNumber('+4940778', signal))).toEqual([]);
    expect(namesOf(await connection.search('nord.example', signal))).toEqual(['Lina Åberg']);
    expect(namesOf(await connection.search('müll', signal))).toEqual(['Jörg Müller']);
  });

  test('what is written there keeps what only its own program knows', async () => {
    const connection = await connect('anna/home/');
    const draft = { name: 'Nina New', firstName: 'Nina', lastName: 'New', organization: null, email: null };
    const made = await connection.create(
      { ...draft, phoneNumbers: [{ label: 'MOBILE', number: '+491701' }] },
      null,
      signal,
    );
    expect(made).toMatchObject({ name: 'Nina New', phoneNumbers: [{ label: 'MOBILE', number: '+491701' }] });
    const name = decodeURIComponent(made.externalId.split('/').at(-1) ?? '');
    const added = (await radicale.read('anna', 'home', name)).replace(
      'END:VCARD',
      'X-SECRET:kept\r\nNOTE:a\\, b\r\nEND:VCARD',
    );
    await radicale.write('anna', 'home', name, added);

    // A client that got no first answer asks again.
    const again = { ...draft, phoneNumbers: [] };
    const first = await connection.create(again, 'a key', signal);
    expect(await connection.create(again, 'a key', signal)).toEqual(first);
    const ending = connector.idEndingOf?.('a key') ?? 'none';
    expect([first, made].map(({ externalId }) => externalId.endsWith(ending))).toEqual([true, false]);
    expect((await connection.create(again, 'another key', signal)).externalId).not.toBe(first.externalId);
    expect(await radicale.names('anna', 'home')).toHaveLength(4);

    const before = await connection.get(made.externalId, signal);
    if (!before) throw new Error('It is there.');
    await expect(connection.update(made, { ...draft, phoneNumbers: [] }, signal)).rejects.toMatchObject({
      type: 'conflict',
    });
    await expect(connection.delete(made, signal)).rejects.toMatchObject({ type: 'conflict' });
    const after = await connection.update(before, { ...draft, organization: 'Nord', phoneNumbers: [] }, signal);
    expect(after).toMatchObject({ organization: 'Nord', phoneNumbers: [] });
    const card = await radicale.read('anna', 'home', name);
    expect(card).toContain('X-SECRET:kept');
    expect(card).toContain('NOTE:a\\, b');
    expect(card).toContain('ORG:Nord');

    await connection.delete(after, signal);
    expect(await connection.get(made.externalId, signal)).toBeNull();
    expect(await radicale.names('anna', 'home')).toHaveLength(3);
  });
});
