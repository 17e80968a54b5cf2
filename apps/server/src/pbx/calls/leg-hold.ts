/**
 * Who keeps a leg on hold: its user asked the phone system for it, or the device itself holds by re-INVITE. Both have to
 * end it before the other side is heard again.
 */
export type Hold = 'none' | 'user' | 'device' | 'both';

type Holder = 'user' | 'device';

const other: Record<Holder, Holder> = { user: 'device', device: 'user' };

/** Whether this one keeps it on hold. */
export const isHeldBy = (hold: Hold, who: Holder): boolean => hold === who || hold === 'both';

/** After one of the two has begun to hold or has ended it; the other one does as before. */
export function afterHold(hold: Hold, who: Holder, held: boolean): Hold {
  const isOtherHolding = isHeldBy(hold, other[who]);
  if (held) return isOtherHolding ? 'both' : who;
  return isOtherHolding ? other[who] : 'none';
}
