import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';
import { pacer } from '../pace.ts';
import { hubSpotObjects } from './objects.ts';
import { type Portal, recordsWithKey, scopesFor } from './portal.ts';
import { createProperty, hubSpotProperties, isRecordType, readProperty } from './properties.ts';
import { recordsReply } from './records.ts';
import { missingScopes, problem, type Reply } from './replies.ts';
import { hubSpotSignIn } from './sign-in.ts';

/** A request as it came, without its key. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Any of these may add properties. */
const schemaScopes = ['contacts', 'companies', 'deals', 'calls', 'tasks'].map((type) => `crm.schemas.${type}.write`);

const unknownPath = (path: string) => problem(404, 'OBJECT_NOT_FOUND', `No route ${path}`);

/**
 * A portal of HubSpot as its public documentation describes it, on loopback: records, search, batches, associations, properties,
 * owners, and the sign-in of its apps. It refuses what the vendor refuses: unknown paths, unknown properties and fields, wrong
 * types, values that must be unique, missing scopes, other keys.
 */
export async function openHubSpot({
  key = 'pat-eu1-right',
  portal: id = 4711,
  app = { clientId: 'sidetone-app', clientSecret: 'app-secret' },
} = {}) {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const portal = newPortal(id, now);
  const signIn = hubSpotSignIn(app, id, now);
  const journal: Journaled[] = [];
  const trouble = faults();
  const pace = pacer();

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/' } = request;
    void bodyOf(request).then(async (text) => {
      await pace.turn();
      response.setHeader('date', now().toUTCString());
      const fault = trouble.take(`${method} ${path}`);
      const url = new URL(path, 'http://crm');
      const scopes = scopesOf(request, key, signIn.scopesOf);
      const reply =
        refusedBy(fault) ??
        signIn.reply(method, url, formOf(request, text)) ??
        replyTo(portal, { method, url, text, scopes });
      journal.push({ method, path, status: reply.status });
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    key,
    app,
    portal,
    objects: portal.objects,
    journal,
    faults: trouble,
    signIn,
    /** Everything that was made with a key, see `recordsWithKey`. */
    recordsWithKey: (wanted: string) => recordsWithKey(portal.objects, wanted),
    /** The portal's clock is off by so much. */
    setClock(ms: number) {
      offsetMs = ms;
    },
    /** Requests are answered at most one in so many milliseconds, as the limits of the vendor have it. */
    setPace: pace.set,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
const newPortal = (id: number, now: () => Date): Portal => ({
  id,
  objects: hubSpotObjects(now),
  properties: hubSpotProperties(),
  owners: [],
  rules: [],
  withheld: new Set(),
  hidden: new Set(),
  searchLagMs: 0,
  now,
});
export type HubSpot = Awaited<ReturnType<typeof openHubSpot>>;

/** What the caller may do: everything with the key, what was granted with a token; null for anybody else. */
function scopesOf(
  { headers }: IncomingMessage,
  key: string,
  ofToken: (token: string) => readonly string[] | null,
): 'all' | readonly string[] | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  return token === key ? 'all' : ofToken(token);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}

const formOf = ({ headers }: IncomingMessage, text: string): Record<string, string> =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : {};

function refusedBy(fault: Fault | null): Reply | null {
  if (fault?.does !== 'refuse') return null;
  const category = fault.status === 429 ? 'RATE_LIMITS' : 'VALIDATION_ERROR';
  const { status, body } = problem(fault.status, category, fault.words ?? 'As the test wants');
  return { status, body: { ...(body as object), ...(fault.code === undefined ? {} : { policyName: fault.code }) } };
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly scopes: 'all' | readonly string[] | null;
}

function replyTo(portal: Portal, { method, url, text, scopes }: Asked): Reply {
  if (scopes === null) return problem(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
  const { pathname, searchParams } = url;
  const lacks = (wanted: readonly string[]): Reply | null => {
    const has = wanted.some((scope) => (scopes === 'all' || scopes.includes(scope)) && !portal.withheld.has(scope));
    return has ? null : missingScopes(wanted[0] ?? '');
  };
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return problem(400, 'VALIDATION_ERROR', 'Invalid input JSON');
  }
  if (pathname === '/account-info/v3/details' && method === 'GET') {
    return { status: 200, body: { portalId: portal.id, uiDomain: 'app.hubspot.com', timeZone: 'Europe/Berlin' } };
  }
  if (pathname === '/crm/owners/2026-09' && method === 'GET') {
    return lacks(['crm.objects.owners.read']) ?? owners(portal, searchParams);
  }
  const [, kind = '', type = '', rest = ''] =
    /^\/crm\/(objects|properties)\/2026-09\/([a-z]+)((?:\/[^/]+)*)$/.exec(pathname) ?? [];
  if (!isRecordType(type)) return unknownPath(pathname);
  if (kind === 'objects') {
    const isWrite = method !== 'GET' && rest !== '/search' && rest !== '/batch/read';
    const asked = { type, rest, method, query: searchParams, body };
    return lacks(scopesFor(type, isWrite)) ?? recordsReply(portal, asked) ?? unknownPath(pathname);
  }
  if (method === 'GET' && rest !== '') {
    return (
      lacks(scopesFor(type, false)) ?? readProperty(portal.properties, type, rest.slice(1), searchParams.get('locale'))
    );
  }
  if (method === 'POST' && rest === '') return lacks(schemaScopes) ?? createProperty(portal.properties, type, body);
  return unknownPath(pathname);
}

function owners({ owners: all }: Portal, query: URLSearchParams): Reply {
  const limit = Number(query.get('limit') ?? 100);
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) return problem(400, 'VALIDATION_ERROR', 'limit');
  const from = Number(query.get('after') ?? 0);
  const times = { createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-01T00:00:00.000Z', archived: false };
  const results = all.slice(from, from + limit).map((owner) => ({ ...owner, ...times }));
  const next = from + limit < all.length ? { paging: { next: { after: String(from + limit) } } } : {};
  return { status: 200, body: { results, ...next } };
}

function send(response: ServerResponse, { status, body, html, location }: Reply, fault: Fault | null): void {
  if (fault?.does === 'refuse')
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  if (location !== undefined) response.writeHead(status, { location }).end();
  else if (html !== undefined) response.writeHead(status, { 'content-type': 'text/html;charset=utf-8' }).end(html);
  else answerWith(response, status, body === undefined ? '' : JSON.stringify(body), fault);
}
