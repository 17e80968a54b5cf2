import type { EntityType } from '../../entities/integration.ts';
import type { User } from '../../entities/user.ts';

/** Kinds of records that calls are logged to while a user has chosen none: the people they spoke to. */
const usualPeople: readonly EntityType[] = ['contacts'];
/** Of CRMs that have people of other kinds, too. Leads of the others are no people: they belong to one. */
const peopleOf: ReadonlyMap<string, readonly EntityType[]> = new Map([
  ['SALESFORCE', ['contacts', 'leads']],
  ['ZOHO', ['contacts', 'leads']],
]);

/**
 * Kinds of records of an integration that a user's calls are logged to by default, in the order of the integration. None
 * is a choice as well. SLOG-011
 */
export function defaultEntityTypes(
  { defaultCallLoggingEntityTypes }: Pick<User, 'defaultCallLoggingEntityTypes'>,
  integration: { readonly name: string; readonly callLoggingEntityTypes: readonly EntityType[] },
): EntityType[] {
  const unchosen = peopleOf.get(integration.name) ?? usualPeople;
  const chosen: readonly string[] = Object.hasOwn(defaultCallLoggingEntityTypes, integration.name)
    ? (defaultCallLoggingEntityTypes[integration.name] ?? unchosen)
    : unchosen;
  return integration.callLoggingEntityTypes.filter((type) => chosen.includes(type));
}
