import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { callerFromTrunk, numbersFromTrunk } from '@sidetone/contract/rules/numbers/trunk-numbers.ts';
import type { DirectoryChannel, EventOpened, OutsideLines } from '../../ports.ts';
import { allCodecs, type NewCall } from '../call.ts';
import type { TrunkCaller } from '../legs.ts';
import { offeredCodecs } from '../offered-codecs.ts';
import { arrive } from './arrive.ts';
import { judgeOutsider } from './judge-outsider.ts';
import { hasRoom, tooManyCalls } from './limit-calls.ts';
import { refusedAsFull } from './limit-company.ts';
import { newCall } from './new-call.ts';
import { forkTo } from './open-call.ts';
import { viaChannel } from './shown-to-callee.ts';
import { type InviteDesk, type InvitedByTrunk, InviteRefused } from './steps.ts';

/** Somebody outside calls a number of an account: its channel decides what becomes of the call. */
export const openTrunkCall = async (invited: InvitedByTrunk, desk: InviteDesk): Promise<NewCall | InviteRefused> => {
  const accountIds = invited.from.trunks.map(({ accountId }) => accountId);
  return (await refusedAsFull(desk, invited.legId, accountIds)) ?? (await openFound(invited, desk));
};

async function openFound(invited: InvitedByTrunk, desk: InviteDesk): Promise<NewCall | InviteRefused> {
  const { from, offer } = invited;
  const { lines } = desk;
  const found = lines && (await findChannel(from, desk, lines));
  if (!found) return new InviteRefused(404, 'Not Found', 'NUMBER_NOT_FOUND');
  const { channel, called, number, listed, diverted, hiddenDiverters } = found;
  const { accountId, channelId, ownerUserId } = channel;
  const judged = await judgeOutsider(desk, { accountId, ownerUserId, number: listed });
  if (judged instanceof InviteRefused) return judged;
  const codecs = offer === undefined ? allCodecs : offeredCodecs(offer);
  if (codecs.length === 0) return new InviteRefused(488, 'Not Acceptable Here', 'NO_COMMON_CODEC');
  if (!hasRoom(desk, accountId)) return tooManyCalls();
  const itself = await refusedAsFull(desk, invited.legId, [accountId]);
  if (itself) return itself;
  const sessionId = from.byNode?.sessionId ?? desk.newId();
  const event = eventOf(found, from.name, sessionId);
  const seen = { isOutside: true, number };
  const { callId, targets, ...begins } = await arrive(channel, null, seen, desk, judged ?? undefined);
  const owner = channel.members.find(({ userId }) => userId === ownerUserId);
  const remote = { number, name: from.name };
  const { holdMusic } = await desk.directory.callSettings(accountId);
  return newCall(
    {
      callId,
      accountId,
      sessionId,
      codecs,
      holdMusic,
      caller: {
        invited,
        userId: null,
        endpointId: null,
        event: null,
        remote: { number: called, name: owner?.displayName ?? channel.name },
        channelId: null,
      },
      forks: targets.map((contact) => forkTo(contact, { event, remote }, desk)),
      begins,
      shown: {
        from: number === null ? 'anonymous' : { user: number, ...(from.name === null ? {} : { name: from.name }) },
        number: called,
        channelId,
        ...viaChannel(channel),
      },
      events: [event],
      maxForwards: from.maxForwards,
      diverted,
      hiddenDiverters,
      isByNode: from.byNode !== undefined,
    },
    desk,
  );
}

const eventOf = (
  { channel: { channelId, accountId, ownerUserId }, called, number }: FoundChannel,
  remoteName: string | null,
  sessionId: string,
): EventOpened => ({
  channelId,
  accountId,
  docId: docIdOf(sessionId),
  ownerUserId,
  direction: 'INCOMING',
  onPhoneNumber: called,
  remotePhoneNumber: number,
  remoteUserId: null,
  remoteName,
});

interface FoundChannel {
  readonly channel: DirectoryChannel;
  /** The number that was called, and who calls, in E.164 where they are numbers. */
  readonly called: string;
  readonly number: string | null;
  /** Who calls, as lists of callers have them. */
  readonly listed: string | null;
  /** Who sent the call elsewhere before it came, in E.164. */
  readonly diverted: readonly string[];
  readonly hiddenDiverters: readonly string[];
}

/** The channel that was called; a trunk reaches the numbers of its own account alone. */
async function findChannel(
  { trunks, number, diverted: sentBy = [], hiddenDiverters: hidden = [] }: TrunkCaller,
  { directory }: InviteDesk,
  lines: OutsideLines,
): Promise<FoundChannel | undefined> {
  for (const { accountId, called, numberForm } of trunks) {
    const place = await lines.placeOf(accountId);
    for (const e164 of numbersFromTrunk(called, numberForm, place)) {
      const channel = await directory.channelByNumber(e164);
      if (channel?.accountId !== accountId) continue;
      const caller = number === null ? null : (numbersFromTrunk(number, numberForm, place)[0] ?? number);
      const listed = number === null ? null : callerFromTrunk(number, numberForm, place);
      const read = (users: readonly string[]) =>
        users.flatMap((each) => numbersFromTrunk(each, numberForm, place)[0] ?? []);
      return {
        channel,
        called: e164,
        number: caller,
        listed,
        diverted: read(sentBy),
        hiddenDiverters: read(hidden),
      };
    }
  }
  return undefined;
}
