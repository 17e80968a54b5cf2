import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';
import { isWritable } from './bodies.ts';
import { activitiesWithKey, type Company, newCompany } from './company.ts';
import { list, listLeads, shown } from './lists.ts';
import { type Kind, kinds } from './records.ts';
import { answered, hidden, notThere, problem, type Reply } from './replies.ts';
import { searchItems, searchKind } from './search.ts';
import { pipedriveSignIn } from './sign-in.ts';
import { change, create, logCall, remove } from './writes.ts';

/** A request as it came, without its key. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** What it took of the day's tokens. */
  readonly cost: number;
}

/**
 * A company of Pipedrive as its public documentation describes it, on loopback: records of version 2, what only version 1
 * has, search, call logs, the sign-in of its apps, and the budget of tokens that every request takes from. It refuses what
 * the vendor refuses: unknown paths, parameters and fields, wrong types, cursors that have expired, other keys.
 */
export async function openPipedrive({
  key = 'a1b2c3d4e5f6a7b8c9d0a1b2c3d4e5f6a7b8c9d0',
  domain = 'rheinwerk',
  app = { clientId: 'sidetone-app', clientSecret: 'app-secret', redirectUri: null as string | null },
} = {}) {
  let offsetMs = 0;
  let cursorKey = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const company = newCompany(domain, now);
  const journal: Journaled[] = [];
  const trouble = faults();
  let url = '';
  const signIn = pipedriveSignIn(app, () => url, now);

  const server = createServer((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    void bodyOf(request).then((text) => {
      response.setHeader('date', now().toUTCString());
      const fault = trouble.take(`${method} ${path}`);
      const place = new URL(path, 'http://crm');
      const asked = { method, url: place, text, cursorKey: String(cursorKey) };
      const mayIn = headers['x-api-token'] === key || signIn.isAccess(tokenOf(headers.authorization));
      const cost = costOf(method, place.pathname);
      const reply =
        refusedBy(fault) ??
        signIn.reply(method, place, formOf(request, text), headers.authorization ?? '') ??
        paid(company, response, cost) ??
        (mayIn ? replyTo(company, asked) : unauthorized);
      journal.push({ method, path, status: reply.status, cost });
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url,
    key,
    app,
    company,
    records: company.records,
    journal,
    faults: trouble,
    signIn,
    /** Everything that was made with a key, see `activitiesWithKey`. */
    activitiesWithKey: (wanted: string) => activitiesWithKey(company, wanted),
    /** No cursor that was given until now is taken any longer. */
    expireCursors() {
      cursorKey += 1;
    },
    /** The company's clock is off by so much. */
    setClock(ms: number) {
      offsetMs = ms;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Pipedrive = Awaited<ReturnType<typeof openPipedrive>>;

/** A user of the company removes the app; the vendor tells the one address that the app has. Gives the status of the answer. */
export async function removeApp({ signIn, app }: Pipedrive, callback: string): Promise<number> {
  const { clientId, clientSecret } = app;
  signIn.endAll();
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const { status } = await fetch(callback, {
    method: 'DELETE',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, company_id: 77, user_id: 1, timestamp: new Date().toISOString() }),
  });
  return status;
}

const unauthorized: Reply = { status: 401, body: { success: false, error: 'unauthorized access', errorCode: 401 } };

const tokenOf = (authorization = ''): string => /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';

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

const refusedBy = (fault: Fault | null): Reply | null =>
  fault?.does === 'refuse' ? problem(fault.status, fault.words ?? 'As the test wants') : null;

/** What a request takes of the day's tokens, as the vendor lists it. */
function costOf(method: string, path: string): number {
  if (path.startsWith('/oauth')) return 0;
  const isOld = path.startsWith('/api/v1');
  if (/earch$/.test(path)) return 20;
  if (path === '/api/v1/callLogs') return 10;
  const isOne = /\/([0-9a-f-]{36}|\d+|me)$/.test(path);
  switch (method) {
    case 'GET':
      return (isOne ? 1 : 10) * (isOld ? 2 : 1);
    case 'DELETE':
      return 3;
    default:
      return 5;
  }
}

/** Takes the cost of a request; where the day has no more, nothing is done. `x-ratelimit-reset` is in seconds from now. */
function paid(company: Company, response: ServerResponse, cost: number): Reply | null {
  response.setHeader('x-token-cost', String(cost));
  response.setHeader('x-ratelimit-remaining', String(Math.max(0, company.tokens - cost)));
  response.setHeader('x-ratelimit-reset', String(company.tokens < cost ? company.secondsToNextDay : 2));
  if (company.tokens < cost) return problem(429, 'request over limit', 'ERR_RATE_LIMITED');
  company.tokens -= cost;
  return null;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly cursorKey: string;
}

function replyTo(company: Company, { method, url, text, cursorKey }: Asked): Reply {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return problem(400, 'Invalid JSON');
  }
  const { pathname, searchParams } = url;
  if (pathname.startsWith('/api/v1/')) return replyOfVersion1(company, method, url, body);
  const [, rest = ''] = /^\/api\/v2\/(.+)$/.exec(pathname) ?? [];
  if (method === 'GET' && rest === 'itemSearch') return searchItems(company, searchParams);
  const [kind = '', id, ...more] = rest.split('/');
  if (!isKind(kind) || kind === 'leads' || more.length > 0) return unknownPath;
  if (id === undefined) {
    if (method === 'GET') return list(company, kind, searchParams, cursorKey);
    return method === 'POST' && isWritable(kind) ? create(company, kind, body) : unknownPath;
  }
  if (id === 'search' && method === 'GET' && (kind === 'persons' || kind === 'organizations')) {
    return searchKind(company, kind, searchParams);
  }
  if (!/^\d{1,18}$/.test(id)) return problem(400, 'Validation failed: id: must be a number');
  if (company.hidden.has(id)) return hidden;
  switch (method) {
    case 'GET': {
      const stored = company.records.find(kind, id);
      return stored ? answered(shown(stored)) : notThere;
    }
    case 'PATCH':
      return isWritable(kind) ? change(company, kind, id, body) : unknownPath;
    case 'DELETE':
      return remove(company, kind, id);
    default:
      return unknownPath;
  }
}

const unknownPath = problem(404, 'Unknown method', 'ERR_UNKNOWN_METHOD');
const isKind = (name: string): name is Kind => (kinds as readonly string[]).includes(name);

function replyOfVersion1(company: Company, method: string, { pathname, searchParams }: URL, body: unknown): Reply {
  const lead = /^\/api\/v1\/leads\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
  if (method === 'GET' && lead !== undefined) {
    if (company.hidden.has(lead)) return hidden;
    const stored = company.records.find('leads', lead);
    return stored ? answered(shown(stored)) : notThere;
  }
  const user = ({ id, name, email, isActive }: Company['users'][number]) => ({
    id,
    name,
    email,
    active_flag: isActive,
    company_id: 77,
    company_name: 'Rheinwerk',
    company_domain: company.domain,
  });
  switch (`${method} ${pathname}`) {
    case 'GET /api/v1/users/me':
      return company.users[0] ? answered(user(company.users[0])) : unauthorized;
    case 'GET /api/v1/users':
      return answered(company.users.map(user));
    case 'GET /api/v1/activityTypes':
      return answered(
        company.types.map(({ id, key, name, isActive }) => ({
          id,
          name,
          key_string: key,
          order_nr: id,
          active_flag: isActive,
        })),
      );
    case 'GET /api/v1/leads':
      return listLeads(company, searchParams);
    case 'POST /api/v1/callLogs':
      return logCall(company, body);
    default:
      return unknownPath;
  }
}

function send(response: ServerResponse, { status, body, html, location }: Reply, fault: Fault | null): void {
  if (fault?.does === 'refuse')
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  if (location !== undefined) response.setHeader('location', location);
  if (html !== undefined) response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  else answerWith(response, status, body === undefined ? '' : JSON.stringify(body), fault);
}
