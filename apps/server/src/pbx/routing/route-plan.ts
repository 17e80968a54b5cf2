import type { ForwardWhen } from '@sidetone/contract/entities/line-forwarding.ts';
import type { EmergencyAddress } from '@sidetone/contract/entities/number-plan.ts';
import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
import type { MenuDestination } from '@sidetone/contract/entities/voice-menu.ts';
import { joinNeeds } from '@sidetone/contract/rules/queues/skills.ts';
import type { Diverted } from '../diverted.ts';
import type { OutsideLine } from '../ports.ts';

/** What is left to try for a call that nobody has taken yet. Plain JSON, which only those who make plans read. */
export type RoutePlan = ChannelPlan | TrunkPlan | ForwardPlan;

/** How far a call has come in a channel. */
export interface ChannelPlan {
  readonly kind: 'channel';
  readonly channelId: string;
  /** The channel that was called, where the call was forwarded from it; else null. */
  readonly cameInOn: string | null;
  /** Channels that the call has been in, this one included: it comes to none of them again. */
  readonly visited: readonly string[];
  readonly at: ChannelStep;
  /** What is left of the channel's ring time. */
  readonly msLeft: number;
  /** Members who had their turn. */
  readonly rung: readonly string[];
  /** Voice menus that the caller has heard: none of them is played again. Left out: none. */
  readonly menus?: readonly string[];
  /** The voice menu with which the call begins in the first channel, in place of that channel's. */
  readonly firstMenuId?: string;
  /** The skills that the caller needs by the number or the keys that led here; left out: none. */
  readonly skills?: readonly SkillNeed[];
  /** The caller's place in the queue of the channel; left out: the caller is in none. */
  readonly place?: QueuePlace;
  /** Where a voice menu has led, for `led` alone. */
  readonly target?: Exclude<MenuDestination, { kind: 'menu' }>;
  /** The channel whose owner's rules have sent the call to a number: those that name one no longer count there. */
  readonly passed?: string;
  /** Nobody outside took the call, to whom a rule for this occasion sent it. */
  readonly untakenAfter?: ForwardWhen;
}

/** A caller who waits in a queue; times in ms since 1970. */
export interface QueuePlace {
  /** When they came into the queue. */
  readonly since: number;
  /** Lower ones are first: when they came, or some time before for callers who go first. */
  readonly rank: number;
  /** When they heard last which place they have, or music alone; null: they hear it ring. */
  readonly toldAt: number | null;
  /** Since when there has been no member who could take the call; null: there is one. */
  readonly deserted: number | null;
  /** Until when those who rang last may ring, also where they refused before; left out: nobody rang. */
  readonly ringsUntil?: number;
  /**
   * Whether a key means that they want to be called back. `refused`: they pressed it, and cannot be called. Left out: it
   * means nothing.
   */
  readonly callBack?: 'offered' | 'refused';
}

/**
 * `proves`: the caller has to show that a human calls. `arrives`: nothing was done yet. `opens`: the announcement is over. `led`: the caller has chosen in a voice menu. `met`: what
 * comes before the members begins. `message`: a message is to be left. `asked`: the caller wants a person, not the call
 * assistant. `closed`: the announcement outside the hours is over. `rings`: members ring, or are waited for. `over`: the
 * channel has done what it can. `calledBack`: a caller in the queue wants to be called back. `declined`: so has the call assistant, or the voice menu, where nobody took the call. `done`: the
 * last announcement is over.
 */
type ChannelStep =
  | 'proves'
  | 'arrives'
  | 'opens'
  | 'led'
  | 'met'
  | 'message'
  | 'asked'
  | 'closed'
  | 'rings'
  | 'calledBack'
  | 'over'
  | 'declined'
  | 'done';

/**
 * What becomes of members who are free only after others have begun to ring. `join`: they ring too, immediately. `turn`: they
 * are next as soon as those who ring had `turnMs`.
 */
export interface LateMembers {
  readonly how: 'join' | 'turn';
  readonly turnMs: number;
  /** As the plan stood when the others began to ring, who are among `rung`. */
  readonly plan: ChannelPlan;
}

/** What a number has for its callers: a voice menu of its own, and skills that they need. */
export interface NumberCalled {
  readonly firstMenuId?: string | undefined;
  readonly firstSkills?: readonly SkillNeed[] | undefined;
}

/** A call that comes to a channel by this number, or by none. */
export const arrivalAt = (channelId: string, { firstMenuId, firstSkills = [] }: NumberCalled = {}): ChannelPlan => ({
  kind: 'channel',
  channelId,
  cameInOn: null,
  visited: [channelId],
  at: 'arrives',
  msLeft: 0,
  rung: [],
  ...(firstMenuId !== undefined && { firstMenuId }),
  ...(firstSkills.length > 0 && { skills: firstSkills }),
});

/** A call that comes to a channel to leave a message, and rings nobody. */
export const messageAt = (channelId: string): ChannelPlan => ({ ...arrivalAt(channelId), at: 'message' });

