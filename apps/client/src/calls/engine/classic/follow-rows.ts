import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { isRunning } from '../ongoing-facts.ts';
import type { CallFacts } from './call/classic-call-parts.ts';
import type { ClassicEngineState } from './engine-state.ts';
import { newCall } from './new-call.ts';

/** This client has missed the ring of a call whose row rings for this long without an event, in milliseconds. */
const missedAfterMs = 1_000;

/**
 * Reads what the server knows of the user's calls: of calls that run here, whose ring was missed, or that ran in the
 * page before.
 */
export function followRows(engine: ClassicEngineState): void {
  const { ongoing, clock } = engine.parts;
  const rows = ongoing.read();
  if (rows === null || engine.hear === null) return;
  for (const call of [...engine.running]) call.read(rows);
  if (rows.some((row) => isMissed(engine, row))) {
    engine.cancelAsking ??= clock.after(missedAfterMs, () => askForMissed(engine));
  }
  if (engine.hasResumed) return;
  engine.hasResumed = true;
  for (const row of rows) void resume(engine, row);
}

/** The call rings, as far as the server knows, and this client came on duty too late for its event. */
const isMissed = ({ rang }: ClassicEngineState, { id, direction, state }: OngoingCall): boolean =>
  direction === 'INCOMING' && state === 'ringing' && !rang.has(id);

function askForMissed(engine: ClassicEngineState) {
  const { feed, ongoing, server, log } = engine.parts;
  engine.cancelAsking = null;
  if (engine.hear === null || !feed.isOnline()) return;
  const missed = (ongoing.read() ?? []).filter((row) => isMissed(engine, row));
  if (missed.length === 0) return;
  for (const { id } of missed) engine.rang.note(id);
  server.tellRinging().catch((cause: unknown) => log('warn', 'missed rings not asked for', { cause: String(cause) }));
}

/** Continues a call that this installation had before. */
async function resume(engine: ClassicEngineState, row: OngoingCall) {
  const { owned, ongoing, log } = engine.parts;
  // TARGET continues in the same leg after INITIAL has left, and so under its Call-ID.
  const mine = owned.list().find(({ sessionId, sipCallId }) => sessionId === row.id || sipCallId === row.callId);
  if (mine === undefined || row.state !== 'talking') return;
  if ([...engine.running].some(({ sipCallId }) => sipCallId === mine.sipCallId)) return;
  const call = newCall(engine, factsOf(row));
  call.begin(mine.sipCallId, null);
  log('info', 'call goes on here', { sessionId: row.id });
  engine.hear?.resumed?.(call, Date.parse(row.establishedAt ?? row.startedAt), {
    muted: false,
    held: row.onHold,
    transfer: isRunning(row.transfer) ? call.resumeTransfer(row.transfer) : null,
  });
  const resuming = call.resume();
  // The other side may leave while the browser asks for the microphone.
  call.read(ongoing.read() ?? []);
  try {
    await resuming;
  } catch (cause) {
    log('error', 'call not resumed', { sessionId: row.id, cause: String(cause) });
    call.hangUp();
    return;
  }
  call.read(ongoing.read() ?? []);
}

/** What the server's row tells of a call that runs already. */
function factsOf(row: OngoingCall): CallFacts {
  return {
    sessionId: row.id,
    direction: row.direction,
    number: row.number,
    displayName: row.name,
    calledNumber: row.direction === 'INCOMING' ? row.ownNumber : null,
    channelId: row.channelId,
  };
}
