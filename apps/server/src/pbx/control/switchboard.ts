import { randomUUID } from 'node:crypto';
import type { Caller, Remote, ReturnTo } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import { type Invited, type InvitedByTrunk, type InvitedFromOutside, InviteRefused } from '../calls/invite/steps.ts';
import type { LegFact, Legs, RegisteredContact } from '../calls/legs.ts';
import { onInvite } from '../calls/on-invite.ts';
import { unreachable } from '../calls/unreachable.ts';
import type { CallCommands } from '../commands.ts';
import type { Media, MediaFact } from '../media/media.ts';
import type { Agents, Directory, OngoingRow, OutboundPolicy, OutsideLines, Voicemails } from '../ports.ts';
import { absences } from './absences.ts';
import { agentClaims } from './agent-claims.ts';
import { isBusy } from './busy-users.ts';
import { callCommands } from './call-commands.ts';
import { type CallGuards, callGuards } from './call-guards.ts';
import { callLoad } from './call-load.ts';
import type { RunnerPorts, RunningCall } from './call-runner.ts';
import { callSnapshots } from './call-snapshots.ts';
import { callTable, type Leg, legsOf, type OfLeg, sessionOf } from './call-table.ts';
import { clickDesk } from './clicks.ts';
import { type CallSnapshot, snapshotOf, talkingLegs } from './last-life.ts';
import { lateMembers } from './late-members.ts';
import { legAliases } from './leg-aliases.ts';
import { legSwap } from './leg-swap.ts';
import { aboutEndpoint } from './log-about.ts';
import { mediaQueue } from './media-orders.ts';
import { isRefusedDescription, noteFailure } from './note-failure.ts';
import { ongoingDesk } from './ongoing-desk.ts';
import { ongoingViews } from './ongoing-rows.ts';
import { plannersOf } from './planners.ts';
import { recordedLegOf } from './recorded-leg.ts';
import { noRecordings, type RecordingDesk, type RecordingParts } from './recording-desk.ts';
import { referDesk } from './refer-desk.ts';
import { routeBack } from './route-line.ts';
import { serviceDesk } from './service-desk.ts';
import { nextStage } from './stages.ts';
import { strayFact } from './stray-fact.ts';
import { transferDesk, whoIsWith } from './transfers.ts';

export interface Switchboard extends CallGuards {
  readonly commands: CallCommands;
  /** Goes on with calls of an earlier life, whose dialogs and audio live. */
  takeUp(calls: readonly CallSnapshot[], rows: readonly OngoingRow[]): void;
  legFact(fact: LegFact): void;
  /** A device registered: calls that ring its user ring it as well. */
  contactCame(contact: RegisteredContact): void;
  mediaFact(fact: MediaFact): void;
  activeCalls(): number;
  /** Takes no more calls and ends those that are up; fulfils when their ends are in the book. */
  close(): Promise<void>;
}

type AnyInvited = Invited | InvitedFromOutside | InvitedByTrunk;

export interface SwitchboardParts extends Omit<RunnerPorts, 'audio' | 'recordings' | 'legs'> {
  readonly legs: Legs;
  readonly media: Media;
  readonly directory: Directory;
  /** Without it agents of queues ring for several calls at once. */
  readonly agents?: Agents;
  /** Without it nobody can leave a message. */
  readonly voicemails?: Voicemails;
  readonly recordings?: (parts: RecordingParts) => RecordingDesk;
  readonly policy?: OutboundPolicy;
  readonly lines?: OutsideLines;
  /** Pairs of RTP ports there are; without it calls are not limited. */
  readonly audioPorts?: number;
}

