import type { Call, Fork, Refusal, Shown } from '../../calls/call.ts';
import { claimed, contactsIn, refusalOfEnd } from '../../calls/invite/arrive.ts';
import { alongOf } from '../../calls/invite/mobiles.ts';
import { forkTo } from '../../calls/invite/open-call.ts';
import { viaChannel } from '../../calls/invite/shown-to-callee.ts';
import type { InviteDesk } from '../../calls/invite/steps.ts';
import type { RegisteredContact } from '../../calls/legs.ts';
import type { RingStage, Stage } from '../../calls/stage.ts';
import type { DirectoryChannel, EventOpened } from '../../ports.ts';
import { expectedWait } from '../../routing/expected-wait.ts';
import { mobilesFor } from '../../routing/mobiles.ts';
import { planChannel } from '../../routing/plan-channel.ts';
import { emptyQueue } from '../../routing/queue-order.ts';
import type { ChannelPlan, ForwardPlan } from '../../routing/route-plan.ts';
import { channelReadings } from './channel-readings.ts';
import type { Planner } from './stages.ts';

export interface ChannelPlannerParts {
  readonly desk: InviteDesk;
  /** Claims of the stage before; those who are rung next are claimed again. */
  release(callId: string): Promise<void>;
  /** A number outside, on behalf of a channel; null where it cannot or must not be called. */
  outside?(
    call: Call,
    number: string,
    from: { readonly event: EventOpened; readonly cameInOn: string | null },
  ): Promise<Stage | null>;
  /** A number to which a rule of a user sends the calls of their line. */
  forwards?(call: Call, plan: ForwardPlan, refusal: Refusal): Promise<Stage>;
}

/** What comes next for a call in a channel: the plan says what, and here it gets its devices, claims and inbox events. */
export function channelPlanner(parts: ChannelPlannerParts): Planner<ChannelPlan> {
  const ofWaiting = channelReadings(parts.desk);
  return async (call, begun, refusal) => {
    const { desk, release } = parts;
    const came = call.events.findLast(({ direction }) => direction === 'INCOMING');
    const end: Stage = { do: 'end', refusal };
    if (!came) return end;
    await release(call.callId);
    /** Claimed by another call since we looked. */
    const taken = new Set<string>();
    for (let plan: ChannelPlan | null = begun; plan !== null; ) {
      const { channelId } = plan;
      const channel = await (isAtRest(call, plan) ? ofWaiting(channelId) : desk.directory.channelById(channelId));
      if (channel?.accountId !== came.accountId) return end;
      const contacts = await contactsIn(channel, desk);
      const now = desk.now?.() ?? new Date(0);
      const mobiles = mobilesFor(channel, came.remotePhoneNumber, now);
      const step = planChannel(plan, channel, {
        now,
        callerUserId: call.caller.userId,
        canServe: !call.caller.virtual,
        isBusy: (userId) => taken.has(userId) || (desk.isBusy?.(userId, call.callId) ?? false),
        isThere: (userId) => contacts.some((contact) => contact.userId === userId),
        hasMobile: (userId) => mobiles.has(userId),
        keptRank: desk.keptRank?.(channel.channelId, came.remotePhoneNumber),
        caller: { isOutside: came.remoteUserId === null, number: came.remotePhoneNumber },
        wasBusy: refusal.reason === 'BUSY_HERE' || refusal.reason === 'DECLINED',
        neverRang: refusal.neverRang === true,
        queue: (rank) => desk.queueOf?.(channel.channelId, { callId: call.callId, rank }) ?? emptyQueue,
      });
      const at = { call, channel, contacts, mobiles, came, plan, refusal, moved: moveTo(came, channel, plan) };
      if (step.do === 'end') return { do: 'end', refusal: refusalOfEnd(step.why) ?? refusal };
      const next = await stageOf(parts, at, step, taken);
      if (next.stage) return next.stage;
      if (next.plan === undefined) return end;
      plan = next.plan;
    }
    return end;
  };
}

/** A caller who has waited in the queue before, and for whom nobody rang whose claim an older reading would show. */
const isAtRest = (call: Call, { channelId, place, rung }: ChannelPlan): boolean =>
  place !== undefined && rung.length === 0 && isInMusicOf(call, channelId);

/** Where the call stands when its plan says a step. */
interface At {
  readonly call: Call;
  readonly channel: DirectoryChannel;
  readonly contacts: readonly RegisteredContact[];
  readonly mobiles: ReturnType<typeof mobilesFor>;
  /** The inbox event of the channel that it came to last. */
  readonly came: EventOpened;
  readonly plan: ChannelPlan;
  readonly refusal: Refusal;
  readonly moved: Moved;
}

