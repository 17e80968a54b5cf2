import type { z } from 'zod';
import {
  type BridgeContact,
  type BridgeEntity,
  type BridgeKind,
  callEvent,
  callLog,
  contactTemplate,
  contactUpdate,
  followUp,
  newerCallEvent,
} from './records.ts';

/** What a bridge answers. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a bridge knows of its CRM, and what came to it. */
export interface BridgeMemory {
  readonly contacts: Map<string, BridgeContact>;
  readonly entities: BridgeEntity[];
  readonly calls: z.infer<typeof callEvent>[];
  readonly newerCalls: z.infer<typeof newerCallEvent>[];
  /** Logs by their own id. */
  readonly logs: Map<string, { readonly entity: string; readonly call: z.infer<typeof callLog> }>;
  readonly tasks: z.infer<typeof followUp>[];
  readonly missing: Set<string>;
  notReady: number;
  made: number;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly url: string;
  readonly body: string;
}

const outcomes = [
  { label: 'Reached', key: 'reached' },
  { label: 'Voicemail', key: 'voicemail' },
];
const taskTypes = [{ label: 'Call back', key: 'CALL' }];

export const bridgeMemory = (): BridgeMemory => ({
  contacts: new Map(),
  entities: [],
  calls: [],
  newerCalls: [],
  logs: new Map(),
  tasks: [],
  missing: new Set(),
  notReady: 0,
  made: 0,
});

export const text = (status: number, body: string): Reply => ({ status, type: 'text/html; charset=utf-8', body });
const json = (value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 200,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
  headers,
});

/** The answer of a bridge of this kind to a request with the right key. */
export function routesOf(kind: BridgeKind, memory: BridgeMemory, asked: Asked): Reply {
  const { method, path } = asked;
  const route = `${method} ${path.replace(/^\/(contacts|tasks)\/(?!stream$)[^/]+/, '/$1/:id').replace(/^\/entity\/.*/, '/entity/:type/:id')}`;
  const isNewer = kind === 'integration';
  if (route === 'GET /health') return text(200, 'OK');
  const known = isNewer ? [...common, ...newer] : common;
  if (!known.includes(route)) return text(404, `<pre>Cannot ${method} ${path}</pre>`);
  if (memory.missing.has(route)) {
    // Some routes of the newer interface say it in another way.
    const isSaidOddly = ['GET /call-log-metadata', 'GET /task-metadata', 'POST /tasks'].includes(route);
    return isSaidOddly ? text(500, 'Method not implemented') : text(501, 'It is not implemented');
  }
  const id = decodeURIComponent(path.split('/')[2] ?? '');
  switch (route) {
    case 'GET /contacts':
      return list(kind, memory);
    case 'POST /contacts':
      return written(memory, `new-${++memory.made}`, asked.body);
    case 'GET /contacts/:id':
      return oneContact(memory, id, asked.url);
    case 'PUT /contacts/:id':
      return memory.contacts.has(id) ? written(memory, id, asked.body) : text(404, 'There is no such contact');
    case 'DELETE /contacts/:id':
      return memory.contacts.delete(id) ? text(200, '') : text(404, 'There is no such contact');
    case 'POST /events/calls':
      return isNewer
        ? taken(newerCallEvent, memory.newerCalls, asked.body)
        : taken(callEvent, memory.calls, asked.body);
    case 'PUT /call-log':
      return logged(memory, asked.body);
    case 'GET /call-log-metadata':
      return json({ label: 'Outcome', type: 'select', options: outcomes });
    case 'GET /task-metadata':
      return json({ label: 'Type', options: taskTypes });
    case 'POST /tasks': {
      const reply = taken(followUp, memory.tasks, asked.body);
      return reply.status === 200 ? json({ followUpId: `task-${memory.tasks.length}` }) : reply;
    }
    case 'GET /contacts/:id/entities':
      return json(memory.contacts.get(id)?.relatesTo ?? []);
    default:
      return oneEntity(memory, path);
  }
}

const common = ['GET /contacts', 'POST /contacts', 'PUT /contacts/:id', 'DELETE /contacts/:id', 'POST /events/calls'];
const newer = [
  'GET /contacts/:id',
  'GET /contacts/:id/entities',
  'PUT /call-log',
  'GET /call-log-metadata',
  'GET /task-metadata',
  'POST /tasks',
  'GET /entity/:type/:id',
];

function list(kind: BridgeKind, memory: BridgeMemory): Reply {
  if (memory.notReady > 0) {
    memory.notReady -= 1;
    switch (kind) {
      case 'npm':
        return json([]);
      case 'github':
        return text(408, 'Fetching contacts takes too long');
      case 'integration':
        return json([], { 'x-fetching-state': 'pending' });
    }
  }
  return json([...memory.contacts.values()]);
}

function parsed<S extends z.ZodType>(schema: S, body: string): z.output<S> | Reply {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return text(400, 'Unexpected token in JSON');
  }
  const read = schema.safeParse(value);
  return read.success ? read.data : text(400, `Invalid: ${read.error.issues[0]?.message}`);
}

const isReply = (value: unknown): value is Reply =>
  typeof value === 'object' && value !== null && 'status' in value && 'type' in value && 'body' in value;

function written(memory: BridgeMemory, id: string, body: string): Reply {
  const before = memory.contacts.get(id);
  const read = parsed(before ? contactUpdate : contactTemplate, body);
  if (isReply(read)) return read;
  const contact = { contactUrl: `https://crm.example/${id}`, avatarUrl: null, ...before, ...read, id };
  memory.contacts.set(id, contact as BridgeContact);
  return json(contact);
}

function oneContact({ contacts }: BridgeMemory, id: string, url: string): Reply {
  if (!new URL(url, 'http://bridge').searchParams.has('type')) return text(400, 'Missing contact type query parameter');
  const found = contacts.get(id);
  return found ? json(found) : text(404, 'There is no such contact');
}

function taken<S extends z.ZodType>(schema: S, into: z.output<S>[], body: string): Reply {
  const read = parsed(schema, body);
  if (isReply(read)) return read;
  into.push(read);
  return text(200, '');
}

/** Each record gets a log of its own; one with a log has that changed. */
function logged(memory: BridgeMemory, body: string): Reply {
  const read = parsed(callLog, body);
  if (isReply(read)) return read;
  const { integrationEntities } = read;
  if (integrationEntities.some(({ logId }) => logId !== undefined && !memory.logs.has(logId)))
    return text(404, 'There is no such log');
  return json(
    integrationEntities.map(({ logId, ...entity }) => {
      const id = logId ?? `log-${++memory.made}`;
      memory.logs.set(id, { entity: `${entity.type}:${entity.id}`, call: read });
      return { ...entity, logId: id };
    }),
  );
}

function oneEntity({ entities }: BridgeMemory, path: string): Reply {
  const [, , type, id] = path.split('/').map(decodeURIComponent);
  const found = entities.find((one) => one.type === type && one.id === id);
  return found ? json(found) : text(452, 'entity/not-found');
}
