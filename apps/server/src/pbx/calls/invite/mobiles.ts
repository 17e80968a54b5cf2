import { type Mobile, mobilesOf } from '../../routing/mobiles.ts';
import type { Along } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';

/**
 * Those of users who ring. Mobiles wait for the devices of their user; where there are none, the first of them rings
 * immediately, and the others as long after it.
 */
export function alongOf(
  mobiles: ReadonlyMap<string, readonly Mobile[]>,
  rings: readonly string[],
  contacts: readonly Pick<RegisteredContact, 'userId'>[],
): readonly Along[] {
  return mobilesOf(mobiles, rings).map(({ userId, number, afterSeconds }) => {
    const hasDevice = contacts.some((contact) => contact.userId === userId);
    const alone = (mobiles.get(userId) ?? []).map((mobile) => mobile.afterSeconds);
    const early = hasDevice ? 0 : Math.min(...alone);
    return { userId, number, afterMs: (afterSeconds - early) * 1000 };
  });
}
