import type { InviteDesk } from '../../calls/invite/steps.ts';
import { channelPlanner } from './channel-planner.ts';
import { forwardsPlanner } from './forwards-planner.ts';
import { forwarding, trunkPlanner } from './outside-planner.ts';
import { nextByPlan, type Planners } from './stages.ts';

/** What knows what comes next, for each kind of plan. */
export function plannersOf(desk: InviteDesk): Planners {
  const channel = channelPlanner({
    desk,
    release: async (callId) => await desk.agents?.release(callId, []),
    outside: forwarding(desk),
    forwards: async (call, plan, refusal) => await planners.forwards(call, plan, refusal),
  });
  const trunks = trunkPlanner(desk);
  const planners: Planners = {
    channel,
    trunks,
    forwards: forwardsPlanner({
      desk,
      channel,
      next: async (call, plan, refusal) => await nextByPlan(call, plan, refusal, planners),
    }),
  };
  return planners;
}
