import { vi } from 'vitest';
import type { CallProblem } from '../../engine/call-error.ts';
import { createFakeExchange, type FakeExchange, type FakePhone } from '../../engine/fake/fake-exchange.ts';
import { type Conductor, createConductor } from '../conductor.ts';
import type { CallSounds, Clock, FailedDial, Surroundings } from '../parts.ts';

/** A clock that only moves when a test moves it. */
export interface HandClock extends Clock {
  /** Lets time pass; everything that falls due happens in its order. */
  pass(ms: number): Promise<void>;
}

export function handClock(): HandClock {
  let now = 1_000_000;
  let tasks: { at: number; task: () => void }[] = [];
  return {
    now: () => now,
    after(ms, task) {
      const entry = { at: now + ms, task };
      tasks.push(entry);
      return () => {
        tasks = tasks.filter((each) => each !== entry);
      };
    },
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        await settle();
        const next = tasks.filter((each) => each.at <= until).sort((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        tasks = tasks.filter((each) => each !== next);
        next.task();
      }
      now = until;
      await settle();
    },
  };
}

/** Lets everything that was promised without a clock happen. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export interface Desk {
  readonly exchange: FakeExchange;
  readonly phone: FakePhone;
  readonly conductor: Conductor;
  readonly clock: HandClock;
  /** What was heard, in order: `ring`, `waiting`, `busy`, `quiet`. */
  readonly sounds: string[];
  readonly problems: CallProblem[];
  readonly failedDials: FailedDial[];
  readonly warnings: string[];
  readonly calls: Conductor['store'] extends { getState(): { calls: infer C } } ? () => C : never;
}

/** A person at a desk: a conductor on the fake network, with ears. Own number 11. */
export async function sitDown(like: Partial<Surroundings> = {}): Promise<Desk> {
  const exchange = createFakeExchange();
  const phone = exchange.phone('11', 'Anna');
  const clock = handClock();
  const sounds: string[] = [];
  const problems: CallProblem[] = [];
  const failedDials: FailedDial[] = [];
  const warnings: string[] = [];
  const ears: CallSounds = {
    ring: () => sounds.push('ring'),
    waitingTone: () => sounds.push('waiting'),
    busyTone: () => sounds.push('busy'),
    quiet: () => sounds.push('quiet'),
    playRemote: vi.fn(),
    watchLocal: vi.fn(),
    stopRemote: vi.fn(),
  };
  let sessions = 0;
  const conductor = createConductor({
    engine: phone,
    clock,
    sounds: ears,
    surroundings: {
      ground: () => ({ place: { country: 'DE', areaCode: '40' }, ownNumbers: ['11', '+49406696941'] }),
      isDnd: () => false,
      channel: () => ({ name: 'Private', number: '+49406696941', closesAtOnce: false }),
      findRemote: async () => null,
      addFailedDial: async (attempt) => {
        failedDials.push(attempt);
      },
      ...like,
    },
    report: (problem) => problems.push(problem),
    log: (level, message) => {
      if (level === 'warn') warnings.push(message);
    },
    newSessionId: () => {
      sessions += 1;
      return `mine-${sessions}`;
    },
  });
  await conductor.start();
  const calls = () => conductor.store.getState().calls;
  return { exchange, phone, conductor, clock, sounds, problems, failedDials, warnings, calls: calls as never };
}
