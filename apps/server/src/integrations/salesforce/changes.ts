import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion } from '../connector.ts';
import { type Walk, type WalkPage, walkKinds, walkShape } from '../crm/walk-kinds.ts';
import { pageSize, type SalesforceClient } from './client.ts';
import type { Described, Fields } from './described.ts';
import { isRefusedAs } from './errors.ts';
import { columnsOf, conditionsOf, contactOf, contactRecord, isGone, type Kind, kinds } from './records.ts';
import { moment, quoted } from './soql.ts';

/** How far the mirror is. `goneAt`: up to when it is known what was deleted for good. */
const syncState = z
  .object({ ...walkShape, goneAt: z.iso.datetime().nullable() })
  .catch({ since: null, walk: null, goneAt: null, hidden: [] });
type SyncState = z.infer<typeof syncState>;

const fresh: SyncState = { since: null, walk: null, goneAt: null, hidden: [] };
/** More pages than the largest company has. */
const mostPages = 100_000;
/** Long transactions show late what they stamped earlier; so far back is looked again. */
const overlapMs = 10 * 60_000;
const goneEveryMs = 24 * 60 * 60_000;
/** Salesforce tells what was deleted in the last 15 days. After a longer break, what is there is compared. */
const goneKnownMs = 14 * 24 * 60 * 60_000;
/** Contacts leave this much of the day's requests to the company's other programs, and to calls. */
const mostOfDay = 0.9;

/** What a synchronisation asks with. */
interface Asking {
  readonly client: SalesforceClient;
  readonly described: Described;
  readonly mirrored: Mirrored;
  readonly signal: AbortSignal;
}

/**
 * See `Connection.changes`. Contacts, leads and accounts, each by id, a page from the last id of the one before on: no cursor ends, and
 * any number may have changed in the same second. Also later deletions come that way; once a day those that left no trace. A kind
 * that the connection may no longer see is gone.
 */
export async function* changesOf(asking: Asking, given: unknown): AsyncGenerator<Portion> {
  const seesAccounts = (await asking.described.of('Account', asking.signal)) !== null;
  const walked = yield* walkKinds({
    kinds,
    state: given === null || given === undefined ? fresh : syncState.parse(given),
    fieldsOf: (kind) => asking.described.of(kind.object, asking.signal),
    pagesOf: (kind, fields, begin, since) => pagesOf(asking, { kind, fields, seesAccounts }, begin, since),
    whenHidden: async (kind, state) => ({ gone: await mirroredOfKind(asking, kind), state }),
  });
  const state = { ...walked, goneAt: walked.goneAt ?? walked.since };
  yield { written: [], gone: [], state, total: null };
  if (state.goneAt !== null && Date.now() - Date.parse(state.goneAt) > goneEveryMs) yield* deletions(asking, state);
}

/** What is mirrored of a kind that may no longer be seen. */
const mirroredOfKind = async ({ mirrored }: Asking, { prefix }: Kind): Promise<string[]> =>
  [...(await mirrored()).keys()].filter((id) => id.startsWith(prefix));

interface Listed {
  readonly kind: Kind;
  readonly fields: Fields;
  readonly seesAccounts: boolean;
}

async function* pagesOf(
  { client, signal }: Asking,
  { kind, fields, seesAccounts }: Listed,
  begin: Walk,
  since: string | null,
): AsyncGenerator<WalkPage> {
  const columns = columnsOf(kind, fields, seesAccounts);
  // Later on, what is no longer one of the contacts is to be found as well.
  const which = since === null ? conditionsOf(kind, fields) : [`SystemModstamp >= ${moment(new Date(since))}`];
  let { last, begun } = begin;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const where = [...which, ...(last === '' ? [] : [`Id > ${quoted(last)}`])];
    const soql = [
      `SELECT ${columns} FROM ${kind.object}`,
      ...(where.length === 0 ? [] : [`WHERE ${where.join(' AND ')}`]),
      `ORDER BY Id LIMIT ${pageSize}`,
    ].join(' ');
    const { body, at, isLast } = await client.query(soql, contactRecord, signal, { withDeleted: since !== null });
    begun ??= new Date((at ?? new Date()).getTime() - overlapMs).toISOString();
    const next = body.at(-1)?.Id ?? last;
    if (!isLast && next === last) throw repeats();
    last = next;
    yield {
      written: body
        .filter((one) => !isGone(kind, one))
        .map((one) => contactOf(kind, one, client.urlOf(kind.object, one.Id))),
      gone: body.filter((one) => isGone(kind, one)).map(({ Id }) => Id),
      walk: { kind: begin.kind, last, begun },
    };
    if (isLast) return;
    leaveSome(client);
  }
  throw repeats();
}

