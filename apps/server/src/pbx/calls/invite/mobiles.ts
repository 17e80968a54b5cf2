import type { Mobile } from '../../routing/mobiles.ts';
import type { Along } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';

/** Those of users who ring. A mobile waits for the devices of its user, where there are any. */
export const alongOf = (
  mobiles: ReadonlyMap<string, Mobile>,
  rings: readonly string[],
  contacts: readonly Pick<RegisteredContact, 'userId'>[],
): readonly Along[] =>
  rings.flatMap((userId) => {
    const mobile = mobiles.get(userId);
    if (!mobile) return [];
    const hasDevice = contacts.some((contact) => contact.userId === userId);
    return [{ userId, number: mobile.number, afterMs: hasDevice ? mobile.afterSeconds * 1000 : 0 }];
  });
