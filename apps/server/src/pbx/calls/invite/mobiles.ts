import { type Mobile, mobilesOf } from '../../routing/mobiles.ts';
import type { Along } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';

/** Those of users who ring. A mobile waits for the devices of its user, where there are any. */
export const alongOf = (
  mobiles: ReadonlyMap<string, Mobile>,
  rings: readonly string[],
  contacts: readonly Pick<RegisteredContact, 'userId'>[],
): readonly Along[] =>
  mobilesOf(mobiles, rings).map(({ userId, number, afterSeconds }) => {
    const hasDevice = contacts.some((contact) => contact.userId === userId);
    return { userId, number, afterMs: hasDevice ? afterSeconds * 1000 : 0 };
  });
