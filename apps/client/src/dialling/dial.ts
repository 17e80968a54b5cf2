import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import { addParticipant, dial } from '#calls/calls.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { closeOmnibar } from './commands.ts';
import { singleClicks } from './single-clicks.ts';

const counts = singleClicks();

interface How {
  /** What this call alone shows, or the phone it leaves by; null for what calls of the channel use. */
  readonly sender?: SenderOption | null;
  readonly startingPoint?: CallStartingPoint;
}

/** Starts a call on behalf of any room; what goes wrong is told by the phone itself. */
export function startCall({ number, remote }: CallTarget, channelId: string, how: How = {}): void {
  closeOmnibar();
  const { sender = null, startingPoint } = how;
  if (!counts(number)) return;
  const shown = sender && { phoneNumber: sender.phoneNumber, phoneId: sender.phoneId };
  void dial({ number, channelId, remote, sender: shown, ...(startingPoint && { startingPoint }) });
}

/** Calls somebody beside the running call, who waits meanwhile. */
export function askIntoCall({ number, remote }: CallTarget, startingPoint?: CallStartingPoint): void {
  closeOmnibar();
  if (counts(number)) void addParticipant(number, remote, startingPoint);
}
