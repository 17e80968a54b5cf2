import { sessionIdOf } from '@sidetone/contract/rules/doc-id.ts';
import type { Call, Caller, Fork, Refusal, ReturnTo, Service } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import type { LegFact } from '../calls/legs.ts';
import type { CallName } from '../commands.ts';
import { type RunnerPorts, type RunningCall, runCall } from './call-runner.ts';

export type Leg = Caller | Fork;
export type OfLeg = Exclude<LegFact, { type: 'invited' }>;

export interface CallTable {
  readonly calls: ReadonlySet<RunningCall>;
  begin(call: Call, waiting?: readonly CallFact[]): RunningCall;
  /** Goes on with a call of an earlier life. */
  takeUp(call: Call): RunningCall;
  ofLeg(legId: string): RunningCall | undefined;
  byId(callId: string): RunningCall | undefined;
  /** The leg whose dialog this media endpoint belongs to. */
  legOfMedia(endpointId: string): string | undefined;
  /** A leg of this user that lives, by whatever they know of the call. */
  find(userId: string, name: CallName): { readonly running: RunningCall; readonly leg: Leg } | undefined;
  /** Fulfils when every end so far is in the book. */
  written(): Promise<void>;
}

export interface TableEvents {
  begun(running: RunningCall): void;
  changed(running: RunningCall): void;
  done(running: RunningCall): void;
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  nextStage(running: RunningCall, refusal: Refusal): void;
  serve(running: RunningCall, legId: string, service: Service): void;
  serviceKey(running: RunningCall, legId: string, digit: string): void;
}

/** Which leg and which media endpoint belongs to which call, at every moment: legs go from one call to another. */
export function callTable(ports: RunnerPorts, events: TableEvents): CallTable {
  const calls = new Map<string, RunningCall>();
  const byLeg = new Map<string, RunningCall>();
  const legByMedia = new Map<string, string>();
  const unwritten = new Set<Promise<void>>();

  /** Legs that are over stay known by the call they were in, for what they still say. */
  const index = (running: RunningCall): void => {
    for (const leg of legsOf(running.call)) {
      if (leg.state === 'over' && byLeg.has(leg.legId)) continue;
      byLeg.set(leg.legId, running);
      if (!isVirtual(leg)) legByMedia.set(leg.mediaId, leg.legId);
    }
  };

  const forget = (running: RunningCall): void => {
    calls.delete(running.call.callId);
    for (const [legId, call] of byLeg) {
      if (call !== running) continue;
      byLeg.delete(legId);
      for (const [mediaId, owner] of legByMedia) if (owner === legId) legByMedia.delete(mediaId);
    }
    events.done(running);
  };

  function run(call: Call): RunningCall {
    const running = runCall(call, ports, {
      changed() {
        index(running);
        events.changed(running);
      },
      ringBack: (caller, to) => events.ringBack(running, caller, to),
      nextStage: (refusal) => events.nextStage(running, refusal),
      serve: (legId, service) => events.serve(running, legId, service),
      serviceKey: (legId, digit) => events.serviceKey(running, legId, digit),
      done: () => forget(running),
    });
    calls.set(call.callId, running);
    index(running);
    unwritten.add(running.written);
    void running.written.then(() => unwritten.delete(running.written));
    return running;
  }

  return {
    get calls() {
      return new Set(calls.values());
    },
    takeUp: run,
    begin(call, waiting = []) {
      const running = run(call);
      events.begun(running);
      running.take({ type: 'begun' });
      for (const fact of waiting) running.take(fact);
      return running;
    },
    ofLeg: (legId) => byLeg.get(legId),
    byId: (callId) => calls.get(callId),
    legOfMedia: (endpointId) => legByMedia.get(endpointId),
    find(userId, name) {
      for (const running of calls.values()) {
        const leg = legsOf(running.call).find((each) => each.userId === userId && isNamed(each, running.call, name));
        if (leg) return { running, leg };
      }
      return undefined;
    },
    async written() {
      await Promise.all(unwritten);
    },
  };
}

export const legsOf = (call: Call): Leg[] => [call.caller, ...call.forks];
export const isVirtual = (leg: Leg): boolean => 'virtual' in leg && leg.virtual;

/** The session that the leg's user knows the call by, also after it went over to another call. */
export const sessionOf = (leg: Pick<Leg, 'event'>, call: Call): string =>
  (leg.event && sessionIdOf(leg.event.docId)) ?? call.sessionId;

function isNamed(leg: Leg, call: Call, name: CallName): boolean {
  if (leg.state === 'over' || leg.state === 'cancelled') return false;
  if ('callId' in name && call.callId === name.callId) return true;
  if ('callId' in name) return leg.sipCallId === name.callId || leg.formerCallIds.includes(name.callId);
  const sessionId = 'sessionId' in name ? name.sessionId : sessionIdOf(name.docId);
  return sessionId !== null && sessionOf(leg, call) === sessionId;
}
