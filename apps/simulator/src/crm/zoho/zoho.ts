import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';
import { QueryError } from '../query-words.ts';
import { recordsOf } from './coql.ts';
import { change, create, givenIn, nothing, problem, type Reply, type Rules, remove, unknownId } from './records.ts';
import { modules } from './schema.ts';
import { fieldValue, type Stored, type ZohoStore, zohoStore } from './store.ts';

/** A request as it came, without its token. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const base = '/crm/v8';

/** A company in Zoho, and what decides how it answers. */
interface Company {
  readonly store: ZohoStore;
  readonly rules: Rules;
  /** Tokens that are taken, and what each may do. */
  readonly tokens: Map<string, ReadonlySet<string>>;
  /** What apps may ask for. */
  readonly scopes: Set<string>;
  readonly client: { readonly id: string; readonly secret: string };
  readonly origin: () => string;
  /** Modules that the user may not see. */
  readonly hidden: Set<string>;
  grants: number;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}

/**
 * A company in Zoho CRM as the public documentation describes it, on loopback: records, COQL, search, what was deleted, fields, users, and tokens
 * of a self client. It refuses what the vendor refuses: unknown modules and fields, queries with mistakes, wrong values, other tokens;
 * and tells what became of a record inside of an answer that looks well.
 */
export async function openZoho() {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const store = zohoStore(now);
  const journal: Journaled[] = [];
  const trouble = faults();
  let origin = '';
  const company: Company = {
    store,
    rules: { unique: new Set() },
    tokens: new Map([['1000.signed-in', new Set(allScopes)]]),
    scopes: new Set(allScopes),
    client: { id: '1000.CLIENT', secret: 'right-secret' },
    origin: () => origin,
    hidden: new Set(),
    grants: 0,
  };
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    void bodyOf(request).then((text) => {
      response.setHeader('date', now().toUTCString());
      const fault = trouble.take(`${method} ${url}`);
      const reply = replyTo(company, { method, url: new URL(url, 'http://crm'), text, headers }, fault);
      journal.push({ method, path: url, body: text, status: reply.status });
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: origin,
    /** The id and the secret of a self client, as they are entered. */
    key: `${company.client.id}:${company.client.secret}`,
    /** A token of a user who signed in. */
    token: '1000.signed-in',
    store,
    rules: company.rules,
    hidden: company.hidden,
    scopes: company.scopes,
    journal,
    faults: trouble,
    /** The oracle: records with a key in their text, whatever became of the requests that made them. */
    recordsOf: (key: string) =>
      [...store.all.values()].filter(({ values }) => String(values['Description'] ?? '').includes(key)),
    endSessions: () => company.tokens.clear(),
    setClock(ms: number) {
      offsetMs = ms;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Zoho = Awaited<ReturnType<typeof openZoho>>;

const search = 'ZohoSearch.securesearch.READ';
const allScopes = [
  'ZohoCRM.modules.ALL',
  'ZohoCRM.coql.READ',
  'ZohoCRM.settings.fields.READ',
  'ZohoCRM.users.READ',
  'ZohoCRM.org.READ',
  search,
];

/** A search needs another scope than its module does. */
function neededFor(pathname: string): string {
  if (pathname.endsWith('/search')) return search;
  const [, needed] = /^\/crm\/v8\/(coql|settings\/fields|users|org)$/.exec(pathname) ?? [];
  return needed === undefined ? 'ZohoCRM.modules.ALL' : `ZohoCRM.${needed.replace('/', '.')}.READ`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}

function send(response: ServerResponse, { status, body }: Reply, fault: Fault | null): void {
  if (fault?.does === 'refuse')
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  answerWith(response, status, body === undefined ? '' : JSON.stringify(body), fault);
}

function replyTo(company: Company, asked: Asked, fault: Fault | null): Reply {
  if (fault?.does === 'refuse') {
    return problem(fault.status, fault.code ?? 'AS_THE_TEST_WANTS', fault.words ?? 'As the test wants');
  }
  const { pathname } = asked.url;
  if (pathname === '/oauth/v2/token' && asked.method === 'POST') return grant(company, asked.text);
  const token = asked.headers.authorization?.replace(/^Zoho-oauthtoken /, '') ?? '';
  const scopes = company.tokens.get(token);
  if (scopes === undefined) return problem(401, 'INVALID_TOKEN', 'invalid oauth token');
  if (!scopes.has(neededFor(pathname))) return problem(401, 'OAUTH_SCOPE_MISMATCH', 'invalid oauth scope');
  if (!pathname.startsWith(`${base}/`))
    return problem(404, 'INVALID_URL_PATTERN', 'Please check if the URL is correct');
  let body: unknown;
  try {
    body = asked.text === '' ? undefined : JSON.parse(asked.text);
  } catch {
    return problem(400, 'INVALID_REQUEST', 'unable to process the request');
  }
  const path = pathname.slice(base.length);
  switch (`${asked.method} ${path}`) {
    case 'GET /org':
      return { status: 200, body: { org: [{ zgid: '2000', company_name: 'Rheinwerk' }] } };
    case 'GET /users': {
      const users = company.store.users.filter(({ isActive }) => isActive);
      return users.length === 0 ? nothing : { status: 200, body: { users, info: { more_records: false } } };
    }
    case 'GET /settings/fields': {
      const module = asked.url.searchParams.get('module') ?? '';
      if (modules[module] === undefined || company.hidden.has(module)) return forbidden;
      return { status: 200, body: { fields: modules[module].fields } };
    }
    case 'POST /coql':
      return query(company, body);
    default:
      return replyOfModule(company, asked, path, body);
  }
}

const forbidden = problem(403, 'NO_PERMISSION', 'permission denied');

function query({ store, hidden }: Company, body: unknown): Reply {
  const coql = String((body as { select_query?: unknown } | undefined)?.select_query ?? '');
  if ([...hidden].some((module) => new RegExp(`\\bfrom ${module}\\b`, 'i').test(coql))) return forbidden;
  try {
    const data = recordsOf(store, coql);
    return data === null ? nothing : { status: 200, body: { data, info: { more_records: false } } };
  } catch (error) {
    if (error instanceof QueryError) return problem(400, 'INVALID_QUERY', error.message);
    throw error;
  }
}

function replyOfModule(company: Company, asked: Asked, path: string, body: unknown): Reply {
  const { store, rules, hidden } = company;
  const { searchParams } = asked.url;
  const [, module = '', first = '', second = ''] = path.split('/');
  if (modules[module] === undefined) return problem(400, 'INVALID_MODULE', 'the module name given seems to be invalid');
  if (hidden.has(module) || hidden.has(second)) return forbidden;
  const given = givenIn(body);
  if (asked.method === 'POST' && first === '') {
    return given === null ? problem(400, 'INVALID_DATA', 'data') : create(store, rules, module, given);
  }
  if (asked.method === 'GET' && !/^\d+$/.test(first)) return listed(store, module, first, asked);
  const one = store.find(module, first);
  if (asked.method === 'GET' && second !== '') {
    const linked = store.of(second).filter(({ values }) => Object.values(values).some((value) => isLink(value, first)));
    return page(store, linked, searchParams);
  }
  if (asked.method === 'GET') return page(store, one === undefined ? [] : [one], searchParams);
  if (one === undefined) return unknownId(first);
  if (asked.method === 'DELETE') return remove(store, one);
  if (asked.method === 'PUT' && given !== null) return change(store, rules, one, given);
  return problem(405, 'INVALID_REQUEST_METHOD', 'The http request method type is not a valid one');
}

const isLink = (value: unknown, id: string): boolean =>
  value !== null && typeof value === 'object' && (value as { id?: unknown }).id === id;

function listed(store: ZohoStore, module: string, what: string, { url, headers }: Asked): Reply {
  const params = url.searchParams;
  if (what === 'deleted') {
    const since = Date.parse(headers['if-modified-since'] ?? '1970-01-01T00:00:00Z');
    const all = store.deleted.filter((one) => one.module === module && Date.parse(one.at) >= since);
    const number = Number(params.get('page') ?? 1);
    const data = all.slice((number - 1) * 200, number * 200).map(({ id, at }) => ({ id, deleted_time: at }));
    if (data.length === 0) return headers['if-modified-since'] === undefined ? nothing : { status: 304 };
    return { status: 200, body: { data, info: { more_records: all.length > number * 200 } } };
  }
  if (what === 'search') return page(store, searched(store, module, params), params);
  const ids = params.get('ids')?.split(',') ?? [];
  if (what !== '' || ids.length === 0 || ids.length > 100) return problem(400, 'REQUIRED_PARAM_MISSING', 'ids');
  return page(
    store,
    ids.flatMap((id) => store.find(module, id) ?? []),
    params,
  );
}

function searched(store: ZohoStore, module: string, params: URLSearchParams): Stored[] {
  const [word, phone] = [params.get('word')?.toLowerCase(), params.get('phone')?.replace(/\D/g, '')];
  return store.of(module).filter(({ values }) => {
    const texts = Object.values(values).filter((value) => typeof value === 'string');
    return word === undefined
      ? texts.some((text) => phone !== undefined && text.replace(/\D/g, '').includes(phone))
      : texts.some((text) =>
          text
            .toLowerCase()
            .split(/[^\p{L}\p{N}]+/u)
            .some((part) => part.startsWith(word)),
        );
  });
}

/** Unknown fields are left out, as the vendor does it. */
function page(store: ZohoStore, records: readonly Stored[], params: URLSearchParams): Reply {
  const fields = params.get('fields')?.split(',');
  if (fields === undefined || fields.length > 50) return problem(400, 'REQUIRED_PARAM_MISSING', 'fields');
  if (records.length === 0) return nothing;
  const data = records.slice(0, Number(params.get('per_page') ?? 200)).map((one) => ({
    ...Object.fromEntries(fields.map((name) => [name, fieldValue(store, one, name)])),
    id: one.id,
  }));
  return { status: 200, body: { data, info: { more_records: false } } };
}

function grant(company: Company, text: string): Reply {
  const given = new URLSearchParams(text);
  const { id, secret } = company.client;
  // Zoho says so with a status that looks well.
  const refused = (error: string): Reply => ({ status: 200, body: { error } });
  if (given.get('grant_type') !== 'client_credentials') return refused('unsupported_grant_type');
  if (given.get('client_id') !== id || given.get('client_secret') !== secret) return refused('invalid_client');
  const soid = given.get('soid');
  if (soid !== null && soid !== 'ZohoCRM.2000') return refused('invalid_org_info');
  const scopes = given.get('scope')?.split(',') ?? [];
  if (!scopes.every((one) => company.scopes.has(one))) return refused('invalid_scope');
  company.grants += 1;
  if (company.grants > 10)
    return { status: 400, body: { error: 'Access Denied', error_description: 'too many requests' } };
  const token = `1000.self-${company.grants}`;
  company.tokens.set(token, new Set(scopes));
  return {
    status: 200,
    body: { access_token: token, api_domain: company.origin(), token_type: 'Bearer', expires_in: 3600 },
  };
}
