import { allCodecs } from '../../calls/call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import { CallCommandError } from '../../commands.ts';
import { findNumber } from '../../routing/find-number.ts';
import type { CallTable } from '../call-table.ts';
import type { RunningCall } from '../running-call.ts';
import { movesTo } from './moves-to.ts';
import { route } from './route-line.ts';

interface CallOnParts {
  readonly table: CallTable;
  readonly desk: InviteDesk;
}

/** Kinds of numbers that somebody who left a message may be called at: never one for help, nor a code of ours. */
const callable: ReadonlySet<string> = new Set(['extension', 'number']);

/**
 * A user to whom the exchange speaks goes on to this number, as if they had dialled it: the same rules apply.
 * False where they cannot call it.
 */
export const callOn =
  ({ table, desk }: CallOnParts) =>
  async (running: RunningCall, number: string): Promise<boolean> => {
    const { caller } = running.call;
    const { userId } = caller;
    const user = userId === null ? null : await desk.directory.userById(userId);
    if (userId === null || !user || !callable.has(findNumber(number, user).kind)) return false;
    const request = { accountId: user.accountId, userLeg: { ...caller, userId }, number, channelId: null };
    const onward = await route({ ...request, sessionId: null }, desk).catch((error: unknown) => {
      if (error instanceof CallCommandError) return null;
      throw error;
    });
    if (!onward) return false;
    // The caller has hung up meanwhile.
    if (running.call.state !== 'serving' || running.call.caller.state !== 'talking') return true;
    movesTo(table, running, running.call.caller, { ...onward, codecs: allCodecs, callerRecord: null });
    return true;
  };