/** A call that arrives in this way once its caller has pressed a key, as no robot does. */
export const provenAt = (arrival: ChannelPlan): ChannelPlan => ({ ...arrival, at: 'proves' });

/** Longer chains are a mistake of those who set them up. */
export const mostChannels = 8;

/** Whether a call may go on in a channel: it comes to none twice, and not to any number of them. */
export const mayEnter = ({ visited }: ChannelPlan, channelId: string): boolean =>
  !visited.includes(channelId) && visited.length < mostChannels;

/** A call that goes on in another channel, and no longer waits in the queue of this one. */
export const movedTo = ({ place: _, untakenAfter: __, ...plan }: ChannelPlan, channelId: string): ChannelPlan => ({
  ...plan,
  channelId,
  cameInOn: plan.cameInOn ?? plan.channelId,
  visited: [...plan.visited, channelId],
  at: 'arrives',
  msLeft: 0,
  rung: [],
});

/** What a caller chose in voice menus. */
export interface MenuChoice {
  readonly target: Exclude<MenuDestination, { kind: 'menu' }>;
  /** The menus that they heard, the first one first. */
  readonly menus: readonly string[];
  /** What they pressed, by the names of the menus, such as `Main 2, Support 1`. */
  readonly path: string;
  /** The skills that the keys ask for; left out: none. */
  readonly skills?: readonly SkillNeed[];
}

type Led = Pick<MenuChoice, 'target' | 'menus' | 'skills'>;

/** The plan of a call that a voice menu has led on; another plan than that of a channel stays as it is. */
export function ledTo(plan: RoutePlan | null, choice: Led): RoutePlan | null {
  if (plan?.kind === 'forwards') return { ...plan, way: ledTo(plan.way, choice) };
  return plan?.kind === 'channel' ? ledOn(plan, choice) : plan;
}

/** The same, of a plan that is known to be a channel's. */
export const ledOn = (plan: ChannelPlan, { target, menus, skills }: Led): ChannelPlan => ({
  ...plan,
  at: 'led',
  target,
  menus: [...new Set([...(plan.menus ?? []), ...menus])],
  ...(skills && { skills: joinNeeds(plan.skills ?? [], skills) }),
});

/** The plan of a caller in a queue who wants to be called back; null where that is not offered to them. */
export function wantingCallBack(plan: RoutePlan | null): RoutePlan | null {
  if (plan?.kind === 'forwards') {
    const way = wantingCallBack(plan.way);
    return way && { ...plan, way };
  }
  if (plan?.kind !== 'channel' || plan.at !== 'rings' || plan.place?.callBack !== 'offered') return null;
  return { ...plan, at: 'calledBack' };
}

/** A call to the outside, and the trunks that it may still try. */
export interface TrunkPlan {
  readonly kind: 'trunks';
  /** E.164, or an emergency number as it is dialled. */
  readonly number: string;
  /** Who calls, in E.164: told to the trunk even where the callee must not learn it. */
  readonly identity: string | null;
  readonly isEmergency: boolean;
  /** Where help has to go. */
  readonly location?: EmergencyAddress | null;
  /** How many hops the call may still go (RFC 3261 §8.1.1.6). */
  readonly maxForwards: number;
  /** The call is somebody else's, whom one of ours sends there. */
  readonly diverted?: Diverted;
  readonly left: readonly OutsideLine[];
  /** The number is that of a company at another node, and its line is tried first. Left out: it is nobody's here. */
  readonly company?: CompanyElsewhere;
}

/** Whom a call to another node is for, and who needs the permission where it leaves by a trunk nevertheless. */
interface CompanyElsewhere {
  readonly accountId: string;
  /** Whether its home may be looked up once more: it may have moved, or another carrier has taken its node over. */
  readonly looksAgain: boolean;
  readonly permits: {
    readonly accountId: string;
    readonly userId: string;
    readonly kind: 'call' | 'transfer' | 'forward';
  };
}

/** The plan with the trunks alone. */
export const withoutNodes = ({ company: _, ...plan }: TrunkPlan): TrunkPlan => ({
  ...plan,
  left: plan.left.filter(({ node }) => node === undefined),
});

/** Somebody's own device sent the call elsewhere (RFC 3261 §21.3), or a rule of theirs. */
export interface ForwardPlan {
  readonly kind: 'forwards';
  /** Who sent it: they pay for the call and need the permission. */
  readonly userId: string;
  /** The device that did; null for a rule. */
  readonly endpointId: string | null;
  /** Whom it named and who was not tried yet, the most wanted first, as somebody would dial them. */
  readonly contacts: readonly string[];
  /** What is left to try for the one who is being called; null for nothing. */
  readonly way: RoutePlan | null;
  /** What the line would have done without that; null for nothing. */
  readonly rest: RoutePlan | null;
  /** What it does where somebody outside was called and did not take the call. Left out: the same. */
  readonly untaken?: RoutePlan | null;
  /** Channels where the call has been besides those that its inbox events name. Left out: none. */
  readonly visited?: readonly string[];
}
