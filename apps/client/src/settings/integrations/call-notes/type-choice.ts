import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { defaultEntityTypes } from '@sidetone/contract/rules/crm/default-types.ts';

type Types = User['defaultCallLoggingEntityTypes'];
type Chooser = { readonly name: string; readonly callLoggingEntityTypes: readonly EntityType[] };

/** All choices of a user with one kind of records of an integration switched on or off. */
export function withType(types: Types, integration: Chooser, type: EntityType, isOn: boolean): Types {
  const before = defaultEntityTypes({ defaultCallLoggingEntityTypes: types }, integration);
  const chosen = integration.callLoggingEntityTypes.filter((one) => (one === type ? isOn : before.includes(one)));
  return { ...types, [integration.name]: chosen };
}
