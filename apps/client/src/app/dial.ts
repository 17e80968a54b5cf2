import { addParticipant, dial } from '#calls/calls.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { closeOmnibar } from './commands.ts';
import { singleClicks } from './single-clicks.ts';

const counts = singleClicks();

/** Starts a call on behalf of any room; what goes wrong is told by the phone itself. */
export function startCall({ number, remote }: CallTarget, channelId: string): void {
  closeOmnibar();
  if (counts(number)) void dial({ number, channelId, remote });
}

/** Calls somebody beside the running call, who waits meanwhile. */
export function askIntoCall({ number, remote }: CallTarget): void {
  closeOmnibar();
  if (counts(number)) void addParticipant(number, remote);
}
