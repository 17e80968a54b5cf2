import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import { parkCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { addParticipant, dial, handOverCall } from '#calls/calls.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { closeOmnibar } from './commands.ts';
import { singleClicks } from './single-clicks.ts';

const counts = singleClicks();

interface How {
  /** The caller ID or the phone of this call alone; null for that of the channel. */
  readonly sender?: SenderOption | null;
  readonly startingPoint?: CallStartingPoint;
}

/** Starts a call on behalf of any room; a failure is reported by the phone itself. */
export function startCall({ number, remote }: CallTarget, channelId: string, how: How = {}): void {
  closeOmnibar();
  const { sender = null, startingPoint } = how;
  if (!counts(number)) return;
  const shown = sender && { phoneNumber: sender.phoneNumber, phoneId: sender.phoneId };
  void dial({ number, channelId, remote, sender: shown, ...(startingPoint && { startingPoint }) });
}

/** Calls somebody beside the running call, whose other side waits meanwhile. */
export function askIntoCall({ number, remote }: CallTarget, startingPoint?: CallStartingPoint): void {
  closeOmnibar();
  if (counts(number)) void addParticipant(number, remote, startingPoint);
}

/** Hands the running call over without asking. */
export function handOver({ number, remote }: CallTarget, to: 'line' | 'voicemail'): void {
  closeOmnibar();
  if (counts(number)) void handOverCall({ number, name: remote?.name ?? null, to });
}

/** Parks the running call, where anybody in the company can take it; `there` is what the screen calls that place. */
export function parkCall(there: string): void {
  closeOmnibar();
  void handOverCall({ number: parkCode, name: there, to: 'park' });
}
