import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import type { EngineFact, EngineTransfer, RunningTransfer } from './call-engine.ts';

/**
 * What is new in the server's row of a call, as facts: hold, recording, lines, forwarding, another far side, and what
 * came of handing it over. The engine, which knows more, tells its end. `before` is null for the first row.
 */
export function ongoingFacts(before: OngoingCall | null, now: OngoingCall): EngineFact[] {
  const facts: EngineFact[] = [];
  if (before === null && now.originalChannelId !== null) {
    facts.push({ type: 'forwarded', channelId: now.originalChannelId });
  }
  if (before !== null && (before.number !== now.number || before.name !== now.name)) {
    facts.push({ type: 'remoteChanged', number: now.number, displayName: now.name });
  }
  if ((before?.onHold ?? false) !== now.onHold) facts.push({ type: 'held', held: now.onHold });
  const recording = recordingOf(now);
  if ((before === null ? 'none' : recordingOf(before)) !== recording)
    facts.push({ type: 'recording', state: recording });
  const lines = now.transfer?.activeLines ?? [];
  if (lines.length > 0 && String(before?.transfer?.activeLines ?? []) !== String(lines)) {
    facts.push({ type: 'lines', active: lines });
  }
  if (now.transferredTo !== null && (before?.transferredTo ?? null) === null) {
    facts.push({ type: now.transferredTo.failed ? 'transferFailed' : 'transferred' });
  }
  return facts;
}

/**
 * What is new about TARGET of a warm transfer, as facts of a call of its own. Null is a transfer that does not exist
 * yet, or no longer.
 */
export function targetFacts(before: OngoingTransfer | null, now: OngoingTransfer | null): EngineFact[] {
  if (now === null) {
    return before === null || isOver(before) ? [] : [{ type: 'ended', reason: 'HANGUP', by: 'remote' }];
  }
  if (before?.id === now.id && before.state === now.state) return [];
  switch (now.state) {
    case 'dialling':
      return [];
    case 'ringing':
      return [{ type: 'remoteRings' }];
    case 'talking':
      return [{ type: 'answered' }, { type: 'connected' }];
    case 'failed':
      return [{ type: 'ended', reason: now.reason ?? 'TERMINATED', by: 'remote' }];
    case 'ended':
      return [{ type: 'ended', reason: now.reason ?? 'HANGUP', by: 'remote' }];
  }
}

/**
 * What is new about TARGET once INITIAL has left and the user's leg is its alone: from then on its own row says that it
 * is answered. `before` is how far the transfer had come; null where no row said so.
 */
export function aloneFacts(
  before: OngoingTransfer['state'] | null,
  { state }: Pick<OngoingCall, 'state'>,
): EngineFact[] {
  if (state === 'talking' && before !== 'talking') return [{ type: 'answered' }, { type: 'connected' }];
  if (state === 'ringing' && (before === null || before === 'dialling')) return [{ type: 'remoteRings' }];
  return [];
}

/** Whether a transfer runs and can be controlled. */
export function isRunning(transfer: OngoingTransfer | null): transfer is OngoingTransfer {
  return transfer !== null && !isOver(transfer);
}

/** What only the row tells of a transfer that was not begun here. */
export function joinedLate({
  establishedAt,
  activeLines,
}: OngoingTransfer): Omit<RunningTransfer, keyof EngineTransfer> {
  return {
    establishedAt: establishedAt === null ? null : Date.parse(establishedAt),
    activeLines: activeLines.length === 0 ? ['TARGET'] : activeLines,
  };
}

function isOver({ state }: OngoingTransfer): boolean {
  return state === 'failed' || state === 'ended';
}

function recordingOf({ recording }: OngoingCall): 'none' | 'asking' | 'recording' | 'stopped' {
  if (recording === null) return 'none';
  return recording.state === 'paused' ? 'stopped' : recording.state;
}
