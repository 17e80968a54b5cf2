import { addParticipant, dial } from '#calls/calls.ts';
import type { CallTarget } from '#contacts/call-target.ts';
import { closeOmnibar } from './commands.ts';

/** Starts a call on behalf of any room; what goes wrong is told by the phone itself. */
export function startCall({ number, remote }: CallTarget, channelId: string): void {
  closeOmnibar();
  void dial({ number, channelId, remote });
}

/** Calls somebody beside the running call, who waits meanwhile. */
export function askIntoCall({ number, remote }: CallTarget): void {
  closeOmnibar();
  void addParticipant(number, remote);
}
