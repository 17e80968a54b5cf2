import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IntegrationError } from '../connector.ts';
import { guardedFetch } from '../guarded-fetch.ts';
import { privateHosts } from '../private-hosts.ts';
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
const connect = (origins: readonly string[] | null, path = '') =>
  cardDav(reach.fetch).connect({ url: `${entered.url}${path}`, key: 'anna:secret', origins }, signal);
const told = (href: string, props: string) => ({
  status: 207,
  body: `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:response><d:href>${href}</d:href>
    <d:propstat><d:status>HTTP/1.1 200 OK</d:status><d:prop>${props}</d:prop></d:propstat></d:response></d:multistatus>`,
});
const book = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';
const onlyWithKey =
  (answer: Answer): Answer =>
  (request) =>
    request.headers.authorization === undefined ? { status: 401 } : answer(request);
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

test('a stored key goes to no address book at another server', async () => {
  entered.answer = () => told(`${other.url}book/`, book);
  const { origins } = await connect(null);
  expect(origins).toEqual([entered.origin, other.origin]);
  const stranger = await connect([]);
  await expect(stranger.findByNumber('+4940123', signal)).rejects.toMatchObject(elsewhere);
  expect(other.heard).toEqual([]);
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

test.each<[string, readonly string[] | null, string, IntegrationError['translationKey'] | null]>([
  ['https://dav.example.com/anna', [], 'https://dav.example.com/bert', null],
  ['https://dav.example.com', [], 'https://dav.example.com:8443', 'elsewhere'],
  ['https://dav.example.com', [], 'https://p42.example.com', 'elsewhere'],
  ['https://dav.example.com', ['https://p42.example.com'], 'https://p42.example.com/x', null],
  ['https://dav.example.com', null, 'https://p42.example.com', null],
  ['https://dav.example.com', null, 'http://dav.example.com', 'insecureUrl'],
  ['https://dav.example.com', ['http://p42.example.com'], 'http://p42.example.com', 'insecureUrl'],
  ['http://dav.example.com', [], 'https://dav.example.com', null],
  ['http://dav.example.com', [], 'http://dav.example.com:81', 'elsewhere'],
])('entered at %s, with %s: %s is %s', (url, origins, place, refused) => {
  expect(borderOf(new URL(url), origins)(new URL(place))?.translationKey ?? null).toBe(refused);
});
