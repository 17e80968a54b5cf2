import type { InviteDesk } from '../calls/invite/steps.ts';
import { channelPlanner } from './channel-planner.ts';
import { forwarding, trunkPlanner } from './outside-planner.ts';
import type { Planners } from './stages.ts';

/** What knows what comes next, for each kind of plan. */
export const plannersOf = (desk: InviteDesk): Planners => ({
  channel: channelPlanner({
    desk,
    release: async (callId) => await desk.agents?.release(callId, null),
    outside: forwarding(desk),
  }),
  trunks: trunkPlanner(desk),
});
