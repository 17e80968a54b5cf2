import type { Directory } from '../../ports.ts';
import { type Dialled, findNumber } from '../../routing/find-number.ts';
import { routingOf } from '../../routing/plan-channel.ts';
import { callByTrunk, callForHelp, callOtherAccount, callOtherNode } from './call-by-trunk.ts';
import { mayPage } from './paging-group.ts';
import { type Found, type Identified, type InviteDesk, InviteRefused, type Step } from './steps.ts';

/**
 * What the dialled string names. A phone of the classic generation calls by its registrar whatever is no extension or
 * service of the own account; everybody else by the trunks of the account, and so do callers who need help.
 */
export const findCalledNumber: Step<Identified, Found> = async (given, desk) => {
  const found = await findCalled(given, desk);
  return given.invited.reaches === 'voicemail' && !(found instanceof InviteRefused) ? mailboxOf(found) : found;
};

const findCalled: Step<Identified, Found> = async (given, desk) => {
  const { directory } = desk;
  const { caller, invited } = given;
  const dialled = findNumber(invited.called, caller);
  const byPhone = async (number: string) => await callByPhone(given, directory, number);
  switch (dialled.kind) {
    case 'echo':
      return { ...given, called: { kind: 'echo' } };
    case 'greeting':
      return await ownGreeting(given, directory, dialled.extension);
    case 'announcement':
      return await askedAnnouncement(given, desk, dialled.code);
    case 'pause':
    case 'night':
      return await ownQueue(given, directory, dialled);
    case 'supervise':
      return { ...given, called: { kind: 'supervise', userId: caller.userId, extension: dialled.extension } };
    case 'switch':
    case 'switches':
    case 'lastCaller':
      return ownLine(given, desk, dialled);
    case 'intercom':
      return await colleague(given, desk, dialled.extension);
    case 'page':
      return await pagingGroup(given, directory, dialled.extension);
    case 'messages':
      return await mailboxWithMessages(given, directory, dialled.extension);
    case 'pickUp':
    case 'park':
      // Nobody is called: whose device may take a call that rings is asked before any call begins.
      return notFound;
    case 'mailbox': {
      const channel = await directory.channelByExtension(caller.accountId, dialled.extension);
      const { extension: number } = dialled;
      return channel ? mailboxOf({ ...given, called: { kind: 'channel', channel, number } }) : notFound;
    }
    case 'emergency':
      return await callForHelp(given, desk, dialled.number);
    case 'extension': {
      const channel = await directory.channelByExtension(caller.accountId, dialled.extension);
      if (!channel) return (await byPhone(dialled.extension)) ?? notFound;
      return { ...given, called: { kind: 'channel', channel, number: dialled.extension } };
    }
    case 'number':
      return (await byPhone(dialled.e164)) ?? (await calledByNumber(given, desk, dialled.e164));
    case 'unknown':
      return (await byPhone(invited.called)) ?? notFound;
  }
};

/** A channel of any company, or a number outside. */
async function calledByNumber(given: Identified, desk: InviteDesk, number: string): Promise<Found | InviteRefused> {
  const channel = await desk.directory.channelByNumber(number);
  if (!channel) return await callOut(given, desk, number);
  const { accountId } = channel;
  // The calls of a company are with the carrier of its node alone.
  if (desk.directory.isElsewhere?.(accountId)) {
    return await callOtherNode(given, desk, { accountId, number }, () => callOut(given, desk, number));
  }
  if (accountId !== given.caller.accountId) return await callOtherAccount(given, desk, channel, number);
  return { ...given, called: { kind: 'channel', channel, number } };
}

/** Of colleagues and channels of the own account, where messages are taken. */
const mailboxOf = (found: Found): Found | InviteRefused => {
  const { called, caller } = found;
  if (called.kind !== 'channel' || called.channel.accountId !== caller.accountId) return notFound;
  const takesMessages = routingOf(called.channel).voicemail.enabled;
  return takesMessages ? { ...found, called: { ...called, reaches: 'voicemail' } } : notFound;
};

/** Null when the call is not made with a phone. */
const callByPhone = async (
  given: Identified,
  directory: Directory,
  number: string,
): Promise<Found | InviteRefused | null> => {
  const { phoneId } = given.invited;
  if (phoneId === undefined) return null;
  const phone = await directory.phoneById?.(phoneId);
  if (phone?.userId !== given.caller.userId) return new InviteRefused(480, 'Phone Not Registered', 'PHONE_UNAVAILABLE');
  return { ...given, called: { kind: 'outside', phone, number } };
};

