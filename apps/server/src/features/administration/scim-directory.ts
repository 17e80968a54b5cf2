import { scimPath } from '@sidetone/contract/entities/directory.ts';
import type { Logger } from 'pino';
import { z } from 'zod';
import { Refusal } from '../../requests/refusal.ts';
import { ScimError, scimErrorBody } from '../../requests/scim-error.ts';
import type { Database } from '../../storage/database.ts';
import type { Administrator } from './administer.ts';
import { createGroup, forgetGroup, listGroups, patchGroup, readGroup, replaceGroup } from './directory/groups.ts';
import { DirectoryStopped, noteStop } from './directory/guard.ts';
import { createUser, forgetUser, listUsers, patchUser, readUser, replaceUser } from './directory/people.ts';
import { readScimBody } from './directory/read-body.ts';
import { readOperations, shownGroup, shownUser, wantedGroup, wantedUser } from './directory/resources.ts';
import { mostOnPage, resourceTypes, schemas, serviceProviderConfig } from './directory/schemas.ts';

/** A request of a directory that was let in. */
export interface ScimRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind `/scim/v2/`, decoded. */
  readonly path: string;
  readonly query: unknown;
  readonly body: string;
  /** Scheme, host and port of the server, as the directory calls it. */
  readonly origin: string;
  readonly accountId: string;
  readonly tokenId: string;
  readonly address: string;
}

export interface ScimReply {
  readonly status: number;
  /** Null: none. */
  readonly body: object | null;
  readonly location?: string;
}

const query = z.object({
  filter: z.string().max(2000).optional(),
  startIndex: z.coerce.number().int().catch(1),
  count: z.coerce.number().int().catch(100),
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
});
type Query = z.infer<typeof query>;

/** Answers a directory of a company, always in the words of SCIM. */
export const scimDirectory =
  (db: Database, log: Logger) =>
  async (request: ScimRequest): Promise<ScimReply> => {
    try {
      return await answer(db, request);
    } catch (error) {
      if (error instanceof DirectoryStopped) {
        await noteStop(db, request, error.allowed);
        log.warn({ accountId: request.accountId, allowed: error.allowed }, 'directories: stopped, too many removals');
      }
      return replyOf(error);
    }
  };

function replyOf(error: unknown): ScimReply {
  if (error instanceof ScimError) return failed(error.status, error.message, error.scimType);
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 'NOT_FOUND') return failed(404, error.message);
  if (error.code === 'USERS_FULL') return failed(403, error.message);
  if (error.code !== 'CONFLICT') return failed(400, error.message, 'invalidValue');
  // The last administrator breaks no rule of uniqueness; what is taken has the field that it is about.
  return error.issues ? failed(409, error.message, 'uniqueness') : failed(403, error.message);
}

const failed = (status: number, detail: string, scimType?: string): ScimReply => ({
  status,
  body: scimErrorBody(status, detail, scimType),
});

async function answer(db: Database, request: ScimRequest): Promise<ScimReply> {
  const [kind = '', id, ...more] = request.path.split('/').filter((part) => part !== '');
  const base = request.origin + scimPath;
  const read = query.safeParse(request.query);
  if (!read.success) throw new ScimError(400, 'The query is not readable.', 'invalidValue');
  if (more.length > 0) return failed(404, 'There is nothing at this address.');
  if (kind === 'Users') return await answerUsers(db, request, id, read.data, base);
  if (kind === 'Groups') return await answerGroups(db, request, id, read.data, base);
  return answerAbout(request.method, kind, id, read.data, base);
}

/** What the server can do, as SCIM has clients ask for it. */
function answerAbout(method: string, kind: string, id: string | undefined, asked: Query, base: string): ScimReply {
  const lists = { Schemas: schemas, ResourceTypes: resourceTypes } as const;
  if (kind === 'Me') return failed(501, 'A token of a company is nobody.');
  if (kind !== 'ServiceProviderConfig' && kind !== 'Schemas' && kind !== 'ResourceTypes') {
    return failed(404, 'There is nothing at this address.');
  }
  if (method !== 'GET') return failed(405, 'This can only be read.');
  if (asked.filter !== undefined) return failed(403, 'Nothing is filtered here.');
  if (kind === 'ServiceProviderConfig') return { status: 200, body: serviceProviderConfig(base) };
  const all = lists[kind](base);
  if (id === undefined) return { status: 200, body: listOf(all, all.length, 1) };
  const one = all.find((found) => found.id === id);
  return one ? { status: 200, body: one } : failed(404, 'There is nothing at this address.');
}

