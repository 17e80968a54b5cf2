import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion } from '../connector.ts';
import type { Answered, HubSpotClient } from './client.ts';
import {
  type ContactRecord,
  contactOf,
  contactProperties,
  contactsPath,
  mergedInto,
  type Portal,
  page,
} from './records.ts';

/**
 * How far the mirror is. `listing`: everything is being listed, from `after` on; `since` is HubSpot's clock when that began. Then
 * only what changed since is asked for. `goneAt`: when it was last asked what is archived. `comparedAt`: when what is mirrored was
 * last compared with what is there.
 */
const syncState = z
  .object({
    listing: z.object({ after: z.string().nullable() }).nullable(),
    since: z.iso.datetime().nullable(),
    goneAt: z.iso.datetime().nullable(),
    comparedAt: z.iso.datetime().nullable().default(null),
  })
  .catch({ listing: { after: null }, since: null, goneAt: null, comparedAt: null });
type SyncState = z.infer<typeof syncState>;

const fresh: SyncState = { listing: { after: null }, since: null, goneAt: null, comparedAt: null };
const listedAtOnce = 100;
const searchedAtOnce = 200;
/** More pages than the largest portal has. */
const mostPages = 100_000;
/** Searches lag behind what was written; so far back they look again. */
const overlapMs = 5 * 60_000;
const archivedEveryMs = 24 * 60 * 60_000;
/** Contacts that were deleted for good are named nowhere. */
const comparedEveryMs = 7 * 24 * 60 * 60_000;

/** Whom to ask, and what is mirrored. */
interface Asking {
  readonly client: HubSpotClient;
  readonly portal: Portal;
  readonly mirrored: Mirrored;
  readonly signal: AbortSignal;
}

/**
 * See `Connection.changes`. The first time all contacts are listed, which goes on where it was cut off. Afterwards those that changed are
 * searched for by their ids, since a search gives 10,000 at most and many may have changed in the same second; once a day those
 * that were deleted, and once a week all ids are compared.
 */
export async function* changesOf(asking: Asking, given: unknown): AsyncGenerator<Portion> {
  let state = given === null || given === undefined ? fresh : syncState.parse(given);
  if (state.listing !== null) {
    for await (const portion of listed(asking, state)) {
      state = portion.state;
      yield portion;
    }
  } else {
    for await (const portion of searched(asking, state)) {
      state = portion.state;
      yield portion;
    }
  }
  if (state.listing !== null) return;
  // First, so that deletions are found even where a comparison never comes to its end.
  if (isDue(state.goneAt, archivedEveryMs)) {
    for await (const portion of archived(asking, state)) {
      state = portion.state;
      yield portion;
    }
  }
  if (isDue(state.comparedAt, comparedEveryMs)) yield* compared(asking, state);
}

type HubSpotPortion = Portion & { readonly state: SyncState };

async function* listed({ client, portal, signal }: Asking, begun: SyncState): AsyncGenerator<HubSpotPortion> {
  let { since } = begun;
  let after = begun.listing?.after ?? null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body, at } = await client.ask(listRequest(after, false, contactProperties), page, signal);
    // By the clock of HubSpot: what changes while the list is read is found afterwards.
    since ??= before(at ?? new Date());
    const next = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const comparedAt = isOver ? new Date().toISOString() : null;
    const state = { ...begun, listing: isOver ? null : { after: next }, since, comparedAt };
    yield { ...thereAndGone(portal, body.results), state, total: null };
    if (isOver) return;
    after = onwards(next);
  }
  throw repeats();
}

async function* searched({ client, portal, signal }: Asking, begun: SyncState): AsyncGenerator<HubSpotPortion> {
  let since: string | null = null;
  let last = '0';
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body, at } = await client.ask(searchRequest(begun.since ?? '1970-01-01T00:00:00.000Z', last), page, signal);
    since ??= before(at ?? new Date());
    const { results } = body;
    const isOver = results.length < searchedAtOnce;
    const state = isOver ? { ...begun, since } : begun;
    yield { ...thereAndGone(portal, results), state, total: null };
    if (isOver) return;
    const highest = results.at(-1)?.id ?? last;
    if (BigInt(highest) <= BigInt(last)) throw repeats();
    last = highest;
  }
  throw repeats();
}

const thereAndGone = (portal: Portal, records: readonly ContactRecord[]) => ({
  written: records.map((one) => contactOf(portal, one)),
  gone: records.flatMap(mergedInto),
});

/** What is mirrored and is not there. */
async function* compared({ client, mirrored, signal }: Asking, begun: SyncState): AsyncGenerator<Portion> {
  const comparedAt = new Date().toISOString();
  const known = await mirrored();
  const there = new Set<string>();
  let after: string | null = null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body }: Answered<z.infer<typeof page>> = await client.ask(listRequest(after, false, []), page, signal);
    for (const { id } of body.results) there.add(id);
    const next: string | null = body.paging?.next?.after ?? null;
    if (next === null) {
      const gone = [...known.keys()].filter((id) => !there.has(id));
      yield { written: [], gone, state: { ...begun, comparedAt }, total: null };
      return;
    }
    after = onwards(next);
  }
  throw repeats();
}

async function* archived({ client, signal }: Asking, begun: SyncState): AsyncGenerator<HubSpotPortion> {
  const goneAt = new Date().toISOString();
  let after: string | null = null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body }: Answered<z.infer<typeof page>> = await client.ask(listRequest(after, true, []), page, signal);
    const next: string | null = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const state = isOver ? { ...begun, goneAt } : begun;
    yield { written: [], gone: body.results.map(({ id }) => id), state, total: null };
    if (isOver) return;
    after = onwards(next);
  }
  throw repeats();
}

const listRequest = (after: string | null, isArchived: boolean, properties: readonly string[]) => ({
  method: 'GET' as const,
  path: contactsPath,
  query: {
    limit: String(listedAtOnce),
    archived: String(isArchived),
    ...(properties.length === 0 ? {} : { properties: properties.join(',') }),
    ...(after === null ? {} : { after }),
  },
});

const searchRequest = (since: string, last: string) => ({
  method: 'POST' as const,
  path: `${contactsPath}/search`,
  body: {
    filterGroups: [
      {
        filters: [
          { propertyName: 'lastmodifieddate', operator: 'GTE', value: String(Date.parse(since)) },
          { propertyName: 'hs_object_id', operator: 'GT', value: last },
        ],
      },
    ],
    sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
    properties: [...contactProperties],
    limit: searchedAtOnce,
  },
});

const before = (at: Date): string => new Date(at.getTime() - overlapMs).toISOString();

const isDue = (last: string | null, everyMs: number): boolean =>
  last === null || Date.now() - Date.parse(last) > everyMs;

/** Gives each cursor of a list once; throws where one comes again. */
function cursors(first: string | null): (next: string) => string {
  const seen = new Set([first]);
  return (next) => {
    if (seen.has(next)) throw repeats();
    seen.add(next);
    return next;
  };
}

const repeats = () => new IntegrationError('failed', 'HubSpot repeats a page', { translationKey: 'failed' });