/** A call that is started without a device in hand, or from another call, chose no phone; most have none, but trunks. */
const callOut = async (given: Identified, desk: InviteDesk, number: string): Promise<Found | InviteRefused> => {
  const phone = await desk.directory.phoneOf?.(given.caller.userId);
  return phone ? { ...given, called: { kind: 'outside', phone, number } } : await callByTrunk(given, desk, number);
};

/** Only of channels that the caller is in: of others they learn nothing, not even that they exist. */
const ownGreeting = async (
  given: Identified,
  directory: Directory,
  extension: string | null,
): Promise<Found | InviteRefused> => {
  const { accountId, userId, privateChannelId } = given.caller;
  if (extension === null) return { ...given, called: { kind: 'greeting', channelId: privateChannelId } };
  const channel = await directory.channelByExtension(accountId, extension);
  const isOwn = channel !== null && (await directory.isMember(channel.channelId, userId));
  return isOwn ? { ...given, called: { kind: 'greeting', channelId: channel.channelId } } : notFound;
};

/** Of the caller, or of the colleague with this extension, whose PIN is asked for then. */
const mailboxWithMessages = async (
  given: Identified,
  directory: Directory,
  extension: string | null,
): Promise<Found | InviteRefused> => {
  const { accountId, userId: callerId } = given.caller;
  if (extension === null) return { ...given, called: { kind: 'messages', userId: callerId } };
  const channel = await directory.channelByExtension(accountId, extension);
  const userId = channel?.type === 'private' ? channel.ownerUserId : null;
  return userId === null ? notFound : { ...given, called: { kind: 'messages', userId } };
};

/** Only in channels that the caller is in, as with greetings. */
const ownQueue = async (
  given: Identified,
  directory: Directory,
  { kind, extension }: Extract<Dialled, { kind: 'pause' | 'night' }>,
): Promise<Found | InviteRefused> => {
  const { accountId, userId } = given.caller;
  if (extension === null) return { ...given, called: { kind, userId, channelId: null } };
  const channel = await directory.channelByExtension(accountId, extension);
  const isOwn = channel?.type === 'acd' && (await directory.isMember(channel.channelId, userId));
  return isOwn ? { ...given, called: { kind, userId, channelId: channel.channelId } } : notFound;
};

/** Only by somebody who dials it themselves: a caller who is handed over to a code switches nothing. */
const ownLine = (
  given: Identified,
  { purpose }: InviteDesk,
  dialled: Extract<Dialled, { kind: 'switch' | 'switches' | 'lastCaller' }>,
): Found | InviteRefused => {
  if (purpose !== undefined) return notFound;
  const { userId } = given.caller;
  if (dialled.kind === 'lastCaller') return { ...given, called: { kind: 'lastCaller', userId } };
  const change = dialled.kind === 'switch' ? dialled.change : null;
  return { ...given, called: { kind: 'switch', userId, change } };
};

/** Only by the user who was given the code, while they may: a caller who is handed over to it says nothing. */
const askedAnnouncement = async (
  given: Identified,
  { directory, purpose }: InviteDesk,
  code: string,
): Promise<Found | InviteRefused> => {
  if (purpose !== undefined) return notFound;
  const recordingId = (await directory.askedAnnouncement?.(given.caller, code)) ?? null;
  return recordingId === null ? notFound : { ...given, called: { kind: 'sayAnnouncement', recordingId } };
};

/** The call is like any other where the colleague refuses such calls, and where somebody is handed over to them. */
const colleague = async (
  given: Identified,
  { directory, purpose }: InviteDesk,
  extension: string,
): Promise<Found | InviteRefused> => {
  const { accountId } = given.caller;
  const { intercom = false } = await directory.callSettings(accountId);
  if (!intercom) return new InviteRefused(403, 'Intercom Off', 'INTERCOM_OFF');
  const channel = await directory.channelByExtension(accountId, extension);
  const owner = channel?.members.find(({ userId }) => userId === channel.ownerUserId);
  if (channel?.type !== 'private' || !owner) return notFound;
  const isRefused = owner.refusesIntercom || purpose !== undefined;
  const reaches = isRefused ? {} : { reaches: 'intercom' as const };
  return { ...given, called: { kind: 'channel', channel, number: extension, ...reaches } };
};

const pagingGroup = async (given: Identified, directory: Directory, number: string): Promise<Found | InviteRefused> => {
  const { accountId, userId } = given.caller;
  const group = (await directory.pagingGroup?.(accountId, number)) ?? null;
  if (group === null) return notFound;
  if (!mayPage(group, userId)) return new InviteRefused(403, 'Page Not Allowed', 'PAGE_NOT_ALLOWED');
  return { ...given, called: { kind: 'page', userId, number, name: group.name } };
};

const notFound = new InviteRefused(404, 'Not Found', 'NUMBER_NOT_FOUND');
