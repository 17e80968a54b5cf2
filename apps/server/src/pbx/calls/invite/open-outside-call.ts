import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { DirectoryUser, EventOpened } from '../../ports.ts';
import { allCodecs, type NewCall } from '../call.ts';
import { offeredCodecs } from '../offered-codecs.ts';
import { arrive } from './arrive.ts';
import { judgeOutsider } from './judge-outsider.ts';
import { newCall } from './new-call.ts';
import { forkTo } from './open-call.ts';
import { isHidden } from './shown-to-callee.ts';
import { type InviteDesk, type InvitedFromOutside, InviteRefused } from './steps.ts';

/** Somebody outside calls a phone of the classic generation: it comes to the channel of its user, and goes by its plan. */
export async function openOutsideCall(invited: InvitedFromOutside, desk: InviteDesk): Promise<NewCall | InviteRefused> {
  const { directory } = desk;
  const { from } = invited;
  const owner = await directory.userById(from.userId);
  const channel = owner && (await directory.channelById(owner.privateChannelId));
  if (!owner || !channel) return new InviteRefused(404, 'Not Found', 'NUMBER_NOT_FOUND');
  const caller = callerOf(invited, owner);
  const { accountId, userId: ownerUserId } = owner;
  const judged = await judgeOutsider(desk, { accountId, ownerUserId, number: caller.number });
  if (judged instanceof InviteRefused) return judged;
  const codecs = invited.offer === undefined ? allCodecs : offeredCodecs(invited.offer);
  if (codecs.length === 0) return new InviteRefused(488, 'Not Acceptable Here', 'NO_COMMON_CODEC');
  const sessionId = desk.newId();
  const shown = (await directory.phoneById?.(from.phoneId))?.number ?? null;
  const called = shown === null || isHidden(shown) ? invited.called : shown;
  const event: EventOpened = {
    channelId: channel.channelId,
    accountId: owner.accountId,
    docId: docIdOf(sessionId),
    ownerUserId: owner.userId,
    direction: 'INCOMING',
    onPhoneNumber: called,
    phoneId: from.phoneId,
    remotePhoneNumber: caller.number,
    remoteUserId: null,
    remoteName: caller.name,
  };
  const seen = { isOutside: true, number: caller.number };
  const { callId, targets, ...begins } = await arrive(channel, null, seen, desk, judged ?? undefined);
  const remote = { number: caller.number, name: caller.name };
  const { holdMusic } = await desk.directory.callSettings(owner.accountId);
  return newCall(
    {
      callId,
      accountId: owner.accountId,
      sessionId,
      codecs,
      holdMusic,
      caller: {
        invited,
        userId: null,
        endpointId: null,
        event: null,
        remote: { number: called, name: owner.displayName },
        channelId: null,
      },
      forks: targets.map((contact) => forkTo(contact, { event, remote }, desk)),
      begins,
      shown: {
        from:
          caller.number === null ? 'anonymous' : { user: caller.number, ...(caller.name ? { name: caller.name } : {}) },
        number: called,
        channelId: channel.channelId,
      },
      events: [event],
    },
    desk,
  );
}

/** The number as people of the account would store it, where it is one. */
const callerOf = ({ from }: InvitedFromOutside, owner: DirectoryUser) => {
  const number = from.number === null ? null : (normalizeNumber(from.number, owner) ?? from.number);
  return { number, name: from.name };
};
