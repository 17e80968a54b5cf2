import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion } from '../connector.ts';
import { isOf } from '../crm/vendor-errors.ts';
import type { PipedriveClient } from './client.ts';
import { organizationNames } from './organizations.ts';
import { type PageReader, pageReader } from './pages.ts';
import { api2, type Company, contactOf, pageOf, personRecord } from './records.ts';

/**
 * How far the mirror is. `reads`: everything, or what changed `since`, page by page in the order of ids. `beganAt`: Pipedrive's
 * clock when that began, from which the next reading asks. `listedAt`: when everything was read last.
 */
const syncState = z
  .object({
    reads: z.enum(['all', 'changed']),
    cursor: z.string().max(4000).nullable(),
    lastId: z.number().int(),
    beganAt: z.iso.datetime().nullable(),
    since: z.iso.datetime().nullable(),
    listedAt: z.iso.datetime().nullable(),
  })
  .catch({ reads: 'all', cursor: null, lastId: 0, beganAt: null, since: null, listedAt: null });
type SyncState = z.infer<typeof syncState>;

const page = pageOf(personRecord);
/** More pages than the largest company has. */
const mostPages = 100_000;
/** Clocks of several machines answer; so far back it is asked again. */
const overlapMs = 2 * 60_000;
const wholeEveryMs = 7 * 24 * 60 * 60_000;

/**
 * See `Connection.changes`. The first time, and once a week, all persons are listed: lists leave out what was deleted, so
 * that a mirrored id between those of a page is gone. In between those that changed are listed. Both go on where they were
 * cut off.
 */
export async function* changesOf(
  client: PipedriveClient,
  company: Company,
  { given, mirrored }: { readonly given: unknown; readonly mirrored: Mirrored },
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  let state = begin(syncState.parse(given));
  // Before anything is asked: what is mirrored later may be made after its page was read.
  const known = state.reads === 'all' ? await knownIds(mirrored) : [];
  const names = organizationNames(client);
  const pageOfPersons = pageReader(client);
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await pageFrom(pageOfPersons, state, signal).catch((error: unknown) => {
      // A cursor of days ago may no longer be good; the reading begins again.
      if (pages === 0 && state.cursor !== null && isOf(error, 'invalid')) return null;
      throw error;
    });
    if (answer === null) {
      state = { ...state, cursor: null, lastId: 0 };
      continue;
    }
    const { persons, next, at } = answer;
    if (!isAscending([state.lastId, ...persons.map(({ id }) => id)]) || (next !== null && next === state.cursor))
      throw repeats();
    const there = persons.filter(({ is_deleted }) => !is_deleted);
    const companies = await names.of(
      there.map(({ org_id }) => org_id),
      signal,
    );
    const lastId = persons.at(-1)?.id ?? state.lastId;
    const gone = new Set(persons.filter(({ is_deleted }) => is_deleted).map(({ id }) => id));
    const listed = new Set(there.map(({ id }) => id));
    for (const id of between(known, state.lastId, next === null ? Number.POSITIVE_INFINITY : lastId))
      if (!listed.has(id)) gone.add(id);
    state = after(state, { next, lastId, at });
    yield {
      written: there.map((one) => contactOf(company, one, companies.get(one.org_id ?? 0) ?? null)),
      gone: [...gone].map(String),
      state,
      total: null,
    };
    if (next === null) return;
  }
  throw repeats();
}

/** What was cut off is continued; otherwise everything is due once a week. */
function begin(state: SyncState): SyncState {
  if (state.cursor !== null || state.reads === 'all') return state;
  const isDue = state.listedAt === null || Date.now() - Date.parse(state.listedAt) > wholeEveryMs;
  return isDue ? { ...state, reads: 'all' } : state;
}

function after(
  state: SyncState,
  { next, lastId, at }: { readonly next: string | null; readonly lastId: number; readonly at: Date | null },
): SyncState {
  // By the clock of Pipedrive: what changes while the list is read is found afterwards.
  const beganAt = state.beganAt ?? new Date((at?.getTime() ?? Date.now()) - overlapMs).toISOString();
  if (next !== null) return { ...state, cursor: next, lastId, beganAt };
  const listedAt = state.reads === 'all' ? new Date().toISOString() : state.listedAt;
  return { reads: 'changed', cursor: null, lastId: 0, beganAt: null, since: beganAt, listedAt };
}

async function pageFrom(pages: PageReader, { reads, since, cursor }: SyncState, signal: AbortSignal) {
  const query: Record<string, string> = { sort_by: 'id', sort_direction: 'asc' };
  // Times are taken without fractions.
  if (reads === 'changed' && since !== null) query['updated_since'] = since.replace(/\.\d+Z$/, 'Z');
  const { body, at } = await pages({ path: `${api2}/persons`, query, cursor }, page, signal);
  return { persons: body.data ?? [], next: body.additional_data?.next_cursor ?? null, at };
}

/** Ids that are mirrored, the smallest first. */
async function knownIds(mirrored: Mirrored): Promise<number[]> {
  const ids = [...(await mirrored()).keys()].map(Number);
  return ids.filter(Number.isSafeInteger).sort((one, other) => one - other);
}

/** Those of sorted ids that are greater than `from` and at most `to`. */
function between(sorted: readonly number[], from: number, to: number): readonly number[] {
  const place = (limit: number): number => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return sorted.slice(place(from), place(to));
}

const isAscending = (ids: readonly number[]): boolean => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0));

const repeats = () => new IntegrationError('failed', 'Pipedrive repeats a page', { translationKey: 'failed' });
