import type { Logger } from 'pino';
import type { Along, Call, Fork } from '../../calls/call.ts';
import { askPolicy } from '../../calls/invite/ask-policy.ts';
import { asThoughDialled, findForwarded } from '../../calls/invite/forward-call.ts';
import { newFork } from '../../calls/invite/open-call.ts';
import { shownToCallee } from '../../calls/invite/shown-to-callee.ts';
import { type InviteDesk, InviteRefused } from '../../calls/invite/steps.ts';
import { tryTrunk } from '../../calls/trunk-stage.ts';
import type { EventOpened, ExchangeClock } from '../../ports.ts';
import { withoutNodes } from '../../routing/route-plan.ts';
import type { CallTable } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import type { RunningCall } from '../running-call.ts';
import { divertedOf, hasComeBack } from './outside-planner.ts';

/** A mobile that is busy, or whose user does not want the call, is not called again and again while its caller waits. */
const mostTimes = 3;

interface MobileParts {
  readonly table: Pick<CallTable, 'calls'>;
  readonly desk: InviteDesk;
  readonly clock: ExchangeClock;
  readonly log: Logger;
}

/** Mobiles ring along with the devices of their users, each at its time, where all that guards a call of its user lets it. */
export function mobiles(parts: MobileParts): Follower {
  const { clock, log } = parts;
  /** Of each call: what ends the waiting for a mobile, and how often each number was called. */
  const waiting = new Map<string, Map<Along, () => void>>();
  const called = new WeakMap<RunningCall, Map<string, number>>();

  const ring = async (running: RunningCall, along: Along): Promise<void> => {
    const times = called.get(running) ?? new Map<string, number>();
    called.set(running, times);
    const before = times.get(along.number) ?? 0;
    // By another trunk is the same try.
    const count = along.tried ? before : before + 1;
    times.set(along.number, count);
    const fork = count <= mostTimes ? await mobileFork(running.call, along, parts) : null;
    running.take({ type: 'mobileCame', along, fork });
  };
  const begin = (running: RunningCall, along: Along): (() => void) =>
    clock.after(along.afterMs, () => {
      ring(running, along).catch((error: unknown) => {
        const { callId, sessionId } = running.call;
        log.warn({ err: error, callId, sessionId }, 'mobiles: ringing along failed');
        running.take({ type: 'mobileCame', along, fork: null });
      });
    });

  return {
    changed(running) {
      const { call } = running;
      const wanted = call.state === 'ringing' ? (call.along ?? []) : [];
      const known = waiting.get(call.callId);
      if (!known && wanted.length === 0) return;
      const next = new Map(wanted.map((along) => [along, known?.get(along) ?? begin(running, along)]));
      for (const [along, stop] of known ?? []) if (!next.has(along)) stop();
      if (next.size > 0) waiting.set(call.callId, next);
      else waiting.delete(call.callId);
    },
  };
}

/** The leg to a mobile, as if its user had dialled it; null where it must not be called, or cannot. */
async function mobileFork(call: Call, along: Along, { table, desk: given }: MobileParts): Promise<Fork | null> {
  const { userId, number, tried = [] } = along;
  const desk: InviteDesk = { ...given, purpose: 'forward' };
  const side = sideOf(call);
  // One that another call rings or has comes back by its own forwarding, or is busy: so no circle of mobiles is endless.
  if (!side || isCalled(table, number)) return null;
  const { accountId } = side.event;
  const dialled = { sessionId: call.sessionId, accountId, userId, called: number };
  const found = await findForwarded(asThoughDialled(dialled), desk);
  if (found instanceof InviteRefused || found.called.kind !== 'trunk' || found.called.plan.isEmergency) return null;
  // A mobile that belongs to another company of the cell rings as any other.
  const plan = withoutNodes(found.called.plan);
  const left = plan.left.filter(({ trunkId }) => !tried.includes(trunkId));
  if (left.length === 0) return null;
  if (hasComeBack(call, side.event, [plan.identity, found.sender.number])) return null;
  const maxForwards = (call.maxForwards ?? 70) - 1;
  if (
    maxForwards <= 0 ||
    (await askPolicy({ ...found, called: { ...found.called, plan } }, desk)) instanceof InviteRefused
  )
    return null;
  const diverted = divertedOf(call, side.event, plan.identity, 'follow-me');
  // Another call may have begun to ring it meanwhile.
  const first = isCalled(table, number)
    ? undefined
    : tryTrunk({ ...plan, left, maxForwards, ...(diverted && { diverted }) }, side.remote, () => newFork(desk));
  if (!first) return null;
  const { locale } = await desk.directory.callSettings(side.event.accountId);
  const shown = shownToCallee(found);
  const from = call.shown.from === 'anonymous' ? ('anonymous' as const) : shown.from;
  const mobile = { locale, shown: { from, number: shown.number }, caller: side.remote.number, along };
  return { ...first.fork, ...side, userId, mobile };
}

const isCalled = ({ calls }: MobileParts['table'], number: string): boolean =>
  [...calls].some(({ call }) =>
    call.forks.some(
      ({ mobile, target, state }) =>
        mobile && state !== 'over' && state !== 'cancelled' && target?.kind === 'trunk' && target.number === number,
    ),
  );

/** The call as the ringing devices see it. */
export function sideOf(call: Call): { event: EventOpened; remote: Fork['remote'] } | null {
  const event = call.events.findLast(({ direction }) => direction === 'INCOMING');
  if (!event) return null;
  const other = call.forks.findLast((fork) => fork.event?.direction === 'INCOMING');
  return { event, remote: other?.remote ?? { number: event.remotePhoneNumber, name: event.remoteName } };
}