/** Hands every fact to the call it is about, and starts calls. */
export function switchboard(parts: SwitchboardParts): Switchboard {
  const { directory, book, clock, log } = parts;
  const aliases = legAliases(parts.legs);
  /** Legs by the ids that calls know them by. */
  const legs: Pick<Legs, 'order' | 'contactsOf'> = {
    order: aliases.order,
    contactsOf: (userIds) => parts.legs.contactsOf(userIds),
  };
  const audio = mediaQueue(parts.media);
  /** Legs between two calls, and INVITEs whose steps still run, with what came for them meanwhile. */
  const arriving = new Map<string, OfLeg[]>();
  /** INVITEs of the same, for those who count calls. */
  const asking = new Map<string, AnyInvited>();
  /** Who waits for the next of these. */
  const wakers = new Map<string, () => void>();
  /** Calls whose caller is on the way to another one. */
  const leaving = new Set<RunningCall>();
  const dirty = new Set<RunningCall>();
  let closing = false;
  const claims = parts.agents && agentClaims(parts.agents, clock);
  const desk = {
    directory,
    contactsOf: (users: readonly string[]) => legs.contactsOf(users),
    newId: randomUUID,
    policy: parts.policy,
    now: () => clock.now(),
    lines: parts.lines,
    agents: claims?.agents,
    isBusy: (userId: string, callId: string) => isBusy(table.calls, userId, callId),
    get load() {
      return parts.audioPorts === undefined ? undefined : callLoad(table, asking, parts.audioPorts);
    },
  };
  const planners = plannersOf(desk);
  const late = lateMembers(desk, clock, log);
  const warn = (error: unknown, what: string) => noteFailure(log, error, what, 'a step between calls failed');
  const recordings = (parts.recordings ?? (() => noRecordings))({
    media: parts.media,
    clock,
    log,
    callSettings: (accountId) => directory.callSettings(accountId),
    changed(legId) {
      const running = table.ofLeg(legId);
      if (running) show(running);
    },
  });
  const services = serviceDesk({ ...parts, newId: randomUUID });
  const table = callTable(
    { ...parts, legs, audio, recordings },
    {
      begun: ({ call: { callId, sessionId, caller, forks } }) =>
        log.info({ callId, sessionId, legId: caller.legId, devices: forks.length }, 'called'),
      changed(running) {
        claims?.callChanged(running);
        late.callChanged(running);
        services.callChanged(running);
        transfers.callChanged(running);
        refers.callChanged(running);
        clicks.callChanged(running);
        recordings.partiesChanged();
        show(running);
        const initial = transfers.ofTarget(running.call.callId);
        if (initial) show(initial);
      },
      done({ call }) {
        for (const { legId } of legsOf(call)) if (!table.ofLeg(legId)) aliases.forget(legId);
      },
      ringBack(from, caller, to) {
        if (!refers.takeBack(from, caller, to)) void ringBack(from, caller, to);
      },
      nextStage(running, refusal) {
        void nextStage(running.call, refusal, planners, log).then((stage) =>
          running.take({ type: 'stageChosen', stage }),
        );
      },
      serve: (running, legId, service) => services.serve(running, legId, service),
      serviceKey: (_running, legId, digit) => services.key(legId, digit),
    },
  );
  const snapshots = callSnapshots({ book, clock, log }, (call) =>
    snapshotOf(call, {
      transfer: transfers.ofInitial(call.callId),
      dialogOf: aliases.dialogOf,
      recordings: (of) =>
        talkingLegs(of).flatMap((each) => {
          const [leg, memory] = [recordedLegOf(of, each), recordings.memoryOf(each.legId)];
          return leg && memory ? [{ leg, memory }] : [];
        }),
    }),
  );
  const ongoing = ongoingDesk({ book, clock, log });
  const handedOver = (running: RunningCall, userLeg: Leg, to: Remote): void =>
    ongoing.handedOver(`${sessionOf(userLeg, running.call)}:${userLeg.userId}`, to);
  const transfers = transferDesk({ table, audio, handedOver, warn });
  const away = absences();
  const goBack = (from: RunningCall, caller: Caller, to: ReturnTo): void => void ringBack(from, caller, to);
  const between = { table, transfers, desk, handedOver, absences: away, ringBack: goBack };
  const refers = referDesk({ ...between, legs, audio, warn });
  const swap = legSwap({ table, transfers, legs: aliases, audio, recordings, log, newId: randomUUID });
  const clicks = clickDesk(table);
  const commands = callCommands({ ...between, recordings, clicks });

  /** Once for all that happens in one moment: a leg that goes to another call is never seen without one. */
  function show(running: RunningCall): void {
    dirty.add(running);
    if (dirty.size > 1) return;
    queueMicrotask(() => {
      const all = [...dirty].filter((each) => !leaving.has(each));
      dirty.clear();
      const views = all.map(({ call }) => {
        const transfer = transfers.ofInitial(call.callId);
        const target = transfer && table.byId(transfer.targetId)?.call;
        return { call, views: ongoingViews({ call, transfer, target, recordingOf: recordings.stateOf }) };
      });
      // First those who have somebody: who came from a call that ended is in another one by now.
      views.sort((one, two) => two.views.length - one.views.length);
      for (const each of views) ongoing.show(each.call.callId, each.views);
      for (const { call } of all) snapshots.store(call);
    });
  }

  /** The next thing that is said of a leg whose INVITE is being handled. */
  async function nextOf(legId: string, waiting: OfLeg[]): Promise<OfLeg> {
    for (;;) {
      const fact = waiting.shift();
      if (fact) return fact;
      await new Promise<void>((resolve) => wakers.set(legId, resolve));
      wakers.delete(legId);
    }
  }

  async function take(invited: AnyInvited): Promise<void> {
    const { legId } = invited;
    if (closing) {
      legs.order({ do: 'refuse', legId, status: 503, phrase: 'Service Unavailable' });
      return;
    }
    if (table.ofLeg(legId) || arriving.has(legId)) return;
    const waiting: OfLeg[] = [];
    arriving.set(legId, waiting);
    asking.set(legId, invited);
    try {
      if (invited.replacesLegId !== undefined) {
        await swap.replace(invited, invited.replacesLegId, () => nextOf(legId, waiting));
        arriving.delete(legId);
        for (const fact of waiting) hear(fact);
        return;
      }
      const outcome = await onInvite(invited, desk);
      if (outcome instanceof InviteRefused) refuse(invited, outcome);
      else begin(outcome, waiting);
    } catch (error) {
      if (isRefusedDescription(error)) {
        refuse(invited, new InviteRefused(488, 'Not Acceptable Here', 'NO_COMMON_CODEC'));
        return;
      }
      const { sipCallId, sessionId } = invited;
      log.error({ err: error, legId, sipCallId, sessionId }, 'calls: handling an INVITE failed');
      refuse(invited, new InviteRefused(503, 'Service Unavailable', 'UNAVAILABLE'));
    } finally {
      arriving.delete(legId);
      asking.delete(legId);
    }
  }

  function begin(call: RunningCall['call'], waiting: readonly CallFact[]): RunningCall {
    const running = table.begin(call, waiting);
    if (closing) running.take({ type: 'stopAsked' });
    return running;
  }

  /** The caller, who was handed over and whom nobody took, rings the user who did it. */
  async function ringBack(from: RunningCall, caller: Caller, to: ReturnTo): Promise<void> {
    const waiting: OfLeg[] = [];
    const { legId } = caller;
    arriving.set(legId, waiting);
    leaving.add(from);
    try {
      const call = await routeBack(caller, to, from.call, desk);
      arriving.delete(legId);
      const back = begin(call, waiting);
      from.book.handedOver(
        {
          from: from.call.callId,
          into: call.callId,
          legId,
          event: caller.event && { channelId: caller.event.channelId, docId: caller.event.docId },
          closes: [],
          transferredTo: null,
          transferredFrom: null,
          reopens: to.event && { channelId: to.event.channelId, docId: to.event.docId },
        },
        back.book,
      );
    } catch (error) {
      log.error({ err: error, callId: from.call.callId, sessionId: to.sessionId, legId }, 'calls: return failed');
      arriving.delete(legId);
      legs.order({ do: 'bye', legId });
      void audio.inTurn([caller.mediaId], () => parts.media.close(caller.mediaId)).catch((e) => warn(e, 'closeMedia'));
    } finally {
      leaving.delete(from);
      show(from);
    }
  }

  function refuse(invited: AnyInvited, { status, phrase, code, retryAfterSeconds }: InviteRefused): void {
    const { legId, from, called, sessionId = null } = invited;
    legs.order({ do: 'refuse', legId, status, phrase, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
    log.info({ legId, sipCallId: invited.sipCallId, sessionId, code }, `refused: ${status} ${phrase}`);
    // Who calls from outside notes their failures themselves.
    if (from.kind === 'outside' || from.kind === 'trunk' || invited.replacesLegId !== undefined) return;
    book
      .failedDial({
        accountId: from.accountId,
        channelId: null,
        ownerUserId: from.userId,
        target: called,
        sender: null,
        sessionId,
        code,
      })
      .catch((error: unknown) => log.warn({ err: error, sessionId, code }, 'calls: recording a failed dial failed'));
  }

  function toLeg(fact: OfLeg | Extract<CallFact, { type: 'mediaFailed' }>): void {
    const running = table.ofLeg(fact.legId);
    if (!running) {
      if (fact.type !== 'mediaFailed') strayFact(legs, fact);
    } else if (fact.type === 'referred') refers.referred(running, fact);
    else if (!away.legFact(fact) && !transfers.legFact(running, fact)) running.take(fact);
  }

  function hear(said: LegFact): void {
    const fact = aliases.known(said);
    if (!fact) return;
    if (fact.type === 'invited') {
      void take(fact as AnyInvited);
      return;
    }
    const waiting = arriving.get(fact.legId);
    if (!waiting) toLeg(fact);
    else {
      waiting.push(fact);
      wakers.get(fact.legId)?.();
    }
  }

  const ofEndpoint = (endpointId: string, then: (legId: string) => void): void => {
    const legId = table.legOfMedia(endpointId);
    if (legId !== undefined) then(legId);
  };

  return {
    commands,
    takeUp(calls, rows) {
      ongoing.takeUp(rows.filter(({ callId }) => calls.some(({ call }) => call.callId === callId)));
      for (const { dialogs } of calls) {
        for (const [legId, dialogId] of Object.entries(dialogs)) {
          if (dialogId !== legId) aliases.replace(legId, dialogId);
        }
      }
      const running = calls.map((snapshot) => ({ snapshot, call: table.takeUp(snapshot.call) }));
      for (const { transfer } of calls) if (transfer) transfers.takeUp(transfer);
      for (const { snapshot, call } of running) {
        claims?.takeUp(call);
        for (const { leg, memory } of snapshot.recordings) {
          recordings.takeUp({ ...leg, others: () => whoIsWith(table, transfers, leg.legId) }, memory);
        }
        // The second line is gone, so nobody steers any more.
        if (snapshot.call.steered && !transfers.ofCall(snapshot.call.callId))
          call.take({ type: 'steered', value: false });
        show(call);
      }
    },
    legFact: hear,
    contactCame(contact) {
      for (const running of table.calls) {
        if (running.call.state !== 'ringing') continue;
        const ids = { legId: randomUUID(), sipCallId: randomUUID(), mediaId: randomUUID() };
        running.take({ type: 'deviceCame', contact, ids });
      }
    },
    mediaFact(fact) {
      if (services.mediaFact(fact)) return;
      recordings.mediaFact(fact);
      switch (fact.type) {
        case 'connected':
          ofEndpoint(fact.endpointId, (legId) => table.ofLeg(legId)?.take({ type: 'mediaConnected', legId }));
          break;
        case 'failed':
          // A browser that lost its network or was closed; the call it was in says the rest.
          log.info({ ...aboutEndpoint(table, fact.endpointId), why: fact.why }, 'calls: audio of a leg failed');
          ofEndpoint(fact.endpointId, (legId) => toLeg({ type: 'mediaFailed', legId }));
          break;
        case 'dtmf':
          ofEndpoint(fact.endpointId, (legId) => table.ofLeg(legId)?.take({ type: 'dtmf', legId, digit: fact.digit }));
          break;
        case 'played':
        case 'recorded':
        case 'recordingFailed':
          break;
        case 'lost':
          log.error({ calls: table.calls.size }, 'calls: media process lost');
          for (const running of table.calls) running.take({ type: 'mediaLost' });
          break;
        default:
          unreachable(fact);
      }
    },
    ...callGuards(table),
    activeCalls: () => [...table.calls].filter((running) => running.call.state !== 'over').length,
    async close() {
      closing = true;
      for (const running of table.calls) running.take({ type: 'stopAsked' });
      await table.written();
    },
  };
}
