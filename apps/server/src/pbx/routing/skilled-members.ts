import type { QueueSkills, SkillNeed, SkillStep } from '@sidetone/contract/entities/skill.ts';
import { fitOf, hasSkills, joinNeeds, stepAfter } from '@sidetone/contract/rules/queues/skills.ts';
import type { ChannelMember } from '../ports.ts';

/** A caller who wants a member of a queue: what they need, and for how long they have waited. */
export interface Wants {
  /** When they came into the queue, in ms since 1970. */
  readonly since: number;
  /** What they need besides what the queue asks for; left out: nothing. */
  readonly skills?: readonly SkillNeed[] | undefined;
}

/** Why members ring: what is asked for, and how much of it still counts. */
export interface AskedSkills {
  readonly needs: readonly SkillNeed[];
  readonly step: SkillStep;
  /** When less is asked for; null: never. */
  readonly relaxesInMs: number | null;
}

/** What is asked of members for a caller now; `asked` is null where nothing is, then and later. */
export interface Suiting {
  readonly members: readonly ChannelMember[];
  readonly asked: AskedSkills | null;
}

interface Where {
  /** All who take part, also those who are busy. */
  readonly present: readonly ChannelMember[];
  readonly rules: QueueSkills;
  readonly now: number;
}

/** Those of the members whom a caller asks for by now. */
export function suiting(members: readonly ChannelMember[], { since, skills = [] }: Wants, where: Where): Suiting {
  const { rules, now, present } = where;
  const needs = joinNeeds(rules.needs, skills);
  if (needs.length === 0) return { members, asked: null };
  const waited = { needs, waitedMs: now - since, relaxMs: rules.relaxSeconds * 1000 };
  const { step, relaxesInMs } = stepAfter(waited, present.map(levelsOf));
  return {
    members: members.filter((member) => hasSkills(levelsOf(member), needs, step)),
    asked: { needs, step, relaxesInMs },
  };
}

/** Those of the free members whom none of the callers ahead could have. */
export function leftBy(
  free: readonly ChannelMember[],
  ahead: readonly Wants[],
  where: Where,
): readonly ChannelMember[] {
  let left = free;
  for (const wants of ahead) {
    if (left.length === 0) break;
    const { members } = suiting(free, wants, where);
    left = left.filter((member) => !members.includes(member));
  }
  return left;
}

/** Those who suit best come first; the others stay in their order. */
export const bestFirst = (members: readonly ChannelMember[], asked: AskedSkills | null): readonly ChannelMember[] =>
  asked === null
    ? members
    : members.toSorted((one, two) => fitOf(levelsOf(two), asked.needs) - fitOf(levelsOf(one), asked.needs));

const levelsOf = ({ skills = {} }: ChannelMember) => skills;
