import { z } from 'zod';
import { IntegrationError, type Mirrored, type Portion, type SourceContact } from '../connector.ts';
import { stillCollecting } from './errors.ts';

/** A whole list of contacts; `isPending`: the bridge says that it is not ready. */
export interface Listed {
  readonly contacts: readonly SourceContact[];
  readonly isPending: boolean;
}

/** `doubts`: how many lists in a row were empty or had lost more than half of what is mirrored, and since when. */
const listState = z
  .object({ doubts: z.object({ times: z.number().int().nonnegative(), since: z.iso.datetime() }).nullable() })
  .catch({ doubts: null });
type ListState = z.infer<typeof listState>;

/** What a doubtful list is: the first ones of a bridge that may still be collecting, an empty one, or one that shrank. */
type Doubt = 'unready' | 'empty' | 'shrunk';

const timesNeeded = 3;
const doubtedForMs = 30 * 60_000;
/** Contacts that one portion has. */
const atOnce = 500;

interface Changing {
  list(signal: AbortSignal): Promise<Listed>;
  /** Called once it is known whether the list is believed. */
  said(leftOut: IntegrationError | null): void;
  now(): number;
}

/**
 * See `Connection.changes`. A bridge lists everything each time, and one that is not ready, or whose CRM failed, lists nothing with
 * the same words. So no contact is removed by a list that is empty; by one that lost more than half only if that happens three times
 * in a row, over half an hour. Meanwhile what is listed is written, and what is missing stays.
 */
export async function* changesOf(
  { list, said, now }: Changing,
  given: unknown,
  mirrored: Mirrored,
  signal: AbortSignal,
): AsyncGenerator<Portion> {
  const before = given === null || given === undefined ? { doubts: null } : listState.parse(given);
  const { contacts, isPending } = await list(signal);
  if (isPending) throw stillCollecting();
  const known = await mirrored();
  const doubt = doubtOf(contacts.length, known.size, before);
  const state = doubt === null ? { doubts: null } : doubtedAgain(before, now());
  if (doubt === 'unready') {
    // The state is kept before it is tried again.
    yield { written: [], gone: [], state, total: null };
    throw stillCollecting();
  }
  const isBelieved = doubt === null || (doubt === 'shrunk' && isLongEnough(state, now()));
  const listedIds = new Set(contacts.map(({ externalId }) => externalId));
  const changed = contacts.filter(({ externalId, etag }) => known.get(externalId) !== etag);
  for (let at = 0; at < changed.length; at += atOnce) {
    yield { written: changed.slice(at, at + atOnce), gone: [], state: before, total: contacts.length };
  }
  const gone = isBelieved ? [...known.keys()].filter((id) => !listedIds.has(id)) : [];
  said(isBelieved ? null : fewerListed());
  yield { written: [], gone, state: isBelieved ? believed(contacts.length, before) : state, total: contacts.length };
}

/** A CRM without contacts was doubted once, and is not doubted again every time. */
const believed = (listed: number, before: ListState): ListState => (listed === 0 ? before : { doubts: null });

function doubtOf(listed: number, mirrored: number, { doubts }: ListState): Doubt | null {
  if (mirrored === 0) {
    return listed === 0 && (doubts?.times ?? 0) < timesNeeded - 1 ? 'unready' : null;
  }
  if (listed === 0) return 'empty';
  return listed < mirrored / 2 ? 'shrunk' : null;
}

const doubtedAgain = ({ doubts }: ListState, now: number): ListState => ({
  doubts: {
    times: Math.min((doubts?.times ?? 0) + 1, timesNeeded),
    since: doubts?.since ?? new Date(now).toISOString(),
  },
});

const isLongEnough = ({ doubts }: ListState, now: number): boolean =>
  doubts !== null && doubts.times >= timesNeeded && now - Date.parse(doubts.since) >= doubtedForMs;

const fewerListed = (): IntegrationError =>
  new IntegrationError('failed', 'The bridge suddenly lists far fewer contacts; those that are missing stay here', {
    translationKey: 'fewerListed',
  });
