import type { CallTarget } from '#contacts/call-target.ts';
import { closeOmnibar } from './commands.ts';

/** Starts a call on behalf of any room. */
export function startCall(target: CallTarget, channelId: string): void {
  closeOmnibar();
  console.info('dial', channelId, target.number);
}
