import type { LegOrder } from '../../../calls/legs.ts';
import { offer } from '../../testing/fake-device.ts';

type Invite = Extract<LegOrder, { do: 'invite' }>;
type Target = Extract<Invite['target'], { kind: 'trunk' }>;

/** The order for a call that leaves by the trunk `t1`, but for what is given. */
export const callByTrunk = (
  target: Partial<Target> = {},
  from: { user: string } | 'anonymous' = { user: '+493023125112' },
  legId = 'leg',
): Invite => ({
  do: 'invite',
  legId,
  sipCallId: `call-${legId}`,
  sessionId: 'session',
  offer,
  from,
  to: { user: '+4940555' },
  target: {
    kind: 'trunk',
    trunkId: 't1',
    number: '+4940555000',
    identity: '+493023125112',
    isEmergency: false,
    maxForwards: 70,
    ...target,
  },
});
