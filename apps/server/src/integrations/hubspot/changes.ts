import { z } from 'zod';
import { mirroredAs } from '../../crm/record-id.ts';
import { IntegrationError, type Mirrored, type Portion, type SourceContact } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { Answered, HubSpotClient } from './client.ts';
import { companies, contacts, type Kind, recordOf } from './kinds.ts';
import { type ContactRecord, mergedInto, type Portal, page } from './records.ts';

/**
 * How far the mirror of a kind is. `listing`: everything is being listed, from `after` on; `since` is HubSpot's clock when that began. Then
 * only what changed since is asked for. `goneAt`: when it was last asked what is archived. `comparedAt`: when what is mirrored was
 * last compared with what is there.
 */
const kindState = z
  .object({
    listing: z.object({ after: z.string().nullable() }).nullable(),
    since: z.iso.datetime().nullable(),
    goneAt: z.iso.datetime().nullable(),
    comparedAt: z.iso.datetime().nullable().default(null),
  })
  .catch({ listing: { after: null }, since: null, goneAt: null, comparedAt: null });
type KindState = z.infer<typeof kindState>;

const fresh: KindState = { listing: { after: null }, since: null, goneAt: null, comparedAt: null };
/** `companies`: how far they are, and when they were last asked for; null while they never were. What is beside it is of contacts. */
const companiesState = z
  .object({ companies: z.object({ askedAt: z.iso.datetime().nullable(), state: kindState }).nullable() })
  .catch({ companies: null });
const listedAtOnce = 100;
const searchedAtOnce = 200;
/** More pages than the largest portal has. */
const mostPages = 100_000;
/** Searches lag behind what was written; so far back they look again. */
const overlapMs = 5 * 60_000;
const archivedEveryMs = 24 * 60 * 60_000;
/** Few of them change, and a company has a second request for them. */
const companiesEveryMs = 60 * 60_000;
/** Contacts that were deleted for good are named nowhere. */
const comparedEveryMs = 7 * 24 * 60 * 60_000;

/** Whom to ask for what, and what is mirrored. */
interface Asking {
  readonly kind: Kind;
  readonly client: HubSpotClient;
  readonly portal: Portal;
  readonly mirrored: Mirrored;
  readonly signal: AbortSignal;
}

/**
 * See `Connection.changes`. First contacts, then companies, which are asked for once an hour, and gone where the connection may not
 * see them, or no longer.
 */
export async function* changesOf(asking: Omit<Asking, 'kind'>, given: unknown): AsyncGenerator<Portion> {
  let ofContacts = given === null || given === undefined ? fresh : kindState.parse(given);
  let ofCompanies = companiesState.parse(given ?? {}).companies;
  for await (const portion of changesOfKind({ ...asking, kind: contacts }, ofContacts)) {
    ofContacts = portion.state;
    yield { ...portion, state: { ...ofContacts, companies: ofCompanies } };
  }
  const begun = ofCompanies?.state ?? fresh;
  const isCutOff = ofCompanies !== null && begun.listing !== null && begun.listing.after !== null;
  if (!isCutOff && !isDue(ofCompanies?.askedAt ?? null, companiesEveryMs)) return;
  const askedAt = new Date().toISOString();
  try {
    for await (const portion of changesOfKind({ ...asking, kind: companies }, begun)) {
      // They count as asked for once all of it was read.
      ofCompanies = { askedAt: ofCompanies?.askedAt ?? null, state: portion.state };
      yield { ...portion, state: { ...ofContacts, companies: ofCompanies } };
    }
    ofCompanies = { askedAt, state: ofCompanies?.state ?? begun };
    yield { written: [], gone: [], state: { ...ofContacts, companies: ofCompanies }, total: null };
  } catch (error) {
    if (!isOf(error, 'forbidden')) throw error;
    const gone = await toldEarlier(asking, ofCompanies?.state ?? fresh);
    yield { written: [], gone, state: { ...ofContacts, companies: { askedAt, state: fresh } }, total: null };
  }
}

/** Companies that are mirrored although they may no longer be seen. Once they may be, all are listed again. */
async function toldEarlier({ mirrored }: Pick<Asking, 'mirrored'>, { listing, since }: KindState): Promise<string[]> {
  const isUntouched = since === null && listing !== null && listing.after === null;
  return isUntouched ? [] : [...(await mirrored()).keys()].filter((id) => recordOf(id)?.kind === companies);
}

/**
 * The first time all are listed, which goes on where it was cut off. Afterwards those that changed are searched for by their
 * ids, since a search gives 10,000 at most and many may have changed in the same second; once a day those that were deleted,
 * and once a week all ids are compared.
 */
