import { CallCommandError } from '../../commands.ts';
import { type CallTable, isVirtual } from '../call-table.ts';
import type { Follower } from '../followers.ts';
import { type Transfers, whoIsWith } from '../handing-over/transfers.ts';
import { talkingLegs } from '../last-life.ts';
import type { RunningCall } from '../running-call.ts';
import { recordedLegOf } from './recorded-leg.ts';
import type { CaptureParts, RecordedLeg, RecordingDesk } from './recording-desk.ts';

interface CapturingParts extends Pick<CaptureParts, 'captures'> {
  readonly desk: RecordingDesk;
  readonly table: CallTable;
  readonly transfers: Transfers;
  warn(error: unknown, what: string): void;
}

/**
 * Captures what users say and hear from the moment that they talk, where its documentation is wanted. A second line has no audio of its
 * own: what is said on it is captured with the first call, and nothing for its own inbox event.
 */
export interface Capturing extends Follower {
  /** Goes on, or captures nothing more, of the call with this inbox event; quiet where it does not run. */
  steer(call: { readonly channelId: string; readonly docId: string }, isWanted: boolean): Promise<void>;
}

const everybody = { speakers: ['USER', 'REMOTE'], mode: 'automatic' } as const;

export function capturing({ captures, desk, table, transfers, warn }: CapturingParts): Capturing {
  /** Inbox events of each call about which it is decided. */
  const decided = new WeakMap<RunningCall, Set<string>>();

  const legsOf = ({ call }: RunningCall): RecordedLeg[] =>
    call.state !== 'talking'
      ? []
      : talkingLegs(call).flatMap((leg) => {
          const found = isVirtual(leg) ? null : recordedLegOf(call, leg);
          return found ? [{ ...found, others: () => whoIsWith(table, transfers, leg.legId) }] : [];
        });

  async function capture(leg: RecordedLeg, isEmergency: boolean): Promise<void> {
    if (!(await captures.isWanted(leg, isEmergency))) return;
    try {
      await desk.start(leg, everybody);
    } catch (error) {
      const code = error instanceof CallCommandError ? error.code : null;
      if (code === 'WRONG_STATE') await captures.declined(leg);
      else if (code !== 'NO_SUCH_CALL') throw error;
    }
  }

  return {
    changed(running) {
      for (const leg of legsOf(running)) {
        const known = decided.get(running) ?? new Set();
        if (known.has(leg.docId)) continue;
        decided.set(running, known.add(leg.docId));
        capture(leg, running.call.isForHelp ?? false).catch((error) => warn(error, 'capture'));
      }
    },

    // What an earlier life decided stays so.
    takeUp({ running }) {
      decided.set(running, new Set(legsOf(running).map(({ docId }) => docId)));
    },

    async steer({ channelId, docId }, isWanted) {
      for (const running of table.calls) {
        for (const leg of legsOf(running)) {
          if (leg.channelId !== channelId || leg.docId !== docId) continue;
          if (isWanted) await capture(leg, running.call.isForHelp ?? false);
          else await desk.change(leg, null, 'stopped');
        }
      }
    },
  };
}
