import type { ChannelRouting } from '@sidetone/contract/entities/channel-routing.ts';
import type { ForwardWhen } from '@sidetone/contract/entities/line-forwarding.ts';
import { numberPlanRules } from '@sidetone/contract/entities/number-plan.ts';
import type { RoutingTrial, TrialStep, TrialVoice } from '@sidetone/contract/entities/routing-trial.ts';
import { type SkillNeed, type SkillStep, skillNeeds } from '@sidetone/contract/entities/skill.ts';
import type { MenuTarget } from '@sidetone/contract/entities/voice-menu.ts';
import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { readFeatureCode, withoutSendKey } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { joinNeeds } from '@sidetone/contract/rules/queues/skills.ts';
import { sql } from 'kysely';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { pagingGroupsOf } from '../paging/group-row.ts';
import { menusOf } from '../voice-menus/menu-row.ts';
import { channelOf } from './channel-row.ts';
import { voiceOf } from './destinations.ts';

/** Why a number outside would not be called; null: it would. */
export type NumberProblem = Extract<TrialStep, { kind: 'number' }>['problem'];

/** What a call goes through, by the channel it is in, as the exchange would have it. */
type TriedStep = { readonly channelId: string; readonly afterSeconds: number } & (
  | { readonly what: 'closed'; readonly holiday: string | null; readonly byHand: boolean }
  | { readonly what: 'announcement'; readonly announcementId: string }
  | {
      readonly what: 'rings';
      readonly userIds: readonly string[];
      readonly seconds: number;
      readonly asked?: { readonly needs: readonly SkillNeed[]; readonly step: SkillStep };
    }
  | { readonly what: 'mobile'; readonly userId: string; readonly number: string; readonly problem: NumberProblem }
  | { readonly what: 'waits'; readonly seconds: number; readonly inQueue: boolean; readonly callBack?: true }
  | { readonly what: 'forwarded'; readonly toChannelId: string }
  | { readonly what: 'menu'; readonly menuId: string }
  | { readonly what: 'asked'; readonly assistantId: string }
  | { readonly what: 'room' }
  | { readonly what: 'voicemail'; readonly maxSeconds: number }
  | { readonly what: 'number'; readonly number: string; readonly problem: NumberProblem }
  | { readonly what: 'rule'; readonly when: ForwardWhen }
  | { readonly what: 'ends'; readonly why: 'doNotDisturb' | 'unavailable' | 'closed' | 'nobodyTookIt' }
);

/** Asks the exchange's own rules what would happen; `routing` stands in for the channel's saved settings. */
export type TryRouting = (about: {
  channelId: string;
  at: Date;
  channelIds: readonly string[];
  routing: ChannelRouting | undefined;
  /** Of the names of public holidays. */
  language: 'de' | 'en';
  /** The voice menu of the number that is called. */
  firstMenuId: string | undefined;
  /** The skills that callers of the number need, and those that the trial adds. */
  firstSkills: readonly SkillNeed[];
  /** Who calls, as a trunk writes it; null: withheld; undefined: nobody whom a list or a rule names. */
  from: string | null | undefined;
}) => Promise<readonly TriedStep[]>;

/** The entry of a list that would refuse a call to this channel, or ask its caller for a key. `from` as a trunk writes it; null: withheld. */
export type FindBlock = (call: {
  readonly accountId: string;
  readonly channelId: string;
  readonly from: string | null;
}) => Promise<{ readonly by: 'company' | 'user'; readonly number: string | null; readonly asks: boolean } | null>;

/**
 * What would happen to a call, without making one. Throws `Refusal` NOT_FOUND for a number, extension or channel of nobody
 * here.
 */