async function* changesOfKind(asking: Asking, begun: KindState): AsyncGenerator<HubSpotPortion> {
  let state = begun;
  const portions = state.listing !== null ? listed(asking, state) : searched(asking, state);
  for await (const portion of portions) {
    state = portion.state;
    yield portion;
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

type HubSpotPortion = Portion & { readonly state: KindState };

async function* listed({ kind, client, portal, signal }: Asking, begun: KindState): AsyncGenerator<HubSpotPortion> {
  let { since } = begun;
  let after = begun.listing?.after ?? null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body, at } = await client.ask(listRequest(kind, after, { properties: kind.properties }), page, signal);
    // By the clock of HubSpot: what changes while the list is read is found afterwards.
    since ??= before(at ?? new Date());
    const next = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const comparedAt = isOver ? new Date().toISOString() : null;
    const state = { ...begun, listing: isOver ? null : { after: next }, since, comparedAt };
    yield { ...thereAndGone(kind, portal, body.results), state, total: null };
    if (isOver) return;
    after = onwards(next);
  }
  throw repeats();
}

async function* searched({ kind, client, portal, signal }: Asking, begun: KindState): AsyncGenerator<HubSpotPortion> {
  let since: string | null = null;
  let last = '0';
  for (let pages = 0; pages < mostPages; pages += 1) {
    const request = searchRequest(kind, begun.since ?? '1970-01-01T00:00:00.000Z', last);
    const { body, at } = await client.ask(request, page, signal);
    since ??= before(at ?? new Date());
    const { results } = body;
    const isOver = results.length < searchedAtOnce;
    const state = isOver ? { ...begun, since } : begun;
    yield { ...thereAndGone(kind, portal, results), state, total: null };
    if (isOver) return;
    const highest = results.at(-1)?.id ?? last;
    if (BigInt(highest) <= BigInt(last)) throw repeats();
    last = highest;
  }
  throw repeats();
}

function thereAndGone(kind: Kind, portal: Portal, records: readonly ContactRecord[]) {
  const written: SourceContact[] = [];
  const gone: string[] = [];
  for (const record of records) {
    const contact = kind.contactOf(portal, record);
    if (contact) written.push(contact);
    else gone.push(record.id);
    gone.push(...mergedInto(record));
  }
  return { written, gone: gone.map((id) => mirroredAs({ type: kind.type, id })) };
}

/** What is mirrored and is not there. */
async function* compared({ kind, client, mirrored, signal }: Asking, begun: KindState): AsyncGenerator<HubSpotPortion> {
  const comparedAt = new Date().toISOString();
  const known = await mirrored();
  const there = new Set<string>();
  let after: string | null = null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body }: Answered<z.infer<typeof page>> = await client.ask(listRequest(kind, after, {}), page, signal);
    for (const { id } of body.results) there.add(id);
    const next: string | null = body.paging?.next?.after ?? null;
    if (next === null) {
      const isGone = (externalId: string) => {
        const ours = recordOf(externalId);
        return ours?.kind === kind && !there.has(ours.id);
      };
      const gone = [...known.keys()].filter(isGone);
      yield { written: [], gone, state: { ...begun, comparedAt }, total: null };
      return;
    }
    after = onwards(next);
  }
  throw repeats();
}

async function* archived({ kind, client, signal }: Asking, begun: KindState): AsyncGenerator<HubSpotPortion> {
  const goneAt = new Date().toISOString();
  let after: string | null = null;
  const onwards = cursors(after);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { body }: Answered<z.infer<typeof page>> = await client.ask(
      listRequest(kind, after, { archived: true }),
      page,
      signal,
    );
    const next: string | null = body.paging?.next?.after ?? null;
    const isOver = next === null;
    const state = isOver ? { ...begun, goneAt } : begun;
    yield { written: [], gone: body.results.map(({ id }) => mirroredAs({ type: kind.type, id })), state, total: null };
    if (isOver) return;
    after = onwards(next);
  }
  throw repeats();
}

const listRequest = (
  { path }: Kind,
  after: string | null,
  {
    archived: isArchived = false,
    properties = [],
  }: { readonly archived?: boolean; readonly properties?: readonly string[] },
) => ({
  method: 'GET' as const,
  path,
  query: {
    limit: String(listedAtOnce),
    archived: String(isArchived),
    ...(properties.length === 0 ? {} : { properties: properties.join(',') }),
    ...(after === null ? {} : { after }),
  },
});

const searchRequest = ({ path, properties, changed }: Kind, since: string, last: string) => ({
  method: 'POST' as const,
  path: `${path}/search`,
  body: {
    filterGroups: [
      {
        filters: [
          { propertyName: changed, operator: 'GTE', value: String(Date.parse(since)) },
          { propertyName: 'hs_object_id', operator: 'GT', value: last },
        ],
      },
    ],
    sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
    properties: [...properties],
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
