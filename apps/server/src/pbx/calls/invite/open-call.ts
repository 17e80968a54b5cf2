import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import type { EventOpened } from '../../ports.ts';
import type { Fork, NewCall } from '../call.ts';
import type { RegisteredContact } from '../legs.ts';
import { tryTrunk } from '../trunk-stage.ts';
import type { Targeted } from './choose-targets.ts';
import { freshLeg, newCall } from './new-call.ts';
import { isHidden, shownToCallee } from './shown-to-callee.ts';
import type { Found, InviteDesk, Step } from './steps.ts';

/** The call of one of our own devices: one leg of the caller, one for each device that will ring, their inbox events. */
export const openCall: Step<Targeted, NewCall> = async (given, desk) => {
  const { invited, caller, sessionId, codecs, callId, called } = given;
  const events = eventsOf(given);
  const byTrunk = firstTrunkOf(given, desk);
  const service = serviceOf(called);
  const { nobody, late, along = [], ringMs, rings } = given;
  const { holdMusic } = await desk.directory.callSettings(caller.accountId);
  return newCall(
    {
      callId,
      accountId: caller.accountId,
      sessionId,
      codecs,
      holdMusic,
      caller: {
        invited,
        ...sideOf(events, 'OUTGOING'),
        userId: caller.userId,
        endpointId: invited.from.endpointId,
        channelId: given.sender.channelId,
      },
      forks: [
        ...given.targets.map((contact) => forkTo(contact, sideOf(events, 'INCOMING'), desk)),
        ...phoneForkOf(given, desk),
        ...(byTrunk ? [byTrunk.fork] : []),
      ],
      begins: service
        ? { service }
        : { nobody, plan: byTrunk ? byTrunk.plan : given.plan, late: late ?? null, along, ringMs, rings },
      shown: shownToCallee(given),
      events,
      answersItself: called.kind === 'channel' && called.reaches === 'intercom',
      isForHelp: called.kind === 'trunk' && called.plan.isEmergency,
    },
    desk,
  );
};

/** What answers where a code was dialled. */
const serviceOf = (called: Targeted['called']) => {
  switch (called.kind) {
    case 'echo':
      return called.kind;
    case 'greeting':
    case 'lastCaller':
    case 'messages':
    case 'night':
    case 'page':
    case 'pause':
    case 'sayAnnouncement':
    case 'supervise':
    case 'switch':
      return called;
    default:
      return null;
  }
};

const sideOf = (events: readonly EventOpened[], side: EventOpened['direction']) => {
  const event = events.find(({ direction }) => direction === side) ?? null;
  return { event, remote: { number: event?.remotePhoneNumber ?? null, name: event?.remoteName ?? null } };
};
type Side = Pick<Fork, 'event' | 'remote'>;

/** A device that will ring. */
export const forkTo = (contact: RegisteredContact, side: Side, desk: InviteDesk): Fork => ({
  ...newFork(desk),
  ...side,
  userId: contact.userId,
  endpointId: contact.endpointId,
  mediaKind: contact.media,
  ...(contact.srtp && { srtp: contact.srtp }),
  address: contact.address,
  target: { kind: 'device', contact },
  ...(desk.isBusy?.(contact.userId, '') && { isUserTaken: true as const }),
});

/** What forks have in common before they are invited. */
export const newFork = (desk: InviteDesk) => ({
  legId: desk.newId(),
  sipCallId: desk.newId(),
  formerCallIds: [],
  ...freshLeg(desk),
  state: 'preparing' as const,
  codec: null,
  outcome: null,
  cancelReason: null,
});

/** Whom a phone calls outside: no user of ours, and no event of theirs. */
export const phoneForkOf = ({ called, sender, caller }: Found, desk: InviteDesk): Fork[] => {
  if (called.kind !== 'outside') return [];
  const { phone, number } = called;
  return [
    {
      ...newFork(desk),
      event: null,
      remote: { number: isHidden(phone.number) ? null : (phone.number ?? sender.number), name: caller.displayName },
      userId: null,
      endpointId: null,
      mediaKind: 'rtp',
      address: phone.address,
      ...(phone.srtp && { srtp: phone.srtp }),
      target: { kind: 'phone', phoneId: phone.phoneId, number },
    },
  ];
};

/** Somebody outside, by the first of the account's trunks. */
const firstTrunkOf = ({ called, caller }: Targeted, desk: InviteDesk) => {
  if (called.kind !== 'trunk') return undefined;
  const { plan, isHidden } = called;
  return tryTrunk(plan, { number: isHidden ? null : plan.identity, name: caller.displayName }, () => newFork(desk));
};

function eventsOf(given: Targeted): EventOpened[] {
  const { called, caller, sender, invited, sessionId } = given;
  const outgoing: EventOpened = {
    channelId: sender.channelId,
    accountId: caller.accountId,
    docId: docIdOf(sessionId, invited.called),
    ownerUserId: caller.userId,
    direction: 'OUTGOING',
    onPhoneNumber: sender.number ?? sender.extension,
    remotePhoneNumber: invited.called,
    remoteUserId: null,
    remoteName: null,
  };
  if (called.kind === 'outside') {
    const { phone, number } = called;
    const onPhoneNumber = invited.ownNumber ?? phone.number ?? outgoing.onPhoneNumber;
    return [{ ...outgoing, onPhoneNumber, phoneId: phone.phoneId, remotePhoneNumber: number }];
  }
  if (called.kind === 'trunk') {
    const { number, plan } = called;
    return [{ ...outgoing, onPhoneNumber: plan.identity ?? outgoing.onPhoneNumber, remotePhoneNumber: number }];
  }
  if (called.kind === 'page') return [{ ...outgoing, remoteName: called.name }];
  if (called.kind !== 'channel') return [outgoing];
  const { channel, number } = called;
  const colleagues = channel.accountId === caller.accountId;
  const shown = shownToCallee(given).from;
  const owner = channel.members.find((member) => member.userId === channel.ownerUserId);
  return [
    {
      ...outgoing,
      // Both sides of a call in one channel would be one row: a member who calls the own team does so as a person.
      channelId: sender.channelId === channel.channelId ? caller.privateChannelId : sender.channelId,
      onPhoneNumber: called.shows?.identity ?? outgoing.onPhoneNumber,
      remotePhoneNumber: number,
      remoteUserId: colleagues ? channel.ownerUserId : null,
      remoteName: colleagues ? (owner?.displayName ?? channel.name) : null,
    },
    {
      channelId: channel.channelId,
      accountId: channel.accountId,
      docId: docIdOf(sessionId),
      ownerUserId: channel.ownerUserId,
      direction: 'INCOMING',
      onPhoneNumber: number,
      remotePhoneNumber: shown === 'anonymous' ? null : shown.user === caller.userId ? null : shown.user,
      remoteUserId: colleagues ? caller.userId : null,
      remoteName: colleagues ? caller.displayName : null,
    },
  ];
}
