import {
  invalidTargetMessage,
  isTransferTarget,
  ownTransferNumber,
} from '@sidetone/contract/rules/numbers/transfer-target.ts';
import type { Caller, Remote, ReturnTo } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { partnerOf } from '../../calls/turn.ts';
import { CallCommandError } from '../../commands.ts';
import { MediaError } from '../../media/media.ts';
import type { ExchangeClock } from '../../ports.ts';
import type { CallTable, Leg } from '../call-table.ts';
import type { Absences } from '../handing-over/absences.ts';
import type { Transfers } from '../handing-over/transfers.ts';
import type { RecordingDesk } from '../recording/recording-desk.ts';
import type { RunningCall } from '../running-call.ts';
import type { Clicks } from './clicks.ts';
import { type NamedCalls, type Own, wrongState } from './named-calls.ts';

export interface CommandParts {
  readonly table: CallTable;
  readonly transfers: Transfers;
  readonly recordings: RecordingDesk;
  readonly desk: InviteDesk;
  readonly clicks: Clicks;
  readonly absences: Absences;
  readonly clock: Pick<ExchangeClock, 'now'>;
  /** The caller, who left this call, rings the user. */
  ringBack(from: RunningCall, caller: Caller, to: ReturnTo): void;
  handedOver(running: RunningCall, userLeg: Leg, to: Remote): void;
}

/** The same, and what users name in their commands. */
export interface Commanded extends CommandParts {
  readonly named: NamedCalls;
}

/** The account on whose behalf the user is in this call. */
export const accountOf = ({ running, leg }: Own): string => leg.event?.accountId ?? running.call.accountId;

/** Throws BAD_TARGET for what nobody could dial. */
export function checkTarget(number: string): void {
  if (!isTransferTarget(number)) throw new CallCommandError('BAD_TARGET', invalidTargetMessage);
}

/** Throws WRONG_STATE where the other side has gone, or a transfer runs already. */
export function checkFree({ transfers }: Pick<CommandParts, 'transfers'>, { running, leg }: Own): void {
  if (!partnerOf(running.call, leg.legId)) throw wrongState('The other side has gone.');
  if (transfers.ofCall(running.call.callId)) throw wrongState('The call is in a transfer already.');
}

/** The channel whose number the target is to see; identifyCaller makes sure that the user is in it. */
export async function channelOf(
  { desk }: Pick<CommandParts, 'desk'>,
  ownNumber: string | null,
): Promise<string | null> {
  const number = ownTransferNumber(ownNumber);
  if (number === null) return null;
  return (await desk.directory.channelByNumber(`+${number.replace(/^\+/, '')}`))?.channelId ?? null;
}

/** Says MEDIA_FAILED for an error of media, and throws every other as it is. */
export function mediaFailed(error: unknown): never {
  if (error instanceof MediaError) {
    throw new CallCommandError('MEDIA_FAILED', 'The audio of the call could not be changed.', { cause: error });
  }
  throw error;
}
