import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { privateHosts } from '../../network/private-hosts.ts';
import type { Entered, IntegrationError, Portion } from '../connector.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { borderOf } from './border.ts';
import { cardDav } from './carddav.ts';

type Answer = (request: IncomingMessage) => { status: number; location?: string; body?: string };

/** A server that does what a test says, and what it was asked. */
class Place {
  answer: Answer = () => ({ status: 404 });
  readonly heard: { readonly method: string | undefined; readonly authorization: string | undefined }[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      this.heard.push({ method: request.method, authorization: request.headers.authorization });
      const { status, location, body = '' } = this.answer(request);
      request.resume().once('end', () => {
        response.writeHead(status, { 'content-type': 'application/xml', ...(location ? { location } : {}) }).end(body);
      });
    });
  }
  async open() {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }
  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  }
  get origin(): string {
    return new URL(this.url).origin;
  }
  close() {
    this.#server.close();
  }
}

const entered = new Place();
const other = new Place();
const reach = guardedFetch(privateHosts(['127.0.0.1']));
const signal = AbortSignal.timeout(60_000);
const connect = (origins: Entered['origins'], path = '', heard?: () => void) =>
  cardDav(reach.fetch).connect({ url: `${entered.url}${path}`, key: 'anna:secret', origins }, signal, heard);
const toldAll = (...all: readonly (readonly [href: string, props: string])[]) => ({
  status: 207,
  body: `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${all
    .map(
      ([href, props]) => `<d:response><d:href>${href}</d:href><d:propstat><d:status>HTTP/1.1 200 OK</d:status>
        <d:prop>${props}</d:prop></d:propstat></d:response>`,
    )
    .join('')}</d:multistatus>`,
});
const told = (href: string, props: string) => toldAll([href, props]);
const homes = (...hrefs: readonly string[]) =>
  `<c:addressbook-home-set>${hrefs.map((href) => `<d:href>${href}</d:href>`).join('')}</c:addressbook-home-set>`;
const book = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';
const onlyWithKey =
  (answer: Answer): Answer =>
  (request) =>
    request.headers.authorization === undefined ? { status: 401 } : answer(request);
const leftOut = { name: 'IntegrationError', type: 'failed', translationKey: 'leftOut' };
const elsewhere = { name: 'IntegrationError', type: 'refresh', translationKey: 'elsewhere' };
const keysHeard = (place: Place) => place.heard.filter(({ authorization }) => authorization !== undefined);

beforeAll(async () => {
  await Promise.all([entered.open(), other.open()]);
});
afterAll(() => {
  reach.close();
  entered.close();
  other.close();
});
beforeEach(() => {
  entered.heard.length = 0;
  other.heard.length = 0;
  other.answer = onlyWithKey(() => told('/book/', book));
});

test('a key that is entered follows to where the address books are, and a stored one only to where it was then', async () => {
  entered.answer = () => ({ status: 301, location: `${other.url}book/` });
  const { origins } = await connect(null);
  expect(origins).toEqual([other.origin]);
  await connect(origins);
  other.heard.length = 0;
  await expect(connect([])).rejects.toMatchObject(elsewhere);
  expect(other.heard.length).toBeGreaterThan(0);
  expect(keysHeard(other)).toEqual([]);
});

test('a stored key goes to no home of address books at another server', async () => {
  entered.answer = () =>
    told('/', `<c:addressbook-home-set><d:href>${other.url}book/</d:href></c:addressbook-home-set>`);
  expect((await connect(null)).origins).toEqual([entered.origin, other.origin]);
  other.heard.length = 0;
  await expect(connect([])).rejects.toMatchObject(elsewhere);
  expect(other.heard).toEqual([]);
});

test('a stored key goes to no address book at another server, and nobody is signed out', async () => {
  entered.answer = () => told(`${other.url}book/`, book);
  const { origins } = await connect(null);
  expect(origins).toEqual([entered.origin, other.origin]);
  await expect(connect([])).rejects.toMatchObject(leftOut);
  expect(other.heard).toEqual([]);
});

test('an address book at another server is left out with what is known of it, and the others go on', async () => {
  entered.answer = ({ url, method, headers }) => {
    if (url === '/') return told('/', homes('/home/'));
    if (url === '/home/' && headers.depth === '1') {
      return toldAll(['/home/own/', book], [`${other.url}shared/`, book], ['/home/', '<d:resourcetype/>']);
    }
    if (method === 'REPORT') return told('/home/own/', '');
    return url === '/home/own/' ? toldAll(['/home/own/', book]) : { status: 404 };
  };
  const connection = await connect([]);
  expect(connection.leftOut).toMatchObject(leftOut);
  expect(await connection.findByNumber('+4940123', signal)).toEqual([]);
  const mirrored = new Map(['/shared/jo.vcf', '/home/own/li.vcf', '/home/gone/mo.vcf'].map((id) => [id, '"1"']));
  const state = { '/shared/': { version: '1' }, '/home/own/': { version: '1' }, '/home/gone/': { version: '1' } };
  const portions = await allOf(connection.changes(state, async () => mirrored, signal));
  expect(portions.flatMap(({ gone }) => gone).sort()).toEqual(['/home/gone/mo.vcf', '/home/own/li.vcf']);
  expect(portions.at(-1)?.state).toHaveProperty(['/shared/']);
  await expect(connection.get('/shared/jo.vcf', signal)).rejects.toMatchObject(leftOut);
  expect(other.heard).toEqual([]);
});

