import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { answerWith, type Fault, faults } from '../faults.ts';
import { hubSpotObjects, propertiesOf, propertyOf, type Stored, vendorProperties } from './objects.ts';
import { found, searchBody } from './search.ts';

/** A request as it came, without its key. */
interface Journaled {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

const api = '/crm/objects/2026-09';
const propertyValues = z.record(z.string(), z.string());
const written = z.strictObject({ properties: propertyValues, associations: z.array(z.never()).optional() });
const batch = z.strictObject({
  inputs: z
    .array(z.strictObject({ id: z.string() }))
    .min(1)
    .max(100),
  properties: z.array(z.string()).default([]),
});

/** What the vendor answers: a status with JSON, or with nothing. */
interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

const problem = (status: number, category: string, message: string): Reply => ({
  status,
  body: { status: 'error', message, category, correlationId: '00000000-0000-4000-8000-000000000000' },
});
const unknownPath = (path: string) => problem(404, 'OBJECT_NOT_FOUND', `No route ${path}`);
const notThere = problem(404, 'OBJECT_NOT_FOUND', 'resource not found');

/**
 * A portal of HubSpot as its public documentation describes it, on loopback: records, search, batches, associations. It refuses what the
 * vendor refuses: unknown paths, unknown properties, wrong types, other keys.
 */
export async function openHubSpot({ key = 'pat-eu1-right', portal = 4711 } = {}) {
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const objects = hubSpotObjects(now);
  const journal: Journaled[] = [];
  const trouble = faults();

  const context = { objects, portal };
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    void bodyOf(request).then((text) => {
      response.setHeader('date', now().toUTCString());
      const fault = trouble.take(`${method} ${url}`);
      const reply = replyTo(context, { method, url: new URL(url, 'http://crm'), text }, isAllowed(request, key), fault);
      journal.push({ method, path: url, status: reply.status });
      send(response, reply, fault);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    key,
    objects,
    journal,
    faults: trouble,
    /** The portal's clock is off by so much. */
    setClock(ms: number) {
      offsetMs = ms;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type HubSpot = Awaited<ReturnType<typeof openHubSpot>>;

const isAllowed = ({ headers }: IncomingMessage, key: string): boolean => headers.authorization === `Bearer ${key}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return body;
}

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
}
interface Portal {
  readonly objects: ReturnType<typeof hubSpotObjects>;
  readonly portal: number;
}

function replyTo(context: Portal, asked: Asked, mayIn: boolean, fault: Fault | null): Reply {
  if (fault?.does === 'refuse') return problem(fault.status, 'RATE_LIMITS', 'As the test wants');
  if (!mayIn) return problem(401, 'INVALID_AUTHENTICATION', 'Authentication credentials not found.');
  const { pathname } = asked.url;
  if (pathname === '/account-info/v3/details' && asked.method === 'GET') {
    return { status: 200, body: { portalId: context.portal, uiDomain: 'app.hubspot.com', timeZone: 'Europe/Berlin' } };
  }
  const [, type = '', rest = ''] = new RegExp(`^${api}/([a-z]+)((?:/[^/]+)*)$`).exec(pathname) ?? [];
  if (!Object.hasOwn(propertiesOf, type)) return unknownPath(pathname);
  let body: unknown;
  try {
    body = asked.text === '' ? undefined : JSON.parse(asked.text);
  } catch {
    return problem(400, 'VALIDATION_ERROR', 'Invalid input JSON');
  }
  switch (`${asked.method} ${rest.replace(/^\/\d+/, '/{id}')}`) {
    case 'GET ':
      return list(context, type, asked.url.searchParams);
    case 'POST ':
      return create(context, type, body);
    case 'POST /search':
      return search(context, type, body);
    case 'POST /batch/read':
      return readBatch(context, type, body);
    case 'GET /{id}':
    case 'PATCH /{id}':
    case 'DELETE /{id}':
      return one(context, type, rest.slice(1), asked, body);
    default:
      return unknownPath(pathname);
  }
}

function send(response: ServerResponse, { status, body }: Reply, fault: Fault | null): void {
  if (fault?.does === 'refuse')
    for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
  answerWith(response, status, body === undefined ? '' : JSON.stringify(body), fault);
}

const unknownIn = (type: string, names: readonly string[]): Reply | null => {
  const known: readonly string[] = [...(propertiesOf[type] ?? []), ...vendorProperties];
  const unknown = names.find((name) => !known.includes(name));
  return unknown === undefined
    ? null
    : problem(400, 'VALIDATION_ERROR', `Property values were not valid: Property "${unknown}" does not exist`);
};

const shown = (stored: Stored, properties: readonly string[]) => ({
  id: stored.id,
  properties: Object.fromEntries(
    [...properties, ...vendorProperties].map((name) => [name, propertyOf(stored, name) ?? null]),
  ),
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  archived: stored.archived,
});

const listOf = (params: URLSearchParams, name: string): string[] => params.get(name)?.split(',') ?? [];

function list({ objects }: Portal, type: string, params: URLSearchParams): Reply {
  const limit = Number(params.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return problem(400, 'VALIDATION_ERROR', 'limit');
  const archived = params.get('archived') === 'true';
  const after = Number(params.get('after') ?? 0);
  const all = objects.of(type).filter((each) => each.archived === archived && Number(each.id) > after);
  const page = all.slice(0, limit);
  const last = page.at(-1);
  const next = last !== undefined && all.length > limit ? { paging: { next: { after: last.id } } } : {};
  return { status: 200, body: { results: page.map((each) => shown(each, listOf(params, 'properties'))), ...next } };
}

function search({ objects }: Portal, type: string, body: unknown): Reply {
  const read = searchBody.safeParse(body);
  if (!read.success) return problem(400, 'VALIDATION_ERROR', read.error.issues[0]?.message ?? '');
  const hits = found(objects, type, read.data);
  if (hits === null) return problem(400, 'VALIDATION_ERROR', 'The maximum of 10000 results was exceeded');
  const { total, page, next } = hits;
  const results = page.map((each) => shown(each, read.data.properties));
  return { status: 200, body: { total, results, ...(next === null ? {} : { paging: { next: { after: next } } }) } };
}

function readBatch({ objects }: Portal, type: string, body: unknown): Reply {
  const read = batch.safeParse(body);
  if (!read.success) return problem(400, 'VALIDATION_ERROR', read.error.issues[0]?.message ?? '');
  const there = read.data.inputs.flatMap(({ id }) => objects.find(type, id) ?? []).filter(({ archived }) => !archived);
  return { status: 200, body: { status: 'COMPLETE', results: there.map((each) => shown(each, read.data.properties)) } };
}

function create({ objects }: Portal, type: string, body: unknown): Reply {
  const read = written.safeParse(body);
  if (!read.success) return problem(400, 'VALIDATION_ERROR', read.error.issues[0]?.message ?? '');
  const { properties } = read.data;
  const refused = unknownIn(type, Object.keys(properties)) ?? sameEmail(objects.of(type), properties, null);
  if (refused) return refused;
  return { status: 201, body: shown(objects.add(type, properties), Object.keys(properties)) };
}

function sameEmail(all: readonly Stored[], { email }: Record<string, string>, own: string | null): Reply | null {
  if (!email) return null;
  const other = all.find((each) => each.properties['email'] === email && !each.archived && each.id !== own);
  return other ? problem(409, 'CONFLICT', `Contact already exists. Existing ID: ${other.id}`) : null;
}

function one({ objects }: Portal, type: string, id: string, { method, url }: Asked, body: unknown): Reply {
  const stored = objects.find(type, id);
  if (method === 'DELETE') {
    if (stored) {
      stored.archived = true;
      stored.updatedAt = new Date().toISOString();
    }
    return { status: 204 };
  }
  if (!stored || stored.archived) return notThere;
  if (method === 'GET') {
    const types = listOf(url.searchParams, 'associations');
    const associations = Object.fromEntries(
      types.flatMap((other) => {
        const ids = [...(stored.associations.get(other) ?? [])];
        return ids.length === 0
          ? []
          : [[other, { results: ids.map((each) => ({ id: each, type: `${type}_to_${other}` })) }]];
      }),
    );
    const has = Object.keys(associations).length > 0;
    return {
      status: 200,
      body: { ...shown(stored, listOf(url.searchParams, 'properties')), ...(has ? { associations } : {}) },
    };
  }
  const read = written.safeParse(body);
  if (!read.success) return problem(400, 'VALIDATION_ERROR', read.error.issues[0]?.message ?? '');
  const { properties } = read.data;
  const refused = unknownIn(type, Object.keys(properties)) ?? sameEmail(objects.of(type), properties, id);
  if (refused) return refused;
  objects.change(stored, properties);
  return { status: 200, body: shown(stored, Object.keys(properties)) };
}