export async function tryCall(
  { db, tryRouting, findBlock }: { db: Database; tryRouting: TryRouting; findBlock: FindBlock },
  accountId: string,
  about: {
    to: { channelId: string } | { number: string };
    /** Left out: nobody whom a list or a rule names. */
    from?: string | null | undefined;
    at: string | null;
    /** Skills that the caller needs besides; left out: none. */
    skills?: readonly SkillNeed[] | undefined;
    routing?: ChannelRouting | undefined;
    /** The user who asks; null for the command line, which speaks English. */
    askedBy: string | null;
  },
): Promise<RoutingTrial> {
  const at = about.at === null ? new Date() : new Date(about.at);
  const page = 'number' in about.to ? await pageStep(db, accountId, about.to.number) : null;
  if (page !== null) {
    const { timeZone } = await namesOf(db, accountId);
    return { at: at.toISOString(), localTime: wallClock(at, timeZone), steps: [page] };
  }
  const { channelId, firstMenuId, skills } =
    'channelId' in about.to
      ? { ...about.to, firstMenuId: undefined, skills: [] }
      : await channelBy(db, accountId, about.to.number);
  const firstSkills = joinNeeds(skills, about.skills ?? []);
  await channelOf(db, accountId, channelId);
  const names = await namesOf(db, accountId);
  const { from } = about;
  const block = from === undefined ? null : await findBlock({ accountId, channelId, from });
  if (block?.asks === false) {
    const { by, number } = block;
    const refused = { kind: 'blocked' as const, afterSeconds: 0, by, number };
    const steps = [channelStep(channelId, 0, 'called', names), refused];
    return { at: at.toISOString(), localTime: wallClock(at, names.timeZone), steps };
  }
  const language = await languageOf(db, about.askedBy);
  const channelIds = [...names.channels.keys()];
  const tried = await tryRouting({
    channelId,
    at,
    channelIds,
    routing: about.routing,
    language,
    firstMenuId,
    firstSkills,
    from,
  });
  const steps = inWords(tried, channelId, { ...names, voices: await voicesOf(db, accountId, tried) });
  if (block !== null) steps.splice(1, 0, { kind: 'proof', afterSeconds: 0, by: block.by });
  const last = steps.at(-1);
  // A line whose owner named the number goes on; a channel that an administrator sends there has nothing else.
  if (last?.kind === 'number' && last.problem !== null) {
    steps.push({ kind: 'end', afterSeconds: last.afterSeconds, why: 'notSentOn' });
  }
  return { at: at.toISOString(), localTime: wallClock(at, names.timeZone), steps };
}

const languageOf = async (db: Database, userId: string | null): Promise<'de' | 'en'> => {
  if (userId === null) return 'en';
  const user = await db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst();
  return user?.locale ?? 'en';
};

type Names = Awaited<ReturnType<typeof namesOf>> & { readonly voices: ReadonlyMap<string, TrialVoice> };

/** Who talks to the callers of each call assistant that would have the call. */
async function voicesOf(db: Database, accountId: string, tried: readonly TriedStep[]): Promise<Names['voices']> {
  const ids = new Set(tried.flatMap((step) => (step.what === 'asked' ? [step.assistantId] : [])));
  const voices = new Map<string, TrialVoice>();
  for (const id of ids) voices.set(id, await voiceOf(db, accountId, id));
  return voices;
}

type Why = 'called' | 'overflow' | 'closed' | 'holiday' | 'rule';

const inWords = (tried: readonly TriedStep[], channelId: string, names: Names): TrialStep[] => {
  /** Why the channel that the call is in lets it go on. */
  let why: Why = 'overflow';
  const steps: TrialStep[] = [channelStep(channelId, 0, 'called', names)];
  for (const step of tried) {
    steps.push(stepOf(step, why, names));
    if (step.what === 'closed') why = step.holiday === null ? 'closed' : 'holiday';
    if (step.what === 'rule') why = 'rule';
    if (step.what === 'forwarded' || step.what === 'number') why = 'overflow';
  }
  return steps;
};

const channelStep = (
  channelId: string,
  afterSeconds: number,
  why: Why,
  { channels }: Pick<Names, 'channels'>,
): TrialStep => ({
  kind: 'channel',
  afterSeconds,
  channelId,
  name: channels.get(channelId) ?? '',
  why,
});

const stepOf = (step: TriedStep, why: Why, names: Names): TrialStep => {
  const { afterSeconds } = step;
  switch (step.what) {
    case 'closed':
      return { kind: 'closed', afterSeconds, holiday: step.holiday, byHand: step.byHand };
    case 'announcement': {
      const { announcementId } = step;
      const name = names.announcements.get(announcementId) ?? null;
      return { kind: 'announcement', afterSeconds, announcementId, name };
    }
    case 'asked': {
      const { assistantId } = step;
      const name = names.assistants.get(assistantId) ?? null;
      return { kind: 'assistant', afterSeconds, assistantId, name, voice: names.voices.get(assistantId) ?? 'gone' };
    }
    case 'menu':
      return menuStep(step.menuId, afterSeconds, names);
    case 'rings': {
      const members = step.userIds.map((userId) => ({ userId, name: names.people.get(userId) ?? '' }));
      const needs = (step.asked?.needs ?? []).map((need) => ({ ...need, name: names.skills.get(need.skillId) ?? '' }));
      const asked = step.asked === undefined ? {} : { asked: { step: step.asked.step, needs } };
      return { kind: 'ring', afterSeconds, members, seconds: step.seconds, ...asked };
    }
    case 'mobile': {
      const { userId, number, problem } = step;
      return { kind: 'mobile', afterSeconds, userId, name: names.people.get(userId) ?? '', number, problem };
    }
    case 'waits':
      return {
        kind: 'wait',
        afterSeconds,
        seconds: step.seconds,
        inQueue: step.inQueue,
        ...(step.callBack && { callBack: true }),
      };
    case 'forwarded':
      return channelStep(step.toChannelId, afterSeconds, why, names);
    case 'room': {
      const { channelId } = step;
      return { kind: 'room', afterSeconds, channelId, name: names.channels.get(channelId) ?? '' };
    }
    case 'voicemail':
      return { kind: 'voicemail', afterSeconds, channelId: step.channelId, maxSeconds: step.maxSeconds };
    case 'number':
      return { kind: 'number', afterSeconds, number: step.number, problem: step.problem };
    case 'rule':
      return { kind: 'rule', afterSeconds, when: step.when };
    case 'ends':
      return { kind: 'end', afterSeconds, why: step.why };
  }
};

