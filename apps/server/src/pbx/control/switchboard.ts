import { randomUUID } from 'node:crypto';
import type { CallFact } from '../calls/call-facts.ts';
import { type Invited, InviteRefused } from '../calls/invite/steps.ts';
import type { LegFact } from '../calls/legs.ts';
import { onInvite } from '../calls/on-invite.ts';
import { unreachable } from '../calls/unreachable.ts';
import type { MediaFact } from '../media/media.ts';
import type { Directory } from '../ports.ts';
import { type RunnerPorts, type RunningCall, runCall } from './call-runner.ts';

export interface Switchboard {
  legFact(fact: LegFact): void;
  mediaFact(fact: MediaFact): void;
  /** True when done, false when this user has no such leg in a call that is up. */
  hold(userId: string, sipCallId: string, held: boolean): Promise<boolean>;
  activeCalls(): number;
  /** Takes no more calls and ends those that are up; fulfils when their ends are in the book. */
  close(): Promise<void>;
}

type OfLeg = Exclude<LegFact, { type: 'invited' }>;

/** Knows which leg and which media endpoint belongs to which call, and hands every fact to the right one. */
export function switchboard(ports: RunnerPorts & { directory: Directory }): Switchboard {
  const { legs, directory, book, log } = ports;
  const calls = new Set<RunningCall>();
  const byLeg = new Map<string, RunningCall>();
  const legByMedia = new Map<string, string>();
  /** INVITEs whose steps still run, with what came for them meanwhile. */
  const arriving = new Map<string, OfLeg[]>();
  const unwritten = new Set<Promise<void>>();
  let closing = false;
  const desk = { directory, contactsOf: (users: readonly string[]) => legs.contactsOf(users), newId: randomUUID };

  async function take(invited: Invited): Promise<void> {
    const { legId } = invited;
    if (closing) {
      legs.order({ do: 'refuse', legId, status: 503, phrase: 'Service Unavailable' });
      return;
    }
    if (byLeg.has(legId) || arriving.has(legId)) return;
    const waiting: OfLeg[] = [];
    arriving.set(legId, waiting);
    try {
      const outcome = await onInvite(invited, desk);
      if (outcome instanceof InviteRefused) refuse(invited, outcome);
      else begin(outcome, waiting);
    } catch (error) {
      log.error({ err: error, sipCallId: invited.callId }, 'an INVITE could not be handled');
      refuse(invited, new InviteRefused(503, 'Service Unavailable', 'UNAVAILABLE'));
    } finally {
      arriving.delete(legId);
    }
  }

  function begin(call: RunningCall['call'], waiting: readonly CallFact[]): void {
    const running = runCall(call, ports, () => forget(running));
    calls.add(running);
    for (const leg of [call.caller, ...call.forks]) {
      byLeg.set(leg.legId, running);
      legByMedia.set(leg.mediaId, leg.legId);
    }
    unwritten.add(running.written);
    void running.written.then(() => unwritten.delete(running.written));
    log.info({ callId: call.callId, sessionId: call.sessionId, devices: call.forks.length }, 'called');
    running.take({ type: 'begun' });
    for (const fact of waiting) running.take(fact);
    if (closing) running.take({ type: 'stopAsked' });
  }

  function forget(running: RunningCall): void {
    calls.delete(running);
    for (const leg of [running.call.caller, ...running.call.forks]) {
      byLeg.delete(leg.legId);
      legByMedia.delete(leg.mediaId);
    }
  }

  function refuse(invited: Invited, { status, phrase, code }: InviteRefused): void {
    const { legId, from, called, sessionId = null } = invited;
    legs.order({ do: 'refuse', legId, status, phrase });
    log.info({ sipCallId: invited.callId, sessionId, code }, `refused: ${status} ${phrase}`);
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
      .catch((error: unknown) => log.warn({ err: error, code }, 'a failed dial could not be noted'));
  }

  /** A leg of a call that is long over: whatever it still opens is closed again. */
  function strayFact(fact: OfLeg): void {
    if (fact.type === 'answered') legs.order({ do: 'bye', legId: fact.legId });
    if (fact.type === 'reoffered') legs.order({ do: 'refuseReoffer', legId: fact.legId, status: 481 });
  }

  const toLegOf = (endpointId: string, fact: (legId: string) => CallFact): void => {
    const legId = legByMedia.get(endpointId);
    if (legId !== undefined) byLeg.get(legId)?.take(fact(legId));
  };

  return {
    legFact(fact) {
      if (fact.type === 'invited') {
        if (isOwnDevice(fact)) void take(fact);
        else legs.order({ do: 'refuse', legId: fact.legId, status: 480, phrase: 'Temporarily Unavailable' });
        return;
      }
      const running = byLeg.get(fact.legId);
      if (running) running.take(fact);
      else if (arriving.has(fact.legId)) arriving.get(fact.legId)?.push(fact);
      else strayFact(fact);
    },
    mediaFact(fact) {
      switch (fact.type) {
        case 'connected':
          toLegOf(fact.endpointId, (legId) => ({ type: 'mediaConnected', legId }));
          break;
        case 'failed':
          log.warn({ mediaEndpointId: fact.endpointId, why: fact.why }, 'the audio of a leg failed');
          toLegOf(fact.endpointId, (legId) => ({ type: 'mediaFailed', legId }));
          break;
        case 'dtmf':
          toLegOf(fact.endpointId, (legId) => ({ type: 'dtmf', legId, digit: fact.digit }));
          break;
        case 'played':
        case 'recorded':
        case 'recordingFailed':
          break;
        case 'lost':
          log.error({ calls: calls.size }, 'the media process was lost');
          for (const running of [...calls]) running.take({ type: 'mediaLost' });
          break;
        default:
          unreachable(fact);
      }
    },
    async hold(userId, sipCallId, held) {
      for (const running of calls) {
        const { caller, forks } = running.call;
        const leg = [caller, ...forks].find((each) => each.sipCallId === sipCallId && each.userId === userId);
        if (leg) return await running.hold(leg.legId, held);
      }
      return false;
    },
    activeCalls: () => [...calls].filter((running) => running.call.phase !== 'over').length,
    async close() {
      closing = true;
      for (const running of [...calls]) running.take({ type: 'stopAsked' });
      await Promise.all(unwritten);
    },
  };
}

const isOwnDevice = (fact: Extract<LegFact, { type: 'invited' }>): fact is Invited => fact.from.kind !== 'outside';
