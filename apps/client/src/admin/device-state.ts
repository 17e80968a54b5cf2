import type { DeviceState } from '@sidetone/contract/entities/admin-user.ts';
import type { PhoneState } from '@sidetone/contract/entities/phone.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
import { phoneBadge } from '#channels/caller-id-look.ts';
import type { StateTone } from '#ui/StateBadge.tsx';

/** The colour of a device's state; the words beside it say the same. */
export const deviceTones: Record<DeviceState, StateTone> = { registered: 'live', silent: 'missed', offline: 'off' };

/** The colour of a trunk's state. */
export const trunkTones: Record<TrunkState, StateTone> = {
  off: 'off',
  trying: 'ring',
  registered: 'live',
  reachable: 'live',
  failing: 'missed',
};

const badgeTones = { online: 'live', connecting: 'ring', offline: 'off', error: 'missed' } as const satisfies Record<
  ReturnType<typeof phoneBadge>,
  StateTone
>;

/** The state of a SIP account: its colour, and the key of its words under `phones.states`. */
export function sipAccountState(state: PhoneState) {
  const badge = phoneBadge(state);
  return { tone: badgeTones[badge], word: state === 'UNKNOWN' ? ('unknown' as const) : badge };
}