const administratorOf = ({ accountId, tokenId: userId, address }: ScimRequest): Administrator => ({
  accountId,
  userId,
  address,
  rights: 'everything',
});

async function answerUsers(
  db: Database,
  request: ScimRequest,
  id: string | undefined,
  asked: Query,
  base: string,
): Promise<ScimReply> {
  const { method, accountId } = request;
  const by = administratorOf(request);
  const shown = (user: Parameters<typeof shownUser>[0]) => chosen(shownUser(user, base), asked);
  if (id === undefined) {
    if (method === 'POST') {
      const user = await createUser(db, by, wantedUser(readScimBody(request.body)));
      return { status: 201, body: shown(user), location: `${base}/Users/${user.id}` };
    }
    if (method !== 'GET') return failed(405, 'Users are changed one at a time.');
    const page = pageOf(asked);
    const { total, users } = await listUsers(db, accountId, page);
    return { status: 200, body: listOf(users.map(shown), total, page.startIndex) };
  }
  switch (method) {
    case 'GET':
      return { status: 200, body: shown(await readUser(db, accountId, id)) };
    case 'PUT':
      return { status: 200, body: shown(await replaceUser(db, by, id, wantedUser(readScimBody(request.body)))) };
    case 'PATCH':
      return { status: 200, body: shown(await patchUser(db, by, id, readOperations(readScimBody(request.body)))) };
    case 'DELETE':
      await forgetUser(db, by, id);
      return { status: 204, body: null };
    default:
      return failed(405, 'Users are created at /Users.');
  }
}

async function answerGroups(
  db: Database,
  request: ScimRequest,
  id: string | undefined,
  asked: Query,
  base: string,
): Promise<ScimReply> {
  const { method, accountId } = request;
  const by = administratorOf(request);
  const shown = (group: Parameters<typeof shownGroup>[0]) => chosen(shownGroup(group, base), asked);
  const withMembers = isAsked('members', asked);
  if (id === undefined) {
    if (method === 'POST') {
      const group = await createGroup(db, by, wantedGroup(readScimBody(request.body)));
      return { status: 201, body: shown(group), location: `${base}/Groups/${group.id}` };
    }
    if (method !== 'GET') return failed(405, 'Groups are changed one at a time.');
    const page = pageOf(asked);
    const { total, groups } = await listGroups(db, accountId, { ...page, withMembers });
    return { status: 200, body: listOf(groups.map(shown), total, page.startIndex) };
  }
  switch (method) {
    case 'GET':
      return { status: 200, body: shown(await readGroup(db, accountId, id, withMembers)) };
    case 'PUT':
      return { status: 200, body: shown(await replaceGroup(db, by, id, wantedGroup(readScimBody(request.body)))) };
    case 'PATCH':
      return { status: 200, body: shown(await patchGroup(db, by, id, readOperations(readScimBody(request.body)))) };
    case 'DELETE':
      await forgetGroup(db, by, id);
      return { status: 204, body: null };
    default:
      return failed(405, 'Groups are created at /Groups.');
  }
}

/** The last page that anyone has users for; a database takes no endless offset. */
const furthest = 1_000_000;

const pageOf = ({ filter, startIndex, count }: Query) => ({
  filter: filter ?? null,
  startIndex: Math.min(Math.max(startIndex, 1), furthest),
  count: Math.min(Math.max(count, 0), mostOnPage),
});

const listOf = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const namesOf = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((name) => name.trim().toLowerCase()));

/** Whether an attribute of a resource is asked for, itself or something below it. */
function isAsked(name: string, { attributes, excludedAttributes }: Query): boolean {
  const small = name.toLowerCase();
  if (attributes !== undefined) {
    return [...namesOf(attributes)].some(
      (one) => one === small || one.startsWith(`${small}.`) || one.startsWith(`${small}:`),
    );
  }
  return excludedAttributes === undefined || !namesOf(excludedAttributes).has(small);
}

/** What is always there (RFC 7643 §7, `returned`). */
const always = new Set(['id', 'schemas', 'meta']);

const chosen = (resource: object, asked: Query): object =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => always.has(name) || isAsked(name, asked)));
