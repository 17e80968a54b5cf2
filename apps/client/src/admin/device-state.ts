import type { DeviceState } from '@sidetone/contract/entities/admin-user.ts';
import type { TrunkState } from '@sidetone/contract/entities/trunk.ts';
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
