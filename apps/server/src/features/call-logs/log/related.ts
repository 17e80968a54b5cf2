import { defaultEntityTypes } from '@sidetone/contract/rules/crm/default-types.ts';
import { sql } from 'kysely';
import type { EntityRef } from '../../../crm/crm-side.ts';
import type { Database } from '../../../storage/database.ts';
import type { Writer } from '../../../storage/writer.ts';
import { contactsToAsk } from '../defaults.ts';
import type { CallLogParts } from '../parts.ts';
import type { LoggedCall } from './call.ts';
import { type Candidate, choicesOf, type Match, matchesOf } from './matches.ts';
import { ownersHere } from './owners.ts';
import { type Source, sourcesOf } from './sources.ts';
import type { OfCall } from './stored.ts';

/** What CRMs say that belongs to contacts, by `placeOf` of the contact. */
export type Related = ReadonlyMap<string, readonly Candidate[]>;

/** What is known of a call before anyone chose what it is logged to. */
export interface KnownOfCall {
  /** Connected CRMs that take calls. */
  readonly sources: readonly Source[];
  readonly matches: readonly Match[];
  readonly choices: ReadonlyMap<string, EntityRef>;
  typesOf(source: string): readonly string[];
}

type Ground = Pick<CallLogParts, 'crm' | 'answers'> & { readonly db: Database };

/** CRMs have so long to say what belongs to all contacts of a number, while a user waits for the panel. In milliseconds. */
const withinMs = 4_000;
/** Contacts of one number that a CRM is asked about at most, all of them at the same time. */
const mostAsked = 5;

/** `userId`: whose choice of types counts; null for the types that nobody changed. */
export async function knownOf(
  db: Writer,
  crm: CallLogParts['crm'],
  call: LoggedCall,
  userId: string | null,
): Promise<KnownOfCall> {
  const sources = await sourcesOf(db, crm, call.accountId);
  const [matches, choices, types] = await Promise.all([
    call.isInternal ? [] : matchesOf(db, call.accountId, sources, call.remoteNumber),
    choicesOf(db, call.accountId, call.remoteNumber),
    typesChosen(db, userId),
  ]);
  const offered = new Map(sources.map(({ name, form }) => [name, form.entityTypes]));
  return {
    sources,
    matches,
    choices,
    typesOf: (name) =>
      defaultEntityTypes(
        { defaultCallLoggingEntityTypes: types },
        { name, callLoggingEntityTypes: offered.get(name) ?? [] },
      ),
  };
}

/**
 * Asks CRMs what belongs to the contacts that a call may be logged to, where a user wants calls logged to more than contacts;
 * of what a CRM does not say, nothing. `silent`: connections that are not asked; those that fail now are added. `isWhole`:
 * everything that was to be asked was answered. SAPI-024
 */
export async function relatedNow(
  ground: Ground,
  call: LoggedCall,
  userId: string | null,
  silent: Set<string>,
): Promise<{ readonly related: Related; readonly isWhole: boolean }> {
  const known = await knownOf(ground.db, ground.crm, call, userId);
  const signal = AbortSignal.timeout(withinMs);
  const asked = await Promise.all(
    contactsToAsk(known, mostAsked).flatMap((match) => {
      const source = known.sources.find(({ name }) => name === match.source);
      // One that someone has to sign in to first says nothing, however long it is waited for.
      if (source === undefined || !source.isSignedIn) return [];
      const { integrationId } = source;
      if (silent.has(integrationId)) return { match, integrationId, found: null };
      return belongingsOf(ground, call.accountId, { source, match }, signal).then((found) => ({
        match,
        integrationId,
        found,
      }));
    }),
  );
  const related = new Map<string, readonly Candidate[]>();
  for (const { match, integrationId, found } of asked) {
    if (found === null) silent.add(integrationId);
    else related.set(placeOf(match), found);
  }
  return { related, isWhole: related.size === asked.length };
}

/** Null where the CRM does not say. */
async function belongingsOf(
  ground: Ground,
  accountId: string,
  { source: { integrationId, name }, match: { type, id } }: { readonly source: Source; readonly match: EntityRef },
  signal: AbortSignal,
): Promise<Candidate[] | null> {
  const ask = () => ground.crm.use(integrationId, signal, (side) => side.entitiesOf({ type, id }, signal));
  try {
    const found = await ground.answers.entitiesOf(integrationId, { type, id }, ask, signal);
    const shown = found.filter(({ isHidden }) => !isHidden);
    const owners = await ownersHere(
      ground,
      { accountId, integrationId },
      shown.flatMap(({ ownerId }) => ownerId ?? []),
      signal,
    );
    return shown.map(({ type: its, id: own, label, url, isOpen, ownerId }) => ({
      source: name,
      type: its,
      id: own,
      label,
      url,
      isOpen,
      crmOwner: ownerId,
      ownedBy: owners.get(ownerId ?? '') ?? null,
    }));
  } catch {
    return null;
  }
}

/** A contact with what belongs to it by the mirror and by its CRM. */
export const withRelated = (match: Match, related: Related): Match => ({
  ...match,
  related: [...match.related, ...(related.get(placeOf(match)) ?? [])],
});

const placeOf = ({ source, type, id }: Pick<Candidate, 'source' | 'type' | 'id'>): string => `${source}:${type}:${id}`;

/** Default entities are still to be chosen for a call. */
export async function hasNoDefaults(db: Writer, { channelId, sessionId }: OfCall): Promise<boolean> {
  const row = await db
    .selectFrom('call_logs')
    .select('are_defaults_applied')
    .where('channel_id', '=', channelId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.are_defaults_applied !== true;
}

/** Which types a user has chosen for each CRM. */
async function typesChosen(db: Writer, userId: string | null): Promise<Record<string, string[]>> {
  if (userId === null) return {};
  const row = await db
    .selectFrom('users')
    .select(sql<Record<string, string[]> | null>`settings -> 'defaultCallLoggingEntityTypes'`.as('types'))
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.types ?? {};
}