type Step = ReturnType<typeof planChannel>;

/** The stage that a step is, or the plan to go on with where nothing comes of it; with neither the call ends. */
interface Next {
  readonly stage?: Stage | undefined;
  readonly plan?: ChannelPlan | null;
}

async function stageOf(
  { desk, outside, forwards }: ChannelPlannerParts,
  at: At,
  step: Exclude<Step, { do: 'end' }>,
  taken: Set<string>,
): Promise<Next> {
  const { call, channel, moved } = at;
  const { events, leaves } = moved;
  switch (step.do) {
    case 'ring':
      return await ring(desk, at, step, taken);
    case 'wait': {
      const music = await musicOf(desk, call, channel, step.rest);
      const wait = { forks: [], rings: [], ringMs: step.forMs, ...music, plan: step.rest };
      return { stage: ringStage(call, channel, moved, wait) };
    }
    case 'tell':
      return { stage: await tell(desk, at, step) };
    case 'callBack':
      return { stage: await keepPlace(desk, at, step) };
    case 'prove':
      return { stage: { do: 'serve', service: { kind: 'proof' }, events, leaves, plan: step.rest } };
    case 'announce': {
      const file = await desk.directory.announcementFile?.(channel.accountId, step.announcementId);
      if (!file) return { plan: step.rest };
      return { stage: { do: 'serve', service: { kind: 'announcement', file }, events, leaves, plan: step.rest } };
    }
    case 'ask': {
      const { assistantId } = step;
      const kind = await voiceOf(desk, channel.accountId, assistantId);
      if (kind === null) return { plan: step.rest };
      const { channelId } = channel;
      const service = { kind, assistantId, channelId, docId: moved.event.docId } as const;
      return { stage: { do: 'serve', service, events, leaves, plan: step.rest } };
    }
    case 'menu': {
      const { menuId } = step;
      if (!(await desk.directory.voiceMenu?.(channel.accountId, menuId))) return { plan: step.rest };
      return { stage: { do: 'serve', service: { kind: 'menu', menuId }, events, leaves, plan: step.rest } };
    }
    case 'room':
      return { stage: { do: 'serve', service: roomOf(channel), events, leaves, plan: null } };
    case 'voicemail': {
      const { channelId } = channel;
      const service = { kind: 'voicemail', channelId, docId: moved.event.docId, maxSeconds: step.maxSeconds } as const;
      return { stage: { do: 'serve', service, events, leaves, plan: null } };
    }
    case 'enter':
      return { plan: step.rest };
    case 'number': {
      const stage = await outside?.(call, step.number, { event: at.came, cameInOn: at.plan.cameInOn });
      return stage ? { stage } : {};
    }
    case 'forward':
      return { stage: await forwards?.(call, forwardsOf(step, at), at.refusal) };
  }
}

const forwardsOf = ({ userId, number, rest, untaken }: Extract<Step, { do: 'forward' }>, { plan }: At) =>
  ({
    kind: 'forwards',
    userId,
    endpointId: null,
    contacts: [number],
    way: null,
    rest,
    untaken,
    visited: plan.visited,
  }) as const;

const roomOf = ({ channelId }: DirectoryChannel) => ({ kind: 'room', channelId }) as const;

/** What a caller hears who waits in a queue: the channel's music, or the account's where it has none of its own. */
async function musicOf(
  { directory }: InviteDesk,
  call: Call,
  channel: DirectoryChannel,
  rest: ChannelPlan | null,
): Promise<Pick<RingStage, 'music'>> {
  if (rest?.place === undefined) return {};
  if (call.queueMusic !== undefined && isInMusicOf(call, channel.channelId)) return { music: call.queueMusic };
  const { accountId, routing } = channel;
  const musicId = routing?.waiting?.musicId ?? null;
  const own = musicId === null ? null : await directory.announcementFile?.(accountId, musicId);
  if (own != null) return { music: own };
  // Somebody of another company on this server brings the music of their own.
  return { music: accountId === call.accountId ? call.holdMusic : (await directory.callSettings(accountId)).holdMusic };
}

