import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion } from '../connector.ts';
import { type Walk, type WalkPage, walkKinds, walkShape } from '../crm/walk-kinds.ts';
import { pageSize, type ZohoClient } from './client.ts';
import type { Fields, Modules } from './fields.ts';
import { columnsOf, contactOf, contactRecord, isContact, type Kind, kinds } from './records.ts';

/**
 * How far the mirror is. `goneAt`: up to when it is known what was deleted. `comparedAt`: when what is mirrored was last
 * compared with what is there.
 */
const syncState = z
  .object({ ...walkShape, goneAt: z.iso.datetime().nullable(), comparedAt: z.iso.datetime().nullable() })
  .catch({ since: null, walk: null, goneAt: null, comparedAt: null, hidden: [] });
type SyncState = z.infer<typeof syncState>;

const fresh: SyncState = { since: null, walk: null, goneAt: null, comparedAt: null, hidden: [] };
/** A comparison that is due immediately. */
const longAgo = new Date(0).toISOString();
/** More pages than the largest company has. */
const mostPages = 100_000;
/** So many deletions since the last hour are more than there can be. */
const mostDeletedPages = 1_000;
/** So far back is looked again: what is written shows a little later. */
const overlapMs = 5 * 60_000;
const goneEveryMs = 60 * 60_000;
/** Leads that became contacts are told nowhere; and deletions are forgotten after some weeks. */
const comparedEveryMs = 24 * 60 * 60_000;

/** What a synchronisation asks with. */
interface Asking {
  readonly client: ZohoClient;
  readonly modules: Modules;
  readonly urlOf: (module: string, id: string) => string | null;
  readonly mirrored: Mirrored;
  readonly signal: AbortSignal;
}

/**
 * See `Connection.changes`. Contacts, leads and accounts, each by id, a page from the last id of the one before on: no cursor ends, and
 * any number may have changed in the same second. What was deleted is asked for each hour, and compared once a day.
 */
export async function* changesOf(asking: Asking, given: unknown): AsyncGenerator<Portion> {
  const walked = yield* walkKinds({
    kinds,
    state: given === null || given === undefined ? fresh : syncState.parse(given),
    fieldsOf: (kind) => asking.modules.fieldsOf(kind.module, asking.signal),
    pagesOf: (kind, fields, begin, since) => pagesOf(asking, kind, fields, begin, since),
    // Ids do not tell of which kind they are: the comparison finds what is mirrored of it.
    whenHidden: async (_kind, state) => ({ gone: [], state: { ...state, comparedAt: longAgo } }),
  });
  const { since } = walked;
  const state = { ...walked, goneAt: walked.goneAt ?? since, comparedAt: walked.comparedAt ?? since };
  yield { written: [], gone: [], state, total: null };
  yield* deletions(asking, state);
}

async function* pagesOf(
  { client, urlOf, signal }: Asking,
  kind: Kind,
  fields: Fields,
  begin: Walk,
  since: string | null,
): AsyncGenerator<WalkPage> {
  const columns = columnsOf(kind, fields, true).join(', ');
  let { last, begun } = begin;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const after = last === '' ? 'id is not null' : `id > '${last}'`;
    const where = since === null ? after : `(Modified_Time >= '${momentOf(since)}' and ${after})`;
    const coql = `select ${columns} from ${kind.module} where ${where} order by id asc limit ${pageSize}`;
    const { body, at, isLast } = await client.query(coql, contactRecord, signal);
    begun ??= new Date((at ?? new Date()).getTime() - overlapMs).toISOString();
    const next = body.at(-1)?.id ?? last;
    if (!isLast && BigInt(next || 0) <= BigInt(last || 0)) throw repeats();
    last = next;
    yield {
      written: body
        .filter((one) => isContact(kind, one))
        .map((one) => contactOf(kind, one, urlOf(kind.module, one.id))),
      gone: body.filter((one) => !isContact(kind, one)).map(({ id }) => id),
      walk: { kind: begin.kind, last, begun },
    };
    if (isLast) return;
  }
  throw repeats();
}

async function* deletions(asking: Asking, begun: SyncState): AsyncGenerator<Portion> {
  const now = new Date();
  let state = begun;
  if (isDue(state.comparedAt, comparedEveryMs)) {
    yield* compared(asking, state);
    state = { ...state, comparedAt: now.toISOString(), goneAt: now.toISOString() };
    yield { written: [], gone: [], state, total: null };
  } else if (isDue(state.goneAt, goneEveryMs)) {
    for (const kind of kinds) yield* deletedOf(asking, kind, state);
    yield { written: [], gone: [], state: { ...state, goneAt: now.toISOString() }, total: null };
  }
}

const isDue = (last: string | null, everyMs: number): boolean =>
  last !== null && Date.now() - Date.parse(last) > everyMs;

const deleted = z.object({
  data: z.array(z.object({ id: z.string().max(30) })).max(200),
  info: z.object({ more_records: z.boolean() }).optional(),
});

async function* deletedOf(
  { client, modules, signal }: Asking,
  { module }: Kind,
  state: SyncState,
): AsyncGenerator<Portion> {
  if ((await modules.fieldsOf(module, signal)) === null) return;
  const since = momentOf(new Date(Date.parse(state.goneAt ?? '') - overlapMs).toISOString());
  for (let page = 1; page < mostDeletedPages; page += 1) {
    const { body } = await client.ask(
      {
        method: 'GET',
        path: `/${module}/deleted`,
        query: { type: 'all', page: String(page), per_page: '200' },
        headers: { 'if-modified-since': since },
      },
      deleted,
      signal,
    );
    if (body === null) return;
    yield { written: [], gone: body.data.map(({ id }) => id), state, total: null };
    if (body.info?.more_records !== true) return;
  }
  throw repeats();
}

const onlyId = contactRecord.pick({ id: true });

/** What is mirrored and is not there. */
async function* compared({ client, modules, mirrored, signal }: Asking, state: SyncState): AsyncGenerator<Portion> {
  const there = new Set<string>();
  for (const { module } of kinds) {
    // What may not be seen is not there.
    if ((await modules.fieldsOf(module, signal)) === null) continue;
    let last = '';
    for (;;) {
      const after = last === '' ? 'id is not null' : `id > '${last}'`;
      const coql = `select id from ${module} where ${after} order by id asc limit ${pageSize}`;
      const { body, isLast } = await client.query(coql, onlyId, signal);
      for (const { id } of body) there.add(id);
      if (isLast) break;
      const next = body.at(-1)?.id ?? last;
      if (BigInt(next || 0) <= BigInt(last || 0)) throw repeats();
      last = next;
    }
  }
  const gone = [...(await mirrored()).keys()].filter((id) => !there.has(id));
  yield { written: [], gone, state, total: null };
}

/** A moment as Zoho has it: without parts of a second, and with an offset. */
export const momentOf = (iso: string): string => `${iso.slice(0, 19)}+00:00`;

const repeats = () => new IntegrationError('failed', 'Zoho repeats a page', { translationKey: 'failed' });
