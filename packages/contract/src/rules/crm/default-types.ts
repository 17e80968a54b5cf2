import type { EntityType } from '../../entities/integration.ts';
import type { User } from '../../entities/user.ts';

/** Kinds of records that calls are logged to while a user has chosen none: the person they spoke to. */
const unchosen: readonly EntityType[] = ['contacts'];

/**
 * Kinds of records of an integration that a user's calls are logged to by default, in the order of the integration. None
 * is a choice as well.
 */
export function defaultEntityTypes(
  { defaultCallLoggingEntityTypes }: Pick<User, 'defaultCallLoggingEntityTypes'>,
  integration: { readonly name: string; readonly callLoggingEntityTypes: readonly EntityType[] },
): EntityType[] {
  const chosen: readonly string[] = Object.hasOwn(defaultCallLoggingEntityTypes, integration.name)
    ? (defaultCallLoggingEntityTypes[integration.name] ?? unchosen)
    : unchosen;
  return integration.callLoggingEntityTypes.filter((type) => chosen.includes(type));
}
