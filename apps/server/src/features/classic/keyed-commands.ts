import { type OngoingCall, ongoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { ClassicCalls, CommonCommands } from './classic-door.ts';
import { type KeyedCommand, type Keying, numberWithinMs, readKeys, transferCodeOf } from './feature-codes.ts';

interface KeyedDeps {
  readonly db: Database;
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
}

/** Sends the keys of a code that steers a transfer on where none runs: a menu of the other side may have asked for them. */
async function orSendOn(deps: KeyedDeps, userId: string, callId: string, command: KeyedCommand): Promise<void> {
  const code = transferCodeOf(command);
  const live = code === null ? null : await liveCall(deps, userId, callId);
  const digits = live?.transfer ? null : code;
  await carryOut(deps, userId, callId, digits === null ? command : { do: 'sendTones', digits });
}

function liveCall({ db, calls }: KeyedDeps, userId: string, callId: string): Promise<OngoingCall | null> {
  const found = calls.find(userId, callId);
  return liveCallOf(db, userId, { sessionId: found?.sessionId ?? '', sipCallId: found?.sipCallId ?? callId });
}

function transferOf(live: OngoingCall | null) {
  if (!live?.transfer) throw new Refusal('CONFLICT', 'No transfer runs.');
  return live.transfer;
}

/**
 * The call of this session as its user sees it; null once it is over. Where its other side left during a transfer, the user
 * goes on in the same leg with whom they asked, who has a session of their own.
 */
async function liveCallOf(
  db: Database,
  userId: string,
  { sessionId, sipCallId }: { readonly sessionId: string; readonly sipCallId: string },
): Promise<OngoingCall | null> {
  const rows = await db
    .selectFrom('ongoing_calls')
    .select('body')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  const found =
    rows.find(({ body }) => body['id'] === sessionId) ?? rows.find(({ body }) => body['callId'] === sipCallId);
  return found ? ongoingCall.parse(found.body) : null;
}
