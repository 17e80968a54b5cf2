import type { Logger } from 'pino';
import type { Call, Refusal } from '../../calls/call.ts';
import type { Stage } from '../../calls/stage.ts';
import { unreachable } from '../../calls/unreachable.ts';
import type { RoutePlan } from '../../routing/route-plan.ts';

/** Knows what comes next for plans of one kind. */
export type Planner<Plan extends RoutePlan> = (call: Call, plan: Plan, refusal: Refusal) => Promise<Stage>;

/** One for each kind of plan. */
export type Planners = { readonly [Kind in RoutePlan['kind']]: Planner<Extract<RoutePlan, { kind: Kind }>> };

/** What comes next for a call that nobody took so far. Where that cannot be found out, the caller is refused. */
export async function nextStage(call: Call, refusal: Refusal, planners: Planners, log: Logger): Promise<Stage> {
  const { callId, sessionId } = call;
  const plan = call.state === 'choosing' ? call.plan : null;
  if (plan === null) return { do: 'end', refusal };
  try {
    const stage = await nextByPlan(call, plan, refusal, planners);
    if (stage.do !== 'end' && stage.forwarded) log.info({ callId, sessionId }, 'forwarded by a device');
    return stage;
  } catch (error) {
    log.error({ err: error, callId, sessionId }, 'calls: planning the next stage failed');
    return { do: 'end', refusal };
  }
}

/** Asks the planner of this kind of plan. */
export async function nextByPlan(call: Call, plan: RoutePlan, refusal: Refusal, planners: Planners): Promise<Stage> {
  switch (plan.kind) {
    case 'channel':
      return await planners.channel(call, plan, refusal);
    case 'trunks':
      return await planners.trunks(call, plan, refusal);
    case 'forwards':
      return await planners.forwards(call, plan, refusal);
    default:
      return unreachable(plan);
  }
}
