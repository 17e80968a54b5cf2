import { allCodecs, type Choosing, type Refusal, type Ringing, type Serving } from '../call.ts';
import { cancelFork } from '../endings/cancel-forks.ts';
import { hasAudio } from '../leg-media.ts';
import type { RingStage, Stage } from '../stage.ts';
import { beginService } from '../talking/service.ts';
import { become, closeMedia, isIn, isOpen, kept, type Turn } from '../turn.ts';
import { hear } from '../waiting.ts';
import { stopAwaitingAll } from './await-return.ts';
import { askForEarlyAudio } from './early-audio.ts';

/** Nobody of this stage takes the call: its devices go quiet, and what comes next is asked for. */
export function askNextStage(turn: Turn<Ringing | Serving>, refusal: Refusal): void {
  const { call, orders } = turn;
  orders.push({ do: 'stopTimer', timer: 'ring' });
  const neverRang = isIn(turn, 'ringing') && neverHasRung(turn.call);
  for (const fork of call.forks) {
    if (isOpen(fork)) cancelFork(turn, fork, null, 'TEMPORARILY_UNAVAILABLE');
    else closeMedia(turn, fork);
  }
  if (isIn(turn, 'ringing')) stopAwaitingAll(turn);
  const { plan, returnTo, speaking } = call;
  become(turn, { ...kept(call), state: 'choosing', plan, returnTo, speaking });
  orders.push({ do: 'nextStage', refusal: neverRang ? { ...refusal, neverRang } : refusal });
}

/** None of the devices of this stage has rung, and none has said anything of its user. */
const neverHasRung = ({ ringAnnounced, rings, forks }: Ringing): boolean =>
  !ringAnnounced && rings.length > 0 && !forks.some(({ outcome }) => outcome === 'busy' || outcome === 'declined');

/** Goes on with a stage that was asked for; one that comes after the caller left is nobody's. */
export function takeStage(turn: Turn<Choosing>, stage: Exclude<Stage, { do: 'end' }>): void {
  const { call, orders } = turn;
  call.plan = stage.plan;
  call.events = [...call.events, ...stage.events];
  if (stage.forwarded) tellForwarded(turn);
  const legIds = stage.do === 'ring' ? stage.forks.map(({ legId }) => legId) : [];
  if (stage.do === 'ring') ringStage(turn, stage);
  const { events, leaves, forwarded } = stage;
  if (legIds.length + events.length > 0 || leaves) {
    const outside = forwarded?.outside ?? null;
    const forwardedTo = forwarded && outside !== null ? { event: forwarded.event, number: outside } : null;
    orders.push({ do: 'bookStage', legIds, events, leaves, ...(forwardedTo && { forwardedTo }) });
  }
  if (stage.do === 'serve') beginService(turn, stage.service);
}

/** RFC 3261 §21.1.3. A caller who was answered, or comes from another call, hears it ring and nothing else. */
function tellForwarded({ call: { caller }, orders }: Turn): void {
  if (caller.state !== 'waiting') return;
  const { legId } = caller;
  orders.push({
    do: 'leg',
    order: { do: 'provisional', legId, status: 181, phrase: 'Call Is Being Forwarded' },
  });
}

/** The caller stays as they are: in 180, or on the line. */
function ringStage(turn: Turn<Choosing>, stage: RingStage): void {
  const { orders } = turn;
  const before = turn.call;
  const call: Ringing = {
    ...kept(before),
    state: 'ringing',
    plan: before.plan,
    returnTo: before.returnTo,
    speaking: null,
    nobody: null,
    // Of earlier stages only those are kept that have not confirmed yet.
    forks: [...before.forks.filter((fork) => fork.state !== 'over'), ...stage.forks.map((fork) => ({ ...fork }))],
    rings: stage.rings,
    awaited: null,
    ringMs: stage.ringMs,
    late: stage.late ?? null,
    ...(stage.along && { along: stage.along }),
    shown: stage.shown,
    cameInOn: stage.cameInOn,
    ringAnnounced: false,
  };
  become(turn, call);
  const { caller } = call;
  if (caller.early === 'wanted' && caller.media === 'none') askForEarlyAudio(turn);
  // A caller who heard a device of the stage before has stopped their own tone.
  const heardSomebody = before.speaking !== null && hasAudio(caller.media);
  if (stage.music !== undefined) call.queueMusic = stage.music;
  if (heardSomebody || (caller.state === 'talking' && !caller.virtual))
    hear(turn, caller, stage.music === undefined ? 'ringback' : 'queueMusic');
  orders.push({ do: 'startTimer', timer: 'ring', ms: stage.ringMs });
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  for (const fork of call.forks) {
    if (fork.state !== 'preparing') continue;
    fork.media = 'open';
    orders.push({ do: 'openMedia', legId: fork.legId, codecs, offer: null });
  }
  if (stage.forks.length > 0 || caller.state !== 'waiting' || caller.alerted) return;
  caller.alerted = true;
  orders.push({ do: 'leg', order: { do: 'provisional', legId: caller.legId, status: 180 } });
}
