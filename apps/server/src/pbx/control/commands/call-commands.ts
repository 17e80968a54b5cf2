import type { CallCommands } from '../../commands.ts';
import { type CallTable, legsOf } from '../call-table.ts';
import { routeClick } from '../handing-over/route-line.ts';
import { type CommandParts, channelOf } from './command-parts.ts';
import { handOverCommands } from './hand-over-commands.ts';
import { namedCalls, wrongState } from './named-calls.ts';
import { talkCommands } from './talk-commands.ts';
import { transferCommands } from './transfer-commands.ts';

/** The commands of users, on the calls that run now. */
export function callCommands(parts: CommandParts): CallCommands {
  const commanded = { ...parts, named: namedCalls(parts) };
  return {
    ...talkCommands(commanded),
    ...transferCommands(commanded),
    ...handOverCommands(commanded),
    ...clickCommands(parts),
  };
}

/** A click rings all devices of its user: a user who has so many calls starts no other. */
const mostCallsOfUser = 20;

function clickCommands(parts: CommandParts): Pick<CallCommands, 'startCall'> {
  const { table, desk, clicks } = parts;
  return {
    async startCall(userId, { number, ownNumber, channelId, sessionId }) {
      const shownAs = (await channelOf(parts, ownNumber)) ?? channelId;
      const { own, onward } = await routeClick(
        { userId, number, channelId: shownAs, wantsToShow: ownNumber, sessionId },
        desk,
      );
      // After all that takes its time, so that clicks at the same time count each other. Nothing keeps anybody from calling help.
      if (!onward.isForHelp && callsOf(table, userId) >= mostCallsOfUser) throw wrongState('You have too many calls.');
      clicks.begin(own, onward);
      return { callId: own.callId, sessionId: onward.sessionId };
    },
  };
}

const callsOf = ({ calls }: CallTable, userId: string): number =>
  [...calls].filter(
    ({ call }) => call.state !== 'over' && legsOf(call).some((leg) => leg.userId === userId && leg.state !== 'over'),
  ).length;
