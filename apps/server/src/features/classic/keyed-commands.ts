import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { ClassicCalls, CommonCommands } from './classic-door.ts';
import { type KeyedCommand, type Keying, numberWithinMs, readKeys, transferCodeOf } from './feature-codes.ts';

interface KeyedDeps {
  /** The live calls of a user, and those that have just ended. */
  liveCalls(userId: string): readonly OngoingCall[];
  readonly calls: ClassicCalls;
  readonly commands: CommonCommands;
  /** In milliseconds. */
  readonly now: () => number;
}

/** Carries out what users key in their calls. */
export function keyedCommands(
  deps: KeyedDeps,
): (userId: string, callId: string, sequence: string, source?: 'keypad') => Promise<void> {
  /** By user and Call-ID; only while the number of a transfer is being keyed. */
  const keyings = new Map<string, Keying>();
  return async (userId, callId, sequence, source) => {
    const at = deps.now();
    for (const [key, keying] of keyings) if (at - keying.at >= numberWithinMs) keyings.delete(key);
    const key = `${userId} ${callId}`;
    const { keying, commands: wanted } = readKeys(keyings.get(key) ?? null, sequence, at);
    if (keying) keyings.set(key, keying);
    else keyings.delete(key);
    const perform = source === 'keypad' ? orSendOn : carryOut;
    for (const command of wanted) await perform(deps, userId, callId, command);
  };
}

async function carryOut(deps: KeyedDeps, userId: string, callId: string, command: KeyedCommand): Promise<void> {
  const { calls, commands } = deps;
  const found = calls.find(userId, callId);
  const call = { id: found?.sipCallId ?? callId };
  const live = () => liveCall(deps, userId, callId);
  switch (command.do) {
    case 'sendTones':
      return await commands.sendTones(userId, call, command.digits);
    case 'startTransfer': {
      const target = { number: command.number, ownNumber: null, sessionId: null };
      const { transferId } = await commands.startTransfer(userId, call, target);
      return calls.tellOfTransfer(userId, callId, 'transferring', transferId);
    }
    case 'switchLine': {
      const { id, activeLines } = transferOf(live());
      return await commands.setLines(userId, call, id, [activeLines.includes('TARGET') ? 'INITIAL' : 'TARGET']);
    }
    case 'confer':
      return await commands.setLines(userId, call, transferOf(live()).id, ['INITIAL', 'TARGET']);
    case 'dropTransfer':
      return await commands.dropTransfer(userId, call, transferOf(live()).id);
    case 'toggleRecording': {
      const isRecording = live()?.recording?.state === 'recording';
      if (isRecording) await commands.changeRecording(userId, call, null, 'stopped');
      else await commands.startRecording(userId, call);
      return;
    }
    default:
      command satisfies never;
  }
}

/** Sends the keys of a code that steers a transfer on where none runs: a menu of the other side may have asked for them. */
async function orSendOn(deps: KeyedDeps, userId: string, callId: string, command: KeyedCommand): Promise<void> {
  const code = transferCodeOf(command);
  const live = code === null ? null : liveCall(deps, userId, callId);
  const digits = live?.transfer ? null : code;
  await carryOut(deps, userId, callId, digits === null ? command : { do: 'sendTones', digits });
}

/**
 * The call of this session as its user sees it; null once it is over. Where its other side left during a transfer, the user
 * goes on in the same leg with whom they asked, who has a session of their own.
 */
function liveCall({ liveCalls, calls }: KeyedDeps, userId: string, callId: string): OngoingCall | null {
  const found = calls.find(userId, callId);
  const live = liveCalls(userId).filter(({ state }) => state !== 'ended');
  const ofSession = live.find(({ id }) => id === found?.sessionId);
  return ofSession ?? live.find((each) => each.callId === (found?.sipCallId ?? callId)) ?? null;
}

function transferOf(live: OngoingCall | null) {
  if (!live?.transfer) throw new Refusal('CONFLICT', 'No transfer runs.');
  return live.transfer;
}