test('of several homes of address books one at another server is left out', async () => {
  entered.answer = ({ url }) => {
    if (url === '/') return told('/', homes('/home/', `${other.url}shared/`));
    return url === '/home/' ? told('/home/own/', book) : { status: 404 };
  };
  expect((await connect([])).leftOut).toMatchObject(leftOut);
  expect(other.heard).toEqual([]);
});

test('a server that names itself by another host is the one that was asked', async () => {
  entered.answer = ({ url }) => {
    if (url === '/') return told('http://node7.invalid/', homes('/home/'));
    return url === '/home/' ? told('/home/own/', book) : { status: 404 };
  };
  expect((await connect([])).leftOut).toBeNull();
});

const allOf = async (portions: AsyncIterable<Portion>): Promise<Portion[]> => {
  const all: Portion[] = [];
  for await (const one of portions) all.push(one);
  return all;
};

const toOther = () => ({ status: 301, location: `${other.url}book/` });

test.each([
  ['the place that was guessed leads elsewhere', '', (url?: string) => url !== '/'],
  ['the place that was entered leads elsewhere', 'anna/', (url?: string) => url === '/anna/'],
])('%s: it ends only where the other one has no trouble that may pass', async (_what, path, leads) => {
  const answers = (status: number) => {
    entered.answer = ({ url }) => (leads(url) ? toOther() : { status });
  };
  answers(503);
  await expect(connect([], path)).rejects.toMatchObject({ type: 'failed', translationKey: 'failed' });
  answers(404);
  await expect(connect([], path)).rejects.toMatchObject(elsewhere);
  expect(keysHeard(other)).toEqual([]);
});

test('trouble that may pass at the place that was guessed is no end either', async () => {
  entered.answer = ({ url }) => (url === '/' ? toOther() : { status: 503 });
  await expect(connect([])).rejects.toMatchObject({ type: 'failed', translationKey: 'failed' });
});

test('every answer is heard, long before there is a contact', async () => {
  entered.answer = ({ url }) => (url === '/book/' ? told('/book/', book) : { status: 404 });
  let heard = 0;
  const connection = await connect([], 'book/', () => {
    heard += 1;
  });
  expect(heard).toBe(entered.heard.length);
  await allOf(connection.changes(null, async () => new Map(), signal));
  expect(entered.heard.length).toBeGreaterThan(1);
  expect(heard).toBe(entered.heard.length);
});

test('where nothing is at the place that was entered, its host sends a stored key nowhere else', async () => {
  entered.answer = ({ url }) =>
    url === '/.well-known/carddav' ? { status: 301, location: `${other.url}book/` } : { status: 404 };
  await expect(connect([], 'anna/')).rejects.toMatchObject({ type: 'not_found' });
  expect(keysHeard(other)).toEqual([]);
});

test('a card is sent to no other host', async () => {
  entered.answer = ({ method }) =>
    method === 'PUT' ? { status: 307, location: `${other.url}taken.vcf` } : told('/book/', book);
  const connection = await connect([]);
  const draft = { name: 'Zoe', firstName: null, lastName: null, organization: null, email: null, phoneNumbers: [] };
  await expect(connection.create(draft, null, signal)).rejects.toMatchObject({ name: 'IntegrationError' });
  expect(entered.heard.at(-1)?.method).toBe('PUT');
  expect(other.heard).toEqual([]);
});

test.each<[string, Entered['origins'], string, IntegrationError['translationKey'] | null]>([
  ['https://dav.example.com/anna', [], 'https://dav.example.com/bert', null],
  ['https://dav.example.com', [], 'https://dav.example.com:8443', 'elsewhere'],
  ['https://dav.example.com', [], 'https://p42.example.com', 'elsewhere'],
  ['https://dav.example.com', ['https://p42.example.com'], 'https://p42.example.com/x', null],
  ['https://dav.example.com', null, 'https://p42.example.com', null],
  ['https://dav.example.com', null, 'http://dav.example.com', 'insecureUrl'],
  ['https://dav.example.com', ['http://p42.example.com'], 'http://p42.example.com', 'insecureUrl'],
  ['https://dav.example.com', 'notKept', 'https://p42.example.com', null],
  ['https://dav.example.com', 'notKept', 'http://p42.example.com', 'insecureUrl'],
  ['http://dav.example.com', 'notKept', 'http://p42.example.com', 'elsewhere'],
  ['http://dav.example.com', 'notKept', 'http://dav.example.com', null],
  ['http://dav.example.com', [], 'https://dav.example.com', null],
  ['http://dav.example.com', [], 'http://dav.example.com:81', 'elsewhere'],
])('entered at %s, with %s: %s is %s', (url, origins, place, refused) => {
  expect(borderOf(new URL(url), origins)(new URL(place))?.translationKey ?? null).toBe(refused);
});

test.each([
  ['two million elements that nobody closes', '<a>'.repeat(2_000_000), 'tooLarge'],
  ['elements within one another', '<a>'.repeat(300_000), 'failed'],
  ['a list that is larger than any', 'x'.repeat(14_000_000), 'tooLarge'],
])('an answer of %s connects nothing', async (_what, body, translationKey) => {
  entered.answer = () => ({ status: 207, body });
  await expect(connect(null)).rejects.toMatchObject({ name: expect.any(String), translationKey });
});
