import { type OngoingCall, ongoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { Refusal } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { ClassicCalls, CommonCommands } from './classic-door.ts';
import { type KeyedCommand, type Keying, numberWithinMs, readKeys } from './feature-codes.ts';

/** Carries out what users key in their calls. `now` in milliseconds. */
export function keyedCommands(deps: {
  readonly db: Database;
  readonly calls: ClassicCalls;
  readonly commands: CommonCommands;
  readonly now: () => number;
}): (userId: string, callId: string, sequence: string) => Promise<void> {
  const { db, calls, commands, now } = deps;
  /** By user and Call-ID; only while the number of a transfer is being keyed. */
  const keyings = new Map<string, Keying>();

  const liveCall = async (userId: string, sessionId: string): Promise<OngoingCall | null> => {
    const rows = await db
      .selectFrom('ongoing_calls')
      .select('body')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
    const found = rows.find(({ body }) => body['id'] === sessionId);
    return found ? ongoingCall.parse(found.body) : null;
  };

  const transferOf = (live: OngoingCall | null) => {
    if (!live?.transfer) throw new Refusal('CONFLICT', 'No transfer runs.');
    return live.transfer;
  };

  const carryOut = async (userId: string, callId: string, command: KeyedCommand): Promise<void> => {
    const found = calls.find(userId, callId);
    const call = { callId: found?.sipCallId ?? callId };
    const live = () => liveCall(userId, found?.sessionId ?? '');
    switch (command.do) {
      case 'sendTones':
        return await commands.sendTones(userId, call, command.digits);
      case 'startTransfer': {
        const target = { number: command.number, ownNumber: null, sessionId: null };
        const { transferId } = await commands.startTransfer(userId, call, target);
        return calls.tellOfTransfer(userId, callId, 'transferring', transferId);
      }
      case 'switchLine': {
        const { id, activeLines } = transferOf(await live());
        return await commands.setLines(userId, call, id, [activeLines.includes('TARGET') ? 'INITIAL' : 'TARGET']);
      }
      case 'confer':
        return await commands.setLines(userId, call, transferOf(await live()).id, ['INITIAL', 'TARGET']);
      case 'dropTransfer':
        return await commands.dropTransfer(userId, call, transferOf(await live()).id);
      case 'toggleRecording': {
        const isRecording = (await live())?.recording?.state === 'recording';
        if (isRecording) await commands.changeRecording(userId, call, null, 'stopped');
        else await commands.startRecording(userId, call);
        return;
      }
      default:
        command satisfies never;
    }
  };

  return async (userId, callId, sequence) => {
    const at = now();
    for (const [key, keying] of keyings) if (at - keying.at >= numberWithinMs) keyings.delete(key);
    const key = `${userId} ${callId}`;
    const { keying, commands: wanted } = readKeys(keyings.get(key) ?? null, sequence, at);
    if (keying) keyings.set(key, keying);
    else keyings.delete(key);
    for (const command of wanted) await carryOut(userId, callId, command);
  };
}
