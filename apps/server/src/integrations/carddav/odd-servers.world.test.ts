import { hasRadicale, Radicale, vCard } from '@sidetone/simulator/people/radicale.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import { freeUdpPort } from '../../testing/free-port.ts';
import { AnswerTooLarge, type Connection, type SourceContact } from '../connector.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { cardDav } from './carddav.ts';
import { addressOf } from './dav.ts';

type Fetch = typeof globalThis.fetch;

/** Radicale does as it should; others are it with something between that makes them odd. */
describe.skipIf(!hasRadicale)('CardDAV servers that are odd', () => {
  let radicale: Radicale;
  const reach = guardedFetch(privateHosts(['127.0.0.1']));
  const signal = AbortSignal.timeout(60_000);
  let made = 0;

  beforeAll(async () => {
    radicale = await Radicale.open(await freeUdpPort(), { anna: 'secret' });
  });
  afterAll(async () => {
    reach.close();
    await radicale.close();
  });

  /** A server whose answers someone changes, and what was asked of it. */
  const odd = (
    change: (answer: string, asked: string) => string | number,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const asked: string[] = [];
    const through: Fetch = async (input, init) => {
      const body = String(init?.body ?? '');
      asked.push(`${init?.method} ${/<(?:\w+:)?([\w-]+)(?= xmlns)/.exec(body)?.[1] ?? ''}`.trim());
      const answer = await reach.fetch(input, init);
      const changed = change(await answer.text(), body);
      const isStatus = typeof changed === 'number';
      const response = new Response(isStatus || answer.status === 204 ? null : changed, {
        status: isStatus ? changed : answer.status,
        headers: [...answer.headers, ...Object.entries(more)],
      });
      Object.defineProperty(response, 'url', { value: answer.url });
      return response;
    };
    return { through, asked };
  };
  const bookOf = async (fetch: Fetch, names: readonly string[]) => {
    made += 1;
    const name = `book${made}`;
    await radicale.addBook('anna', name, []);
    for (const one of names)
      await radicale.write('anna', name, `${one}.vcf`, vCard({ uid: `${name}${one}`, name: one }));
    const connection = await cardDav(fetch).connect(
      { url: `${radicale.url}anna/${name}/`, key: 'anna:secret', origins: null },
      signal,
    );
    const contacts = new Map<string, SourceContact>();
    let state: unknown = null;
    return {
      name,
      connection,
      there: () => [...contacts.values()].map((one) => one.name).sort(),
      /** Names of what was fetched, and then of what is there. */
      async follow(by: Connection = connection) {
        const fetched: (string | null)[] = [];
        const known = async () => new Map([...contacts].map(([id, { etag }]) => [id, etag]));
        for await (const portion of by.changes(state, known, signal)) {
          for (const one of portion.written) contacts.set(one.externalId, one);
          for (const id of portion.gone) contacts.delete(id);
          fetched.push(...portion.written.map((one) => one.name));
          state = portion.state;
        }
        return { fetched: fetched.sort(), there: [...contacts.values()].map((one) => one.name).sort() };
      },
    };
  };
  /** What changes: one is changed, one comes, one goes. */
  const changeAll = async (name: string) => {
    await radicale.write('anna', name, 'a.vcf', vCard({ uid: `${name}a`, name: 'a2' }));
    await radicale.write('anna', name, 'd.vcf', vCard({ uid: `${name}d`, name: 'd' }));
    await radicale.remove('anna', name, 'b.vcf');
  };
  const changed = { fetched: ['a2', 'd'], there: ['a2', 'c', 'd'] };

  test('one that cannot tell what changed is looked through when its tag is another one', async () => {
    const { through, asked } = odd((answer) => answer.replaceAll('<sync-collection />', ''));
    const book = await bookOf(through, ['a', 'b', 'c']);
    expect(await book.follow()).toMatchObject({ fetched: ['a', 'b', 'c'] });
    asked.length = 0;
    expect(await book.follow()).toMatchObject({ fetched: [] });
    expect(asked).toEqual(['PROPFIND propfind']);
    await changeAll(book.name);
    expect(await book.follow()).toEqual(changed);
    expect(asked).not.toContain('REPORT sync-collection');
  });

  test('one that is busy says for how long, reading and writing', async () => {
    let status = 200;
    const { through } = odd((answer) => (status === 200 ? answer : status), { 'retry-after': '90' });
    const book = await bookOf(through, ['a']);
    await book.follow();
    for (const [busy, retryAfterSeconds] of [
      [429, 90],
      [503, 90],
      [500, null],
    ] as const) {
      status = busy;
      await expect(book.follow()).rejects.toMatchObject({ name: 'IntegrationError', retryAfterSeconds });
      const draft = { name: 'b', firstName: null, lastName: 'b', organization: null, email: null, phoneNumbers: [] };
      const created = book.connection.create(draft, null, signal);
      await expect(created).rejects.toMatchObject({ name: 'IntegrationError', retryAfterSeconds });
    }
  });

  test('one that says it can and cannot is looked through as well', async () => {
    const { through } = odd((answer, asked) => (asked.includes('sync-collection') ? 403 : answer));
    const book = await bookOf(through, ['a', 'b', 'c']);
    await book.follow();
    await changeAll(book.name);
    expect(await book.follow()).toEqual(changed);
  });

  test('one that has no tags at all is looked through each time', async () => {
    const { through, asked } = odd((answer) =>
      answer.replaceAll('<sync-collection />', '').replace(/<(?:CS:|C:)?getctag>.*?<\/(?:CS:|C:)?getctag>/g, ''),
    );
    const book = await bookOf(through, ['a', 'b', 'c']);
    await book.follow();
    asked.length = 0;
    expect(await book.follow()).toMatchObject({ fetched: [] });
    expect(asked).toEqual(['PROPFIND propfind', 'PROPFIND propfind']);
    await changeAll(book.name);
    expect(await book.follow()).toEqual(changed);
  });

  test('one that tells changes in parts is asked until it has told all', async () => {
    let parts = 0;
    const { through, asked } = odd((answer, question) => {
      if (!question.includes('sync-collection') || parts++ > 0) return answer;
      // Only the first card, and that there is more (RFC 6578 §3.6).
      const [first = ''] = answer.match(/<response>[\s\S]*?<\/response>/) ?? [];
      const book = /<href>(.*\/)[^/]*<\/href>/.exec(first)?.[1];
      const more = `<response><href>${book}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`;
      return `<multistatus xmlns="DAV:">${first}${more}<sync-token>http://radicale.org/ns/sync/none</sync-token></multistatus>`;
    });
    const book = await bookOf(through, ['a', 'b', 'c']);
    // The rest is asked for with a token that this one does not know, so everything is looked through in the end.
    expect(await book.follow()).toMatchObject({ there: ['a', 'b', 'c'] });
    expect(asked.filter((one) => one === 'REPORT sync-collection')).toHaveLength(2);
  });

  test('one with weak etags is written to without a condition', async () => {
    const { through } = odd((answer) => answer.replace(/<getetag>(&quot;|")/g, '<getetag>W/$1'));
    const book = await bookOf(through, ['a']);
    await book.follow();
    const before = await book.connection.get(`/anna/${book.name}/a.vcf`, signal);
    if (!before) throw new Error('It is there.');
    expect(before.etag).toMatch(/^W\//);
    const draft = { name: 'A', firstName: 'A', lastName: null, organization: null, email: null, phoneNumbers: [] };
    await book.connection.update(before, draft, signal);
    expect(await radicale.read('anna', book.name, 'a.vcf')).toContain('FN:A');
  });

  test('one that lets nobody write has contacts that are only read', async () => {
    const { through } = odd((answer) =>
      answer.replace(/<current-user-privilege-set>[\s\S]*?<\/current-user-privilege-set>/g, () => {
        return '<current-user-privilege-set><privilege><read /></privilege></current-user-privilege-set>';
      }),
    );
    const book = await bookOf(through, ['a']);
    expect(await book.connection.get(`/anna/${book.name}/a.vcf`, signal)).toMatchObject({ readonly: true });
    const nobody = { name: 'X', firstName: null, lastName: null, organization: null, email: null, phoneNumbers: [] };
    await expect(book.connection.create(nobody, null, signal)).rejects.toMatchObject({ type: 'forbidden' });
  });

  /** What it says of the card `a`, in place of what is there. */
  const sayingOfA = (said: (response: string) => string) => (answer: string) =>
    answer.replace(/<response><href>[^<]*\/a\.vcf<\/href>[\s\S]*?<\/response>/, said);
  const withStatus = (status: string) => (response: string) =>
    `<response>${/<href>.*?<\/href>/.exec(response)?.[0]}<status>HTTP/1.1 ${status}</status></response>`;

  test.each([
    ['forbids a card', withStatus('403 Forbidden')],
    ['stumbles over a card', withStatus('500 Internal Server Error')],
    ['has no time for a card', withStatus('503 Service Unavailable')],
    ['leaves a card out', () => ''],
    [
      'leaves out what is in a card',
      (response: string) => response.replace(/<((?:\w+:)?address-data)>[\s\S]*<\/\1>/, ''),
    ],
  ])('one that %s has it still, and tells it later', async (_what, said) => {
    let isOdd = false;
    const { through } = odd((answer, asked) =>
      isOdd && asked.includes('addressbook-multiget') ? sayingOfA(said)(answer) : answer,
    );
    const book = await bookOf(through, ['a', 'b', 'c']);
    await book.follow();
    await changeAll(book.name);
    isOdd = true;
    await expect(book.follow()).rejects.toMatchObject({ name: 'IntegrationError', type: 'failed' });
    // Whatever else there is comes all the same.
    expect(book.there()).toEqual(['a', 'c', 'd']);
    await expect(book.connection.get(`/anna/${book.name}/a.vcf`, signal)).rejects.toMatchObject({ type: 'failed' });
    isOdd = false;
    expect(await book.follow()).toEqual({ fetched: ['a2'], there: ['a2', 'c', 'd'] });
  });

  test.each(['404 Not Found', '410 Gone'])('one that answers %s of a card no longer has it', async (status) => {
    let isOdd = false;
    const { through } = odd((answer, asked) =>
      isOdd && asked.includes('addressbook-multiget') ? sayingOfA(withStatus(status))(answer) : answer,
    );
    const book = await bookOf(through, ['a', 'b', 'c']);
    await book.follow();
    await changeAll(book.name);
    isOdd = true;
    expect(await book.follow()).toEqual({ fetched: ['d'], there: ['c', 'd'] });
    expect(await book.connection.get(`/anna/${book.name}/a.vcf`, signal)).toBeNull();
  });

  test('one with large cards is asked for fewer at a time', async () => {
    let most = 1;
    const { through, asked } = odd((answer, question) => {
      const cards = question.match(/href>[^<]+\.vcf</g)?.length ?? 0;
      if (cards > most) throw new AnswerTooLarge('127.0.0.1');
      return answer;
    });
    const book = await bookOf(through, ['a', 'b', 'c']);
    expect(await book.follow()).toMatchObject({ fetched: ['a', 'b', 'c'] });
    expect(asked.filter((one) => one === 'REPORT addressbook-multiget')).toHaveLength(5);
    // One that is too large by itself.
    most = 0;
    await changeAll(book.name);
    await expect(book.follow()).rejects.toMatchObject({ translationKey: 'tooLarge' });
    expect(book.there()).toEqual(['a', 'c']);
    most = 1;
    expect(await book.follow()).toEqual(changed);
  });

  test('one that takes a card and cannot be asked for it then has it', async () => {
    let isOdd = true;
    const { through } = odd((answer, asked) => (isOdd && asked.includes('addressbook-multiget') ? 503 : answer));
    const book = await bookOf(through, []);
    const draft = { name: 'Nina', firstName: 'Nina', lastName: null, organization: null, email: null };
    const made = await book.connection.create({ ...draft, phoneNumbers: [] }, null, signal);
    expect(made).toMatchObject({ name: 'Nina', etag: null, externalId: expect.stringContaining(`/${book.name}/`) });
    expect(await radicale.names('anna', book.name)).toHaveLength(1);
    isOdd = false;
    const before = await book.connection.get(made.externalId, signal);
    if (!before) throw new Error('It is there.');
    isOdd = true;
    const renamed = { ...draft, name: 'Nora', phoneNumbers: [] };
    expect(await book.connection.update(before, renamed, signal)).toMatchObject({ ...renamed, etag: null });
    isOdd = false;
    expect(await book.follow()).toEqual({ fetched: ['Nora'], there: ['Nora'] });
  });

  test('one that asks for another kind of sign-in is not mistaken for a wrong password', async () => {
    const through: Fetch = async (input) => {
      const response = new Response(null, { status: 401, headers: { 'www-authenticate': 'Digest realm="books"' } });
      Object.defineProperty(response, 'url', { value: String(input) });
      return response;
    };
    const refused = cardDav(through).connect({ url: radicale.url, key: 'anna:secret', origins: null }, signal);
    await expect(refused).rejects.toMatchObject({
      type: 'failed',
      detail: expect.stringContaining('another kind of sign-in'),
    });
  });

  test('one behind a proxy means https where it says http', () => {
    const base = new URL('https://dav.example:8443/');
    expect(addressOf('http://dav.example/anna/', base)?.href).toBe('https://dav.example:8443/anna/');
    expect(addressOf('/anna/', base)?.href).toBe('https://dav.example:8443/anna/');
    expect(addressOf('https://p01.example/anna/', base)?.href).toBe('https://p01.example/anna/');
  });
});
