import type { Directory, DirectoryChannel, DirectoryUser } from '../../ports.ts';
import { type Identified, type Invited, InviteRefused, type Step } from './steps.ts';

/** Client session ids end up in event ids and headers: no character there that means something elsewhere. */
const sessionIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Whose device calls, and for which of their channels. A session of its own for phones, which name none. */
export const identifyCaller: Step<Invited, Identified> = async (invited, { directory, newId }) => {
  const caller = await directory.userById(invited.from.userId);
  if (!caller) return new InviteRefused(403, 'Forbidden', 'CALLER_UNKNOWN');
  const given = invited.sessionId;
  const sessionId = given !== undefined && sessionIdForm.test(given) ? given : newId();
  const callerChannel = await channelOfCaller(directory, caller, invited.calledName);
  return {
    invited,
    sessionId,
    caller,
    callerChannel,
    callerChannelId: callerChannel?.channelId ?? caller.privateChannelId,
  };
};

/** The channel named behind the last underscore of the To display name, if the caller is in it; else their own. */
async function channelOfCaller(
  directory: Directory,
  caller: DirectoryUser,
  calledName: string | undefined,
): Promise<DirectoryChannel | null> {
  const named = calledName?.includes('_') ? calledName.slice(calledName.lastIndexOf('_') + 1) : '';
  if (named !== '' && named !== caller.privateChannelId && (await directory.isMember(named, caller.userId))) {
    const channel = await directory.channelById(named);
    if (channel?.accountId === caller.accountId) return channel;
  }
  return await directory.channelById(caller.privateChannelId);
}
