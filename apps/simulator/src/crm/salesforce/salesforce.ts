import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerWith, type Fault, faults } from '../faults.ts';
import { QueryError } from '../query-words.ts';
import { change, create, notThere, problem, type Reply, type Rules, upsert } from './records.ts';
import { objects } from './schema.ts';
import { answerOf } from './soql.ts';
import { foundBy } from './sosl.ts';
import { type SalesforceStore, salesforceStore } from './store.ts';

/** A request as it came, without its token. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const base = '/services/data/v67.0';

/** A company in Salesforce, and what decides how it answers. */
interface Company {
  readonly store: SalesforceStore;
  readonly rules: Rules;
  /** Tokens that are taken. */
  readonly tokens: Set<string>;
  readonly client: { readonly id: string; readonly secret: string };
  readonly origin: () => string;
  readonly now: () => Date;
  /** Objects that the user may not see. */
  readonly hidden: Set<string>;
  /** Fields that the user may not see. */
  readonly hiddenFields: Set<string>;
  grants: number;
  /** Records on a page, at most. */
  batch: number;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly headers: IncomingMessage['headers'];
}

/**
 * A company in Salesforce as the public documentation describes it, on loopback: records, SOQL, SOSL, what was deleted, descriptions, and
 * tokens for an app. It refuses what the vendor refuses: unknown paths, objects and fields, queries with mistakes, wrong ids, other
 * tokens. `hasCallIdField`: its tasks have a unique field for calls.
 */
