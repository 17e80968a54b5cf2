import type { Call, Fork } from '../../calls/call.ts';
import { claimed, contactsIn, refusalOfEnd } from '../../calls/invite/arrive.ts';
import { forkTo } from '../../calls/invite/open-call.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { RingStage, Stage } from '../../calls/stage.ts';
import type { DirectoryChannel, EventOpened } from '../../ports.ts';
import { planChannel } from '../../routing/plan-channel.ts';
import type { ChannelPlan } from '../../routing/route-plan.ts';
import type { Planner } from './stages.ts';

export interface ChannelPlannerParts {
  readonly desk: InviteDesk;
  /** Claims of the stage before; those who are rung next are claimed anew. */
  release(callId: string): Promise<void>;
  /** A number outside, on behalf of a channel; null where it cannot or must not be called. */
  outside?(
    call: Call,
    number: string,
    from: { readonly event: EventOpened; readonly cameInOn: string | null },
  ): Promise<Stage | null>;
}

/** What comes next for a call in a channel: the plan says what, and here it gets its devices, claims and inbox events. */
export const channelPlanner =
  ({ desk, release, outside }: ChannelPlannerParts): Planner<ChannelPlan> =>
  async (call, begun, refusal) => {
    const came = call.events.findLast(({ direction }) => direction === 'INCOMING');
    const end: Stage = { do: 'end', refusal };
    if (!came) return end;
    await release(call.callId);
    /** Claimed by another call since we looked. */
    const taken = new Set<string>();
    for (let plan: ChannelPlan | null = begun; plan !== null; ) {
      const channel = await desk.directory.channelById(plan.channelId);
      if (channel?.accountId !== came.accountId) return end;
      const contacts = await contactsIn(channel, desk);
      const step = planChannel(plan, channel, {
        now: desk.now?.() ?? new Date(0),
        callerUserId: call.caller.userId,
        canServe: !call.caller.virtual,
        isBusy: (userId) => taken.has(userId) || (desk.isBusy?.(userId, call.callId) ?? false),
        isThere: (userId) => contacts.some((contact) => contact.userId === userId),
      });
      const moved = moveTo(came, channel, plan);
      switch (step.do) {
        case 'ring': {
          const rings = await claimed(step, call.callId, channel.channelId, desk);
          for (const userId of step.userIds) if (!rings.includes(userId)) taken.add(userId);
          // Others may be free, or will be.
          if (rings.length === 0) continue;
          const side = { event: moved.event, remote: remoteOf(call, moved.event) };
          const forks = contacts
            .filter(({ userId, endpointId }) => rings.includes(userId) && endpointId !== call.caller.endpointId)
            .map((contact) => forkTo(contact, side, desk));
          if (forks.length > 0)
            return ringStage(call, channel, moved, {
              forks,
              rings,
              ringMs: step.forMs,
              late: step.late,
              plan: step.rest,
            });
          plan = step.rest;
          continue;
        }
        case 'wait':
          return ringStage(call, channel, moved, { forks: [], rings: [], ringMs: step.forMs, plan: step.rest });
        case 'announce': {
          const file = await desk.directory.announcementFile?.(channel.accountId, step.announcementId);
          plan = step.rest;
          if (!file) continue;
          const { events, leaves } = moved;
          return { do: 'serve', service: { kind: 'announcement', file }, events, leaves, plan };
        }
        case 'voicemail': {
          const { events, leaves } = moved;
          const { docId } = moved.event;
          const { maxSeconds } = step;
          const service = { kind: 'voicemail', channelId: channel.channelId, docId, maxSeconds } as const;
          return { do: 'serve', service, events, leaves, plan: null };
        }
        case 'enter':
          plan = step.rest;
          continue;
        case 'number':
          return (await outside?.(call, step.number, { event: came, cameInOn: plan.cameInOn })) ?? end;
        case 'end':
          return { do: 'end', refusal: refusalOfEnd(step.why) ?? refusal };
      }
    }
    return end;
  };

interface Moved {
  /** The event of the channel where the call is now. */
  readonly event: EventOpened;
  readonly events: readonly EventOpened[];
  readonly leaves: RingStage['leaves'];
  readonly cameInOn: string | null;
}

/** The inbox event goes along: the channel that the call left has missed it, and the one it came to knows from where. */
function moveTo(came: EventOpened, channel: DirectoryChannel, { cameInOn }: ChannelPlan): Moved {
  const { channelId, ownerUserId } = channel;
  if (came.channelId === channelId) return { event: came, events: [], leaves: null, cameInOn };
  const event: EventOpened = { ...came, channelId, ownerUserId, originalChannelId: cameInOn ?? came.channelId };
  return { event, events: [event], leaves: { channelId: came.channelId, docId: came.docId }, cameInOn };
}

const ringStage = (
  { shown }: Call,
  { channelId }: DirectoryChannel,
  { events, leaves, cameInOn }: Moved,
  ring: Pick<RingStage, 'forks' | 'rings' | 'ringMs' | 'late' | 'plan'>,
): RingStage => ({ do: 'ring', ...ring, shown: { ...shown, channelId }, events, leaves, cameInOn });

/** The caller as those saw them who were rung before. */
const remoteOf = ({ forks }: Call, { remotePhoneNumber, remoteName }: EventOpened): Fork['remote'] =>
  forks.find(({ event }) => event?.direction === 'INCOMING')?.remote ?? { number: remotePhoneNumber, name: remoteName };
