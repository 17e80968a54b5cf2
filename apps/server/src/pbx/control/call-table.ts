import { sessionIdOf } from '@sidetone/contract/rules/doc-id.ts';
import type { Call, Caller, Fork } from '../calls/call.ts';
import type { CallFact } from '../calls/call-facts.ts';
import type { LegFact } from '../calls/legs.ts';
import type { CallName } from '../commands.ts';
import { runCall } from './call-runner.ts';
import type { LegTable } from './leg-table.ts';
import type { RunnerEvents, RunnerPorts, RunningCall } from './running-call.ts';

export type Leg = Caller | Fork;
export type OfLeg = Exclude<LegFact, { type: 'invited' }>;

export interface CallTable {
  /** Who hears what calls tell of themselves; before, none runs. */
  hear(events: Omit<RunnerEvents, 'done'>): void;
  readonly calls: ReadonlySet<RunningCall>;
  begin(call: Call, waiting?: readonly CallFact[]): RunningCall;
  /** Goes on with a call of an earlier life. */
  takeUp(call: Call): RunningCall;
  ofLeg(legId: string): RunningCall | undefined;
  byId(callId: string): RunningCall | undefined;
  /** A leg of this user that lives, by whatever they know of the call. */
  find(userId: string, name: CallName): { readonly running: RunningCall; readonly leg: Leg } | undefined;
  /** Fulfils when every end so far is in the book. */
  written(): Promise<void>;
}

/** The calls that run. Which leg is in which of them, the leg table is told at every moment: legs go from one to another. */
export function callTable(ports: RunnerPorts, legs: LegTable): CallTable {
  let events: Omit<RunnerEvents, 'done'> | null = null;
  const calls = new Map<string, RunningCall>();
  const unwritten = new Set<Promise<void>>();

  /** Legs that are over stay known by the call they were in, for what they still say. */
  const index = (running: RunningCall): void => {
    for (const leg of legsOf(running.call)) {
      if (leg.state === 'over' && legs.ofLeg(leg.legId)) continue;
      legs.join(leg.legId, running, isVirtual(leg) ? null : leg.mediaId);
    }
  };

  function run(call: Call): RunningCall {
    if (!events) throw new Error('Nobody hears what calls tell.');
    const { changed, ...others } = events;
    const running = runCall(call, ports, {
      ...others,
      changed() {
        index(running);
        changed(running);
      },
      done() {
        calls.delete(call.callId);
        legs.forget(running);
      },
    });
    calls.set(call.callId, running);
    index(running);
    unwritten.add(running.written);
    void running.written.then(() => unwritten.delete(running.written));
    return running;
  }

  return {
    hear(heard) {
      events = heard;
    },
    get calls() {
      return new Set(calls.values());
    },
    takeUp: run,
    begin(call, waiting = []) {
      const running = run(call);
      const { callId, sessionId, caller, forks } = call;
      ports.log.info({ callId, sessionId, legId: caller.legId, devices: forks.length }, 'called');
      running.take({ type: 'begun' });
      for (const fact of waiting) running.take(fact);
      return running;
    },
    ofLeg: legs.ofLeg,
    byId: (callId) => calls.get(callId),
    find: (userId, name) => findLeg(calls.values(), userId, name),
    async written() {
      await Promise.all(unwritten);
    },
  };
}

function findLeg(calls: Iterable<RunningCall>, userId: string, name: CallName): ReturnType<CallTable['find']> {
  for (const running of calls) {
    const leg = legsOf(running.call).find((each) => each.userId === userId && isNamed(each, running.call, name));
    if (leg) return { running, leg };
  }
  return undefined;
}

export const legsOf = (call: Call): Leg[] => [call.caller, ...call.forks];
export const isVirtual = (leg: Leg): boolean => 'virtual' in leg && leg.virtual;

/** The session that the leg's user knows the call by, also after it went over to another call. */
export const sessionOf = (leg: Pick<Leg, 'event'>, call: Call): string =>
  (leg.event && sessionIdOf(leg.event.docId)) ?? call.sessionId;

function isNamed(leg: Leg, call: Call, name: CallName): boolean {
  if (leg.state === 'over' || leg.state === 'cancelled') return false;
  if ('id' in name) return [call.callId, leg.sipCallId, ...leg.formerCallIds].includes(name.id);
  const sessionId = 'sessionId' in name ? name.sessionId : sessionIdOf(name.docId);
  return sessionId !== null && sessionOf(leg, call) === sessionId;
}
