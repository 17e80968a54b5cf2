import { isOpened } from '../../booking.ts';
import type { Call, Caller, Fork } from '../../call.ts';
import type { CallOrder } from '../../call-facts.ts';
import { isHeldBy } from '../../leg-hold.ts';
import { hasAudio, isAnswerDue, isConnected } from '../../leg-media.ts';
import type { Call as OldCall, Caller as OldCaller, Fork as OldFork } from './call.ts';
import type { CallOrder as OldOrder } from './call-facts.ts';

const isEarly = ({ state }: { state: string }) => state === 'waiting' || state === 'answering';

/** What matters of a call, from the old form. */
export function sightOfOld(call: OldCall): object {
  const { phase, choosing, service, nobody, plan: left, rings, awaited, caller, forks } = call;
  const isRinging = phase === 'ringing' && !choosing && !service;
  const legOf = (leg: OldCaller | OldFork) => ({
    ...common(leg, phase === 'over'),
    media: leg.media,
    ...(leg.media === 'open' && { connected: leg.mediaConnected, due: leg.answerDue }),
    held: [leg.heldByUser, leg.heldByDevice],
  });
  return {
    phase,
    choosing: choosing && phase === 'ringing',
    service: phase === 'over' ? null : service,
    serving: phase !== 'over' && call.serving,
    booked: phase === 'over' || call.booked,
    ...(phase === 'ringing' && { left, returnTo: call.returnTo, speaking: call.speaking !== null }),
    ...(isRinging && {
      nobody,
      rings,
      awaited: awaited ?? null,
      ringMs: call.ringMs,
      ringAnnounced: call.ringAnnounced,
    }),
    ...(phase === 'talking' && !service && { bridged: call.bridged }),
    steered: phase !== 'over' && call.steered,
    ended: call.ended,
    cameInOn: call.cameInOn,
    shown: call.shown,
    events: call.events,
    caller: { ...legOf(caller), ...callerOf(caller, phase === 'over') },
    settled: phase !== 'over' && isEarly(caller) && !caller.virtual && caller.settled,
    forks: forks.map((fork) => ({ ...legOf(fork), ...ofFork(fork) })),
  };
}

/** The same, from the new one. */
export function sightOfNew(call: Call): object {
  const { caller, forks } = call;
  const isOver = call.state === 'over';
  const serving = call.state === 'serving' ? call : null;
  const phaseOfService = { not: 'ringing', booking: 'answering', taken: 'talking' } as const;
  const early = call.state === 'choosing' ? 'ringing' : call.state;
  const phase = call.state === 'serving' ? phaseOfService[call.taken] : early;
  const legOf = (leg: Caller | Fork) => ({
    ...common(leg, isOver),
    media: hasAudio(leg.media) ? 'open' : leg.media,
    ...(hasAudio(leg.media) && { connected: isConnected(leg.media), due: isAnswerDue(leg.media) }),
    held: [isHeldBy(leg.hold, 'user'), isHeldBy(leg.hold, 'device')],
  });
  return {
    phase,
    choosing: call.state === 'choosing',
    service: serving?.service ?? null,
    serving: serving?.isServed ?? false,
    booked: isOver || isOpened(call.booking),
    ...('plan' in call &&
      phase === 'ringing' && { left: call.plan, returnTo: call.returnTo, speaking: call.speaking !== null }),
    ...(call.state === 'ringing' && {
      nobody: call.nobody,
      rings: call.rings,
      awaited: call.awaited,
      ringMs: call.ringMs,
      ringAnnounced: call.ringAnnounced,
    }),
    ...(call.state === 'talking' && { bridged: call.bridged }),
    steered: !isOver && call.steered,
    ended: call.state === 'over' ? call.ended : null,
    cameInOn: call.cameInOn,
    shown: call.shown,
    events: call.events,
    caller: { ...legOf(caller), ...callerOf(caller, isOver) },
    settled:
      !isOver && isEarly(caller) && !caller.virtual && (call.booking === 'settled' || call.booking === 'overdue'),
    forks: forks.map((fork) => ({ ...legOf(fork), ...ofFork(fork) })),
  };
}

type Leg = Pick<Caller, 'legId' | 'state' | 'mediaId' | 'mediaKind' | 'sipCallId' | 'formerCallIds' | 'srtp'> &
  Pick<Caller, 'remote' | 'hears'>;
const common = (leg: Leg | (Omit<Leg, 'state'> & { state: string }), isOver: boolean) => ({
  legId: leg.legId,
  state: leg.state,
  mediaId: leg.mediaId,
  mediaKind: leg.mediaKind,
  sipCallId: leg.sipCallId,
  formerCallIds: leg.formerCallIds,
  srtp: leg.srtp,
  remote: leg.remote,
  hears: isOver ? null : leg.hears,
});
const callerOf = (
  caller: Pick<Caller, 'sdp' | 'early' | 'alerted' | 'offer' | 'virtual' | 'state'>,
  isOver: boolean,
) => ({
  sdp: !isOver && isEarly(caller) ? caller.sdp : null,
  early: isOver ? null : caller.early,
  alerted: caller.alerted,
  offer: caller.offer,
  virtual: caller.virtual,
});
/** Which codec is of no matter once the answer of the device is. */
const ofFork = (fork: Pick<Fork, 'state' | 'codec' | 'outcome' | 'said' | 'cancelReason'>) => ({
  codec: fork.state === 'ringing' || fork.state === 'answered' ? fork.codec : null,
  outcome: fork.outcome,
  said: fork.said,
  cancelReason: fork.cancelReason,
});

/** A leg that goes to another call is told in its own form. */
export const withoutForm = (order: CallOrder | OldOrder): unknown =>
  order.do === 'ringBack' ? { ...order, caller: order.caller.legId } : order;
