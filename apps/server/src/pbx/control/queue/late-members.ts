import type { Logger } from 'pino';
import type { Call } from '../../calls/call.ts';
import { claimed, contactsIn } from '../../calls/invite/arrive.ts';
import { alongOf } from '../../calls/invite/mobiles.ts';
import { forkTo } from '../../calls/invite/open-call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { winnerOf } from '../../calls/turn.ts';
import type { ExchangeClock } from '../../ports.ts';
import { mobilesFor } from '../../routing/mobiles.ts';
import { planLate } from '../../routing/plan-channel.ts';
import { emptyQueue } from '../../routing/queue-order.ts';
import type { LateMembers } from '../../routing/route-plan.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';
import { sideOf } from './mobiles.ts';

/** So often it is looked, while members of a queue ring, who of the others has become free. */
const lookMs = 1000;

/** Members who are looked for while a call rings. */
interface Watch {
  readonly running: RunningCall;
  readonly late: LateMembers;
  readonly since: number;
  /** Those who rang late already. */
  readonly rung: Set<string>;
}

/**
 * Members of a queue who become free while others ring: their call or follow-up time is over, they log in, end
 * do-not-disturb, or come with a device. They ring too, or are next, as the channel has it.
 */
export function lateMembers(desk: InviteDesk, clock: ExchangeClock, log: Logger): Follower {
  const watches = new Map<string, { readonly late: LateMembers; stop(): void }>();
  /** Calls that claimed somebody for a stage that was over by then. */
  const tooLate = new Set<string>();

  /** Frees them, but for those whom the next stage has claimed as well: nobody knows these before it is there. */
  const letGo = ({ call }: RunningCall) => {
    const { callId, sessionId, state } = call;
    if (state === 'choosing' || !tooLate.delete(callId)) return;
    desk.agents
      ?.release(callId, heldBy(call))
      .catch((error: unknown) => log.warn({ err: error, callId, sessionId }, 'queues: freeing late members failed'));
  };

  const begin = (running: RunningCall, late: LateMembers) => {
    const { callId, sessionId } = running.call;
    const watch: Watch = { running, late, since: clock.now().getTime(), rung: new Set() };
    let cancel = () => {};
    const next = () => {
      cancel = clock.after(lookMs, () => {
        look(watch, desk, clock)
          .then((isTooLate) => {
            if (!isTooLate) return;
            tooLate.add(callId);
            letGo(running);
          })
          .catch((error: unknown) => log.warn({ err: error, callId, sessionId }, 'queues: ringing late members failed'))
          .finally(() => {
            if (watches.get(callId)?.late === late) next();
          });
      });
    };
    watches.set(callId, { late, stop: () => cancel() });
    next();
  };

  return {
    changed(running) {
      const { callId } = running.call;
      letGo(running);
      const late = lateOf(running);
      const before = watches.get(callId);
      if ((before?.late ?? null) === late) return;
      before?.stop();
      watches.delete(callId);
      if (late) begin(running, late);
    },
  };
}

/** Whether members were claimed for nothing, since the stage was over when they were. */
async function look({ running, late, since, rung }: Watch, desk: InviteDesk, clock: ExchangeClock): Promise<boolean> {
  const { call } = running;
  const channel = await desk.directory.channelById(late.plan.channelId);
  if (!channel || lateOf(running) !== late) return false;
  const contacts = await contactsIn(channel, desk);
  const side = sideOf(running.call);
  if (!side) return false;
  const now = clock.now();
  const mobiles = mobilesFor(channel, side.remote.number, now);
  const plan = { ...late.plan, rung: [...late.plan.rung, ...rung] };
  const step = planLate({ ...late, plan }, now.getTime() - since, channel, {
    now,
    callerUserId: call.caller.userId,
    canServe: !call.caller.virtual,
    isBusy: (userId) => desk.isBusy?.(userId, call.callId) ?? false,
    isThere: (userId) => contacts.some((contact) => contact.userId === userId),
    hasMobile: (userId) => mobiles.has(userId),
    queue: (rank) => desk.queueOf?.(channel.channelId, { callId: call.callId, rank }) ?? emptyQueue,
  });
  if (!step || lateOf(running) !== late) return false;
  if (late.how === 'turn') {
    running.take({ type: 'turnOver', plan: step.plan });
    return false;
  }
  const userIds = await claimed(step.ring, call.callId, channel.channelId, desk);
  if (userIds.length === 0) return false;
  if (lateOf(running) !== late) return true;
  for (const userId of userIds) rung.add(userId);
  const forks = contacts
    .filter(({ userId, endpointId }) => userIds.includes(userId) && endpointId !== call.caller.endpointId)
    .map((contact) => forkTo(contact, side, desk));
  running.take({ type: 'membersJoined', userIds, forks, along: alongOf(mobiles, userIds, contacts) });
  return false;
}

/** Whom the call rings or has. */
function heldBy(call: Call): readonly string[] {
  if (call.state === 'ringing') return call.rings;
  const userId = winnerOf(call)?.userId ?? null;
  return userId === null ? [] : [userId];
}

const lateOf = ({ call }: RunningCall): LateMembers | null => (call.state === 'ringing' ? call.late : null);
