import type { ChannelPlan } from '../../routing/route-plan.ts';
import { isOpened } from '../booking.ts';
import { allCodecs, type Ringing } from '../call.ts';
import type { CallFact } from '../call-facts.ts';
import { isAsked, type Turn } from '../turn.ts';
import { ringTimedOut } from './ring.ts';

/** Members who have become free while others ring: their devices ring as well. */
export function membersJoined(
  turn: Turn<Ringing>,
  { userIds, forks, along = [] }: Extract<CallFact, { type: 'membersJoined' }>,
): void {
  const { call, orders } = turn;
  if (!isRinging(turn)) return;
  call.rings = [...new Set([...call.rings, ...userIds])];
  if (along.length > 0) call.along = [...(call.along ?? []), ...along];
  if (forks.length === 0) return;
  call.forks = [...call.forks, ...forks.map((fork) => ({ ...fork, media: 'open' as const }))];
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  for (const { legId } of forks) orders.push({ do: 'openMedia', legId, codecs, offer: null });
  orders.push({ do: 'bookStage', legIds: forks.map(({ legId }) => legId), events: [], leaves: null });
}

/** Members who ring have had their turn, and other members have become free: they are next. */
export function turnOver(turn: Turn<Ringing>, plan: ChannelPlan): void {
  if (!isRinging(turn) || turn.call.forks.some(isAsked)) return;
  turn.call.plan = plan;
  ringTimedOut(turn);
}

const isRinging = ({ call }: Turn<Ringing>): boolean => isOpened(call.booking) && !call.nobody;