/** A voice menu with where each of its keys leads. */
function menuStep(menuId: string, afterSeconds: number, names: Names): TrialStep {
  const { menus, channels, announcements } = names;
  const menu = menus.get(menuId);
  const nameOf = (target: MenuTarget): string | null => {
    if (target.kind === 'channel' || target.kind === 'voicemail') return channels.get(target.channelId) ?? null;
    if (target.kind === 'menu') return menus.get(target.menuId)?.name ?? null;
    if (target.kind === 'announcement') return announcements.get(target.announcementId) ?? null;
    return null;
  };
  const keys = (menu?.settings.keys ?? []).map(({ key, target, skills = [] }) => ({
    key,
    target,
    name: nameOf(target),
    ...(skills.length > 0 && { skills: skills.map(({ skillId }) => names.skills.get(skillId) ?? '') }),
  }));
  return { kind: 'menu', afterSeconds, menuId, name: menu?.name ?? '', keys };
}

/** What the star code of a paging group does; null for anything else that is dialled. */
async function pageStep(db: Database, accountId: string, dialled: string): Promise<TrialStep | null> {
  const code = readFeatureCode(withoutSendKey(dialled));
  if (code?.name !== 'page' || code.extension === null) return null;
  const [group] = await pagingGroupsOf(db, accountId, code.extension);
  if (!group) throw notFound('paging group');
  return { kind: 'page', afterSeconds: 0, name: group.name, phones: group.phones };
}

/** The channel that an extension or a number of the account names. */
const channelBy = async (db: Database, accountId: string, dialled: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { emergencyNumbers: emergency } = numberPlanRules.parse(account.number_plan);
  const e164 = normalizeNumber(dialled, { country: account.country, areaCode: account.area_code, emergency });
  const found = await (e164 === null
    ? db
        .selectFrom('extensions')
        .select(['channel_id', sql<null>`null`.as('menu_id'), sql<unknown>`'[]'::jsonb`.as('skills')])
        .where('account_id', '=', accountId)
        .where('extension', '=', dialled)
    : db
        .selectFrom('numbers')
        .select(['channel_id', 'menu_id', 'skills'])
        .where('account_id', '=', accountId)
        .where('e164', '=', e164)
  ).executeTakeFirst();
  if (!found?.channel_id) throw notFound('number');
  const skills = skillNeeds.safeParse(found.skills).data ?? [];
  return { channelId: found.channel_id, firstMenuId: found.menu_id ?? undefined, skills };
};

const namesOf = async (db: Database, accountId: string) => {
  const channels = await db
    .selectFrom('channels')
    .leftJoin('users', 'users.id', 'channels.owner_user_id')
    .select(['channels.id', 'channels.name', 'first_name', 'last_name'])
    .where('channels.account_id', '=', accountId)
    .execute();
  const people = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('account_id', '=', accountId)
    .execute();
  const announcements = await db
    .selectFrom('announcements')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const assistants = await db
    .selectFrom('assistants')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const skills = await db.selectFrom('skills').select(['id', 'name']).where('account_id', '=', accountId).execute();
  const { time_zone: timeZone } = await db
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const nameOf = (row: { first_name: string | null; last_name: string | null }) =>
    `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return {
    timeZone,
    channels: new Map(channels.map((row) => [row.id, row.name ?? nameOf(row)])),
    people: new Map(people.map((row) => [row.id, nameOf(row)])),
    menus: new Map((await menusOf(db, accountId)).map((menu) => [menu.id, menu])),
    assistants: new Map(assistants.map((row) => [row.id, row.name])),
    skills: new Map(skills.map((row) => [row.id, row.name])),
    announcements: new Map(announcements.map((row) => [row.id, row.name])),
  };
};

/** A moment as the clock on the wall of that zone shows it, `2026-12-24T09:30`. */
const wallClock = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at).replace(' ', 'T');
