import { isUp } from '../../calls/call.ts';
import type { Transfer } from '../../calls/transfer.ts';
import { CallCommandError, type CallName } from '../../commands.ts';
import { type CallTable, isVirtual, type Leg } from '../call-table.ts';
import { type Transfers, whoIsWith } from '../handing-over/transfers.ts';
import { recordedLegOf } from '../recording/recorded-leg.ts';
import type { RecordedLeg } from '../recording/recording-desk.ts';
import type { RunningCall } from '../running-call.ts';

/** A user's own leg, and the call it is in. */
export interface Own {
  readonly running: RunningCall;
  readonly leg: Leg & { readonly userId: string };
}

/** What a user names in a command. Everything throws a `CallCommandError` where the user has no such thing. */
export interface NamedCalls {
  /** The user's real leg: who names their second line means the leg that it speaks through. */
  find(userId: string, name: CallName): Own;
  /** The same, of a call that is up: `WRONG_STATE` otherwise. */
  findTalking(userId: string, name: CallName): Own;
  /** A transfer that runs; one that failed is only named to be dropped. */
  transferOf(userId: string, name: CallName, transferId: string): Transfer;
  /** `WRONG_STATE` where the call is kept in no inbox. */
  recordedLeg(own: Own): RecordedLeg;
}

/** Finds them among the calls that run now. */
export function namedCalls({ table, transfers }: { table: CallTable; transfers: Transfers }): NamedCalls {
  const find = (userId: string, name: CallName): Own => {
    const found = table.find(userId, name);
    if (!found) throw noSuchCall();
    if (!isVirtual(found.leg)) return { running: found.running, leg: { ...found.leg, userId } };
    const transfer = transfers.ofCall(found.running.call.callId);
    const initial = transfer && table.byId(transfer.initialId);
    const leg = initial && legIn(initial, transfer.userLegId);
    if (!initial || !leg) throw noSuchCall();
    return { running: initial, leg: { ...leg, userId } };
  };

  return {
    find,

    findTalking(userId, name) {
      const own = find(userId, name);
      if (!isUp(own.running.call)) throw wrongState('The call is not up.');
      return own;
    },

    transferOf(userId, name, transferId) {
      const transfer = transfers.ofInitial(find(userId, name).running.call.callId);
      if (transfer?.transferId !== transferId || transfer.userId !== userId) {
        throw new CallCommandError('NO_SUCH_CALL', 'You have no such transfer.');
      }
      return transfer;
    },

    recordedLeg({ running, leg }) {
      const recorded = recordedLegOf(running.call, leg);
      if (!recorded) throw wrongState('This call is kept in no inbox, so nothing of it can be recorded.');
      return { ...recorded, others: () => whoIsWith(table, transfers, leg.legId) };
    },
  };
}

export const legIn = ({ call }: RunningCall, legId: string): Leg | undefined =>
  [call.caller, ...call.forks].find((leg) => leg.legId === legId);

const noSuchCall = () => new CallCommandError('NO_SUCH_CALL', 'You have no such call.');

/** The user has it, but it is not in a state for this command. */
export const wrongState = (message: string) => new CallCommandError('WRONG_STATE', message);