/** The caller hears their place, about how long they will wait, and of the call-back where that is offered. */
async function tell(
  desk: InviteDesk,
  { channel, moved: { events, leaves } }: At,
  { position, offers, wait, rest }: Extract<Step, { do: 'tell' }>,
): Promise<Stage> {
  const offer = offers ? { file: await offerOf(desk, channel) } : undefined;
  const callSeconds = wait === null ? null : ((await desk.directory.callSeconds?.(channel.channelId)) ?? null);
  const said = wait === null ? null : expectedWait({ ...wait, callSeconds });
  const service = { kind: 'place', position, ...(said !== null && { wait: said }), ...(offer && { offer }) } as const;
  return { do: 'serve', service, events, leaves, plan: rest };
}

/** The caller hears whether they are called back. Who is not goes on waiting. */
async function keepPlace(
  desk: InviteDesk,
  { channel, moved: { event, events, leaves } }: At,
  { place, rest }: Extract<Step, { do: 'callBack' }>,
): Promise<Stage> {
  const keptMinutes = channel.routing?.waiting?.callBack?.keptMinutes;
  const isKept =
    keptMinutes !== undefined &&
    ((await desk.keepPlace?.({ event, place, skills: rest.skills, keptMinutes })) ?? false);
  const service = { kind: 'callBack', isKept } as const;
  return { do: 'serve', service, events, leaves, plan: isKept ? null : rest };
}

/** The announcement that offers callers of this channel a call-back; null for the usual sentence. */
async function offerOf({ directory }: InviteDesk, { accountId, routing }: DirectoryChannel): Promise<string | null> {
  const promptId = routing?.waiting?.callBack?.promptId ?? null;
  return promptId === null ? null : ((await directory.announcementFile?.(accountId, promptId)) ?? null);
}

/** Whether the caller hears this channel's music now, or, as the second line of somebody, would hear it. */
const isInMusicOf = ({ caller, shown }: Call, channelId: string): boolean =>
  shown.channelId === channelId && (caller.virtual || caller.hears === 'queueMusic');

/** Who of a call assistant could talk to a caller now; null: nobody. */
async function voiceOf({ directory }: InviteDesk, accountId: string, assistantId: string) {
  const bot = await directory.botOf?.(accountId, assistantId);
  if (bot) return bot === 'free' ? 'bot' : null;
  return (await directory.hasQuestions?.(accountId, assistantId)) ? 'assistant' : null;
}

/** Rings those of the step whom nobody claimed meanwhile. */
async function ring(
  desk: InviteDesk,
  { call, channel, contacts, mobiles, plan, moved }: At,
  step: Extract<Step, { do: 'ring' }>,
  taken: Set<string>,
): Promise<Next> {
  const rings = await claimed(step, call.callId, channel.channelId, desk);
  for (const userId of step.userIds) if (!rings.includes(userId)) taken.add(userId);
  // Others may be free, or will be.
  if (rings.length === 0) return { plan };
  const side = { event: moved.event, remote: remoteOf(call, moved.event) };
  const forks = contacts
    .filter(({ userId, endpointId }) => rings.includes(userId) && endpointId !== call.caller.endpointId)
    .map((contact) => forkTo(contact, side, desk));
  const along = alongOf(mobiles, rings, contacts);
  if (forks.length === 0 && along.length === 0) return { plan: step.rest };
  const { forMs: ringMs, late, rest } = step;
  const music = await musicOf(desk, call, channel, rest);
  return { stage: ringStage(call, channel, moved, { forks, rings, ringMs, late, along, ...music, plan: rest }) };
}

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
  { shown: { from, number }, caller }: Call,
  channel: DirectoryChannel,
  moved: Moved,
  ring: Pick<RingStage, 'forks' | 'rings' | 'ringMs' | 'late' | 'along' | 'music' | 'plan'>,
): RingStage => ({
  do: 'ring',
  ...ring,
  shown: { from, number, channelId: channel.channelId, ...viaOf(channel, caller, moved) },
  events: moved.events,
  leaves: moved.leaves,
  cameInOn: moved.cameInOn,
});

/** The caller called the line that sent the call on: that is shown, but not to another company. */
function viaOf(channel: DirectoryChannel, { remote }: Call['caller'], { event, cameInOn }: Moved): Pick<Shown, 'via'> {
  if (channel.type === 'acd' || cameInOn === null || event.accountId !== channel.accountId) return viaChannel(channel);
  const name = remote.name ?? remote.number;
  return name === null ? {} : { via: name };
}

/** The caller as those saw them who were rung before. */
const remoteOf = ({ forks }: Call, { remotePhoneNumber, remoteName }: EventOpened): Fork['remote'] =>
  forks.find(({ event }) => event?.direction === 'INCOMING')?.remote ?? { number: remotePhoneNumber, name: remoteName };