const moments = z.string().max(50).transform(Date.parse).catch(NaN);
const deleted = z.object({
  deletedRecords: z.array(z.object({ id: z.string().max(18) })).max(600_000),
  /** What was deleted before is no longer known. */
  earliestDateAvailable: moments,
  /** What was deleted later may be named by the next answer. */
  latestDateCovered: moments,
});

/** What was deleted, also from the recycle bin, since it was last asked for. */
async function* deletions(asking: Asking, begun: SyncState): AsyncGenerator<Portion> {
  const { client, described, mirrored, signal } = asking;
  let known = Date.now();
  let ours: readonly string[] | null = null;
  for (const kind of kinds) {
    leaveSome(client);
    if ((await described.of(kind.object, signal)) === null) continue;
    const named = await deletedOf(asking, kind, begun);
    if (named === null) ours ??= [...(await mirrored()).keys()];
    const { gone, upTo } = named ?? { gone: await notThere(asking, kind, ours ?? []), upTo: NaN };
    if (upTo < known) known = upTo;
    yield { written: [], gone, state: begun, total: null };
  }
  yield { written: [], gone: [], state: { ...begun, goneAt: new Date(known).toISOString() }, total: null };
}

/** What Salesforce names as deleted, and up to when it does; null where it no longer knows all of it. */
async function deletedOf(
  { client, signal }: Asking,
  { object }: Kind,
  { goneAt }: SyncState,
): Promise<{ readonly gone: string[]; readonly upTo: number } | null> {
  const now = Date.now();
  const from = Date.parse(goneAt ?? '');
  if (now - from > goneKnownMs) return null;
  const query = { start: new Date(from - overlapMs).toISOString(), end: new Date(now).toISOString() };
  try {
    const request = { method: 'GET', path: `/sobjects/${object}/deleted/`, query } as const;
    const { body } = await client.ask(request, deleted, signal);
    if (body.earliestDateAvailable > from) return null;
    return { gone: body.deletedRecords.map(({ id }) => id), upTo: Math.max(body.latestDateCovered, from) };
  } catch (error) {
    if (isRefusedAs(error, 'INVALID_REPLICATION_DATE', 'EXCEEDED_ID_LIMIT')) return null;
    throw error;
  }
}

const onlyId = contactRecord.pick({ Id: true });

/** What of all that is mirrored is of a kind and is not there. */
async function notThere(
  { client, signal }: Asking,
  { object, prefix }: Kind,
  ours: readonly string[],
): Promise<string[]> {
  const there = new Set<string>();
  let last = '';
  for (let pages = 0; pages < mostPages; pages += 1) {
    const where = last === '' ? '' : ` WHERE Id > ${quoted(last)}`;
    const soql = `SELECT Id FROM ${object}${where} ORDER BY Id LIMIT ${pageSize}`;
    const { body, isLast } = await client.query(soql, onlyId, signal);
    for (const { Id } of body) there.add(Id);
    if (isLast) return ours.filter((id) => id.startsWith(prefix) && !there.has(id));
    const next = body.at(-1)?.Id ?? last;
    if (next === last) throw repeats();
    last = next;
    leaveSome(client);
  }
  throw repeats();
}

function leaveSome(client: SalesforceClient): void {
  if ((client.usedOfDay() ?? 0) < mostOfDay) return;
  throw new IntegrationError('limit', 'Most of the requests that Salesforce allows the company in a day are used up', {
    translationKey: 'limit',
    provablyNotTaken: true,
  });
}

const repeats = () => new IntegrationError('failed', 'Salesforce repeats a page', { translationKey: 'failed' });