export async function openSalesforce({ hasCallIdField = false } = {}) {
  let offsetMs = 0;
  let used = { count: 18, of: 15_000 };
  const now = () => new Date(Date.now() + offsetMs);
  const store = salesforceStore(now, { hasCallIdField });
  const journal: Journaled[] = [];
  const trouble = faults();
  let origin = '';
  const company = companyOf(store, () => origin, now);
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    void bodyOf(request).then((text) => {
      response.setHeader('date', now().toUTCString());
      response.setHeader('sforce-limit-info', `api-usage=${used.count}/${used.of}`);
      const fault = trouble.take(`${method} ${url}`);
      const reply = replyTo(company, { method, url: new URL(url, 'http://crm'), text, headers }, fault);
      journal.push({ method, path: decodeURIComponent(url.replaceAll('+', ' ')), status: reply.status });
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: origin,
    /** The id and the secret of an app, as they are entered. */
    key: `${company.client.id}:${company.client.secret}`,
    /** A token of a user who signed in. */
    token: '00D!signed-in',
    store,
    rules: company.rules,
    hidden: company.hidden,
    hiddenFields: company.hiddenFields,
    journal,
    faults: trouble,
    /** The oracle: tasks of a key, whatever became of the requests that made them. */
    tasksOf: (key: string) => store.of('Task').filter(({ values }) => values['CallObject'] === key),
    /** No token is taken any more, until another one is fetched. */
    endSessions: () => company.tokens.clear(),
    /** So many requests of the day are used. */
    setUsed(count: number, of: number) {
      used = { count, of };
    },
    setClock(ms: number) {
      offsetMs = ms;
    },
    /** Pages have so many records at most, as where records are large. */
    setBatch(records: number) {
      company.batch = records;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type Salesforce = Awaited<ReturnType<typeof openSalesforce>>;

const companyOf = (store: SalesforceStore, origin: () => string, now: () => Date): Company => ({
  store,
  rules: { forbidsDuplicates: false, validation: null },
  tokens: new Set(['00D!signed-in']),
  client: { id: '3MVG9.client', secret: 'right-secret' },
  origin,
  now,
  hidden: new Set(),
  hiddenFields: new Set(),
  grants: 0,
  batch: 2000,
});

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
  const { pathname, searchParams } = asked.url;
  if (pathname === '/services/oauth2/token' && asked.method === 'POST') return grant(company, asked.text);
  const token = asked.headers.authorization?.replace(/^Bearer /, '') ?? '';
  if (!company.tokens.has(token)) return problem(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
  if (!pathname.startsWith(`${base}/`)) return notThere;
  let body: unknown;
  try {
    body = asked.text === '' ? undefined : JSON.parse(asked.text);
  } catch {
    return problem(400, 'JSON_PARSER_ERROR', 'Unexpected character');
  }
  const path = pathname.slice(base.length);
  try {
    if (asked.method === 'GET' && (path === '/query' || path === '/queryAll')) {
      const soql = visibleOnly(company, searchParams.get('q') ?? '');
      return { status: 200, body: answerOf(company.store, soql, path === '/queryAll', company.batch) };
    }
    if (asked.method === 'GET' && path === '/search') {
      return { status: 200, body: foundBy(company.store, visibleOnly(company, searchParams.get('q') ?? '')) };
    }
  } catch (error) {
    if (error instanceof QueryError) return problem(400, error.code, error.message);
    throw error;
  }
  return replyOfObject(company, asked, path, body as Record<string, unknown> | undefined);
}

function visibleOnly({ hidden }: Company, query: string): string {
  for (const object of hidden) {
    if (new RegExp(`\\b${object}\\b`).test(query)) {
      throw new QueryError('INVALID_TYPE', `sObject type '${object}' is not supported.`);
    }
  }
  return query;
}

function replyOfObject(company: Company, asked: Asked, path: string, body: Record<string, unknown> | undefined): Reply {
  const { store, rules, hidden } = company;
  const [, object = '', rest = ''] = /^\/sobjects\/(\w+)(?:\/(.*))?$/.exec(path) ?? [];
  if (objects[object] === undefined || hidden.has(object)) return notThere;
  if (asked.method === 'POST' && rest === '') return create(store, rules, object, body ?? {});
  if (asked.method === 'GET' && rest === 'describe') {
    const fields = store.fieldsOf(object).filter(({ name }) => !company.hiddenFields.has(name));
    return { status: 200, body: { name: object, fields, queryable: true } };
  }
  if (asked.method === 'GET' && rest === 'deleted/') return deletedIn(company, object, asked.url.searchParams);
  const [first = '', key] = rest.split('/');
  if (asked.method === 'PATCH' && key !== undefined && object === 'Task') {
    return upsert(store, rules, first, decodeURIComponent(key), body ?? {});
  }
  const one = store.find(first);
  if (one === undefined || one.object !== object || key !== undefined) return notThere;
  if (one.isDeleted) return problem(404, 'ENTITY_IS_DELETED', 'entity is deleted');
  if (asked.method === 'DELETE') {
    store.remove(one);
    return { status: 204 };
  }
  if (asked.method !== 'PATCH') return problem(405, 'METHOD_NOT_ALLOWED', `HTTP Method '${asked.method}' not allowed.`);
  const unmodified = Date.parse(asked.headers['if-unmodified-since'] ?? '');
  if (Date.parse(one.changedAt.replace('+0000', 'Z')) > unmodified) return { status: 412 };
  return change(store, rules, one, body ?? {});
}

/** The vendor knows deletions of so many days. */
const fifteenDaysMs = 15 * 24 * 60 * 60_000;
/** Transactions that are not over yet. */
const uncoveredMs = 60_000;

function deletedIn({ store, now }: Company, object: string, params: URLSearchParams): Reply {
  const [start, end] = [Date.parse(params.get('start') ?? ''), Date.parse(params.get('end') ?? '')];
  if (Number.isNaN(start) || Number.isNaN(end) || end <= start || start < now().getTime() - fifteenDaysMs) {
    return problem(400, 'INVALID_REPLICATION_DATE', 'startDate before org replication enabled date');
  }
  const inBin = [...store.all.values()].filter((one) => one.object === object && one.isDeleted);
  const all = [
    ...inBin.map(({ id, changedAt }) => ({ id, deletedDate: changedAt })),
    ...store.purged.filter((one) => one.object === object).map(({ id, at }) => ({ id, deletedDate: at })),
  ];
  const deletedRecords = all.filter(({ deletedDate }) => {
    const at = Date.parse(deletedDate.replace('+0000', 'Z'));
    return at >= start - 1000 && at <= end;
  });
  const stamped = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000');
  const latestDateCovered = stamped(Math.min(end, now().getTime()) - uncoveredMs);
  const earliestDateAvailable = stamped(Math.max(now().getTime() - fifteenDaysMs, store.logBegins()));
  return { status: 200, body: { deletedRecords, earliestDateAvailable, latestDateCovered } };
}

function grant(company: Company, text: string): Reply {
  const given = new URLSearchParams(text);
  const { id, secret } = company.client;
  if (given.get('grant_type') !== 'client_credentials') {
    return { status: 400, body: { error: 'unsupported_grant_type', error_description: 'grant type not supported' } };
  }
  if (given.get('client_id') !== id) {
    return { status: 400, body: { error: 'invalid_client_id', error_description: 'client identifier invalid' } };
  }
  if (given.get('client_secret') !== secret) {
    return { status: 400, body: { error: 'invalid_client', error_description: 'invalid client credentials' } };
  }
  company.grants += 1;
  const token = `00D!app-${company.grants}`;
  company.tokens.add(token);
  return {
    status: 200,
    body: {
      access_token: token,
      instance_url: company.origin(),
      token_type: 'Bearer',
      scope: 'api',
      id: company.origin(),
    },
  };
}
