import { vi } from 'vitest';
import type { CallProblem } from '../../engine/call-error.ts';
import { createFakeExchange, type FakeExchange, type FakePhone } from '../../engine/fake/fake-exchange.ts';
import { type HandClock, handClock } from '../../testing/hand-clock.ts';
import { type Conductor, createConductor } from '../conductor.ts';
import type { CallSounds, FailedDial, Surroundings } from '../parts.ts';

export { settle } from '../../testing/hand-clock.ts';

export interface Desk {
  /** The page is reloaded, or another tab takes the phone: this page is over, and the next one continues. */
  nextPage(): Promise<Desk>;
  readonly exchange: FakeExchange;
  readonly phone: FakePhone;
  readonly conductor: Conductor;
  readonly clock: HandClock;
  /** The sounds in their order: `ring`, `waiting`, `busy`, `quiet`. */
  readonly sounds: string[];
  readonly problems: CallProblem[];
  readonly failedDials: FailedDial[];
  readonly warnings: string[];
  /** All log entries, with their causes. */
  readonly logged: string[];
  /** Sessions that the server was asked to look at again. */
  readonly checked: string[];
  readonly calls: Conductor['store'] extends { getState(): { calls: infer C } } ? () => C : never;
}

/** A person at a desk: a conductor on the fake network, with ears. Own number 11. */
export async function sitDown(like: Partial<Surroundings> = {}): Promise<Desk> {
  const exchange = createFakeExchange();
  return openPage(
    { exchange, phone: exchange.phone('11', 'Anna'), clock: handClock(), newSessionId: numbered() },
    like,
  );
}

/** The things that outlive a page. */
interface Machine extends Pick<Desk, 'exchange' | 'phone' | 'clock'> {
  readonly newSessionId: () => string;
}

function numbered(): () => string {
  let sessions = 0;
  return () => {
    sessions += 1;
    return `mine-${sessions}`;
  };
}

async function openPage(machine: Machine, like: Partial<Surroundings>): Promise<Desk> {
  const { exchange, phone, clock, newSessionId } = machine;
  const sounds: string[] = [];
  const problems: CallProblem[] = [];
  const failedDials: FailedDial[] = [];
  const warnings: string[] = [];
  const logged: string[] = [];
  const checked: string[] = [];
  const measured = new Set<string>();
  const ears: CallSounds = {
    ring: () => sounds.push('ring'),
    waitingTone: () => sounds.push('waiting'),
    busyTone: () => sounds.push('busy'),
    quiet: () => sounds.push('quiet'),
    playRemote: vi.fn(),
    watchLocal: vi.fn(),
    follow: vi.fn(),
    stopRemote: (id) => {
      const figures = measured.has(id) ? null : someFigures;
      measured.add(id);
      return figures;
    },
  };
  const conductor = createConductor({
    engine: phone,
    clock,
    sounds: ears,
    surroundings: {
      ground: () => ({ place: { country: 'DE', areaCode: '40' }, ownNumbers: ['11', '+49406696941'] }),
      isDnd: () => false,
      isOnline: () => true,
      channel: () => ({ name: 'Private', number: '+49406696941', closesAtOnce: false }),
      hasNeoPbx: () => true,
      findRemote: async () => null,
      channelName: (id) => (id === 'sales' ? 'Sales' : null),
      callWaiting: () => false,
      skipRecordingConsent: () => true,
      rememberConsent: async () => {},
      missingDevice: () => null,
      checkHangingCall: async (id) => {
        checked.push(id);
      },
      addStatistics: async () => {},
      addFailedDial: async (attempt) => {
        failedDials.push(attempt);
      },
      ...like,
    },
    report: (problem) => problems.push(problem),
    log: (level, message, { cause = '' }) => {
      logged.push(`${message} ${cause}`);
      if (level === 'warn') warnings.push(message);
    },
    newSessionId,
  });
  await conductor.start();
  const calls = () => conductor.store.getState().calls;
  return {
    async nextPage() {
      await conductor.stop('handOver');
      return openPage(machine, like);
    },
    exchange,
    phone,
    conductor,
    clock,
    sounds,
    problems,
    failedDials,
    warnings,
    logged,
    checked,
    calls: calls as never,
  };
}

const someFigures: NonNullable<ReturnType<CallSounds['stopRemote']>> = {
  codec: 'opus',
  durationSeconds: 1,
  packetsSent: 50,
  packetsReceived: 50,
  packetsLost: 0,
  jitterSeconds: 0,
  roundTripSeconds: 0,
  mos: 4.4,
  cause: null,
  candidateType: 'host',
};
