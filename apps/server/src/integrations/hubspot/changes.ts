import { z } from 'zod';
import { IntegrationError, type Portion } from '../connector.ts';
import type { Answered, HubSpotClient } from './client.ts';
import { contactOf, contactProperties, contactsPath, type Portal, page } from './records.ts';

/**
 * How far the mirror is. `listing`: everything is being listed, from `after` on; `since` is HubSpot's clock when that began. Then
 * only what changed since is asked for. `goneAt`: when it was last asked what is archived.
 */
const syncState = z
  .object({
    listing: z.object({ after: z.string().nullable() }).nullable(),
    since: z.iso.datetime().nullable(),
    goneAt: z.iso.datetime().nullable(),
  })
  .catch({ listing: { after: null }, since: null, goneAt: null });
type SyncState = z.infer<typeof syncState>;

const fresh: SyncState = { listing: { after: null }, since: null, goneAt: null };
const listedAtOnce = 100;
const searchedAtOnce = 200;
/** More pages than the largest portal has. */
const mostPages = 100_000;
/** Searches lag behind what was written; so far back they look again. */
const overlapMs = 5 * 60_000;
const archivedEveryMs = 24 * 60 * 60_000;

/**
 * See `Connection.changes`. The first time all contacts are listed, which goes on where it was cut off. Afterwards those that changed are
 * searched for by their ids, since a search gives 10,000 at most and many may have changed in the same second; once a day those
 * that were deleted.
 */
export async function* changesOf(
  client: HubSpotClient,
  portal: Portal,
  given: unknown,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let state = given === null || given === undefined ? fresh : syncState.parse(given);
  if (state.listing !== null) {
    for await (const portion of listed(client, portal, state, signal)) {
      state = portion.state;
      yield portion;
    }
  } else {
    for await (const portion of searched(client, portal, state, signal)) {
      state = portion.state;
      yield portion;
    }
  }
  if (isArchivedDue(state)) yield* archived(client, state, signal);
}

type HubSpotPortion = Portion & { readonly state: SyncState };

async function* listed(
  client: HubSpotClient,
  portal: Portal,
  begun: SyncState,
  signal: AbortSignal,
): AsyncGenerator<HubSpotPortion> {
  let { since } = begun;
  let after = begun.listing?.after ?? null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body, at } = await client.ask(listRequest(after, false), page, signal);
    // By the clock of HubSpot: what changes while the list is read is found afterwards.
    since ??= before(at ?? new Date());
    const next = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const state = { ...begun, listing: isOver ? null : { after: next }, since };
    yield { written: body.results.map((one) => contactOf(portal, one)), gone: [], state, total: null };
    if (isOver) return;
    if (next === after) throw repeats();
    after = next;
  }
  throw repeats();
}

async function* searched(
  client: HubSpotClient,
  portal: Portal,
  begun: SyncState,
  signal: AbortSignal,
): AsyncGenerator<HubSpotPortion> {
  let since: string | null = null;
  let last = '0';
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body, at } = await client.ask(searchRequest(begun.since ?? '1970-01-01T00:00:00.000Z', last), page, signal);
    since ??= before(at ?? new Date());
    const { results } = body;
    const isOver = results.length < searchedAtOnce;
    const state = isOver ? { ...begun, since } : begun;
    yield { written: results.map((one) => contactOf(portal, one)), gone: [], state, total: null };
    if (isOver) return;
    const highest = results.at(-1)?.id ?? last;
    if (BigInt(highest) <= BigInt(last)) throw repeats();
    last = highest;
  }
  throw repeats();
}

async function* archived(client: HubSpotClient, begun: SyncState, signal: AbortSignal): AsyncGenerator<Portion> {
  const goneAt = new Date().toISOString();
  let after: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body }: Answered<z.infer<typeof page>> = await client.ask(listRequest(after, true), page, signal);
    const next: string | null = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const state = isOver ? { ...begun, goneAt } : begun;
    yield { written: [], gone: body.results.map(({ id }) => id), state, total: null };
    if (isOver) return;
    if (next === after) throw repeats();
    after = next;
  }
  throw repeats();
}

const listRequest = (after: string | null, isArchived: boolean) => ({
  method: 'GET' as const,
  path: contactsPath,
  query: {
    limit: String(listedAtOnce),
    properties: contactProperties.join(','),
    archived: String(isArchived),
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

const isArchivedDue = ({ listing, goneAt }: SyncState): boolean =>
  listing === null && (goneAt === null || Date.now() - Date.parse(goneAt) > archivedEveryMs);

const repeats = () => new IntegrationError('failed', 'HubSpot repeats a page', { translationKey: 'failed' });
