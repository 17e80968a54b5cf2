import { readCalledName } from '@sidetone/contract/rules/sip-invite.ts';
import type { Directory, DirectoryUser } from '../../ports.ts';
import { type Identified, type Invited, InviteRefused, type Sender, type Step } from './steps.ts';

/** Client session ids end up in event ids and headers: no character there that means something elsewhere. */
const sessionIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Whose device calls, and for which of their channels. A session of its own for phones, which name none. */
export const identifyCaller: Step<Invited, Identified> = async (invited, { directory, newId }) => {
  const caller = await directory.userById(invited.from.userId);
  if (!caller) return new InviteRefused(403, 'Forbidden', 'CALLER_UNKNOWN');
  const given = invited.sessionId;
  const sessionId = given !== undefined && sessionIdForm.test(given) ? given : newId();
  return { invited, sessionId, caller, sender: await senderOf(directory, caller, invited) };
};

/**
 * The channel named behind the last underscore of the To display name, if the caller is in it; else their own. Before it
 * stands the number that the call is to show.
 */
async function senderOf(directory: Directory, caller: DirectoryUser, invited: Invited): Promise<Sender> {
  const { privateChannelId, extension, number } = caller;
  const named = readCalledName(invited.calledName ?? '');
  const { targetChannelId } = named;
  const wanted = invited.wantsToShow ?? (targetChannelId === null ? null : named.number);
  if (targetChannelId !== null && targetChannelId !== privateChannelId) {
    const channel = (await directory.isMember(targetChannelId, caller.userId))
      ? await directory.channelById(targetChannelId)
      : null;
    if (channel?.accountId === caller.accountId) {
      return { channelId: channel.channelId, extension: channel.extension, number: channel.number, wanted };
    }
  }
  return { channelId: privateChannelId, extension, number, wanted };
}
