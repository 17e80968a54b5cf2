import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { correlationHeader } from '@sidetone/contract/rules/sip-invite.ts';
import type { RTCSession } from 'jssip/lib/RTCSession';
import type { Log } from '../../conductor/parts.ts';
import type { Clock } from '../../core/clock.ts';
import type { EngineListener } from '../call-engine.ts';
import type { OngoingSource } from '../ongoing-source.ts';
import type { SipCall } from './call/sip-call-parts.ts';
import type { Invitation } from './invitation.ts';
import { type KeptDialog, type KeptDialogs, replacesHeader } from './kept-dialogs.ts';

interface TakeBackParts {
  readonly kept: KeptDialogs;
  readonly ongoing: OngoingSource;
  /** An address of our own: the server looks at the dialog that is replaced and not at the address. */
  readonly username: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly invite: (invitation: Invitation) => Promise<{ call: SipCall; session: RTCSession }>;
  readonly hear: EngineListener;
}

/** No call is taken back when the server has not told its calls within this. */
const askMs = 8000;

/**
 * Continues calls of a closed page: a new INVITE takes the place of each dialog that was kept and whose call the server
 * still has (RFC 3891). The far side, a recording and the inbox event notice nothing.
 */
export function takeBackKept(parts: TakeBackParts): void {
  const { kept, ongoing, clock, log } = parts;
  const waiting = kept.read();
  if (waiting.length === 0) return;

  let done = false;
  const cancel = clock.after(askMs, () => finish());
  const stop = ongoing.watch(look);
  look();

  function look() {
    const rows = ongoing.read();
    if (rows === null || done) return;
    finish();
    for (const dialog of waiting) {
      const row = rows.find((each) => each.callId === dialog.sipCallId && each.state !== 'ended');
      if (row === undefined) kept.forget(dialog.sipCallId);
      else {
        takeBack(parts, dialog, row).catch((cause: unknown) => {
          log('error', 'call not taken back', { sessionId: row.id, cause: String(cause) });
        });
      }
    }
  }

  function finish() {
    if (done) return;
    done = true;
    cancel();
    // The first look may come before `watch` has returned.
    queueMicrotask(() => stop());
  }
}

async function takeBack(parts: TakeBackParts, dialog: KeptDialog, row: OngoingCall): Promise<void> {
  const { kept, hear, log } = parts;
  const { call, session } = await parts.invite({
    to: parts.username,
    extraHeaders: [`${correlationHeader}: ${row.id}`, replacesHeader(dialog)],
    facts: {
      sessionId: row.id,
      direction: row.direction,
      number: row.number ?? dialog.number,
      displayName: row.name ?? dialog.displayName,
      calledNumber: row.ownNumber ?? dialog.calledNumber,
      channelId: row.channelId ?? dialog.channelId,
    },
    isTakenBack: true,
  });
  log('info', 'taking a call back', { sessionId: row.id });
  for (const over of ['confirmed', 'failed', 'ended'] as const) session.on(over, () => kept.forget(dialog.sipCallId));
  if (dialog.muted) call.openMicrophone(false);
  const establishedAt = row.establishedAt ?? row.startedAt;
  hear.resumed?.(call, Date.parse(establishedAt), {
    muted: dialog.muted,
    held: row.onHold,
    transfer: call.resumeTransfer(),
  });
}
