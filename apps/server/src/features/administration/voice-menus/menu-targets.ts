import {
  type MenuSettings,
  type MenuTarget,
  type MenuTargetProblem,
  menuLimits,
} from '@sidetone/contract/entities/voice-menu.ts';
import { whyNotSentTo } from '../../../identity/outside-targets.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';
import { routingOf } from '../channels/channel-row.ts';
import { hasAnnouncement } from '../channels/destinations.ts';
import { refuseUnknownSkills } from '../skills/known-skills.ts';
import type { KeptMenu } from './menu-row.ts';

/** A menu that is to be saved, among the others of its account. */
interface Saved {
  readonly accountId: string;
  /** Null: it is new, and no menu leads to it yet. */
  readonly menuId: string | null;
  readonly settings: MenuSettings;
  readonly others: readonly KeptMenu[];
}

/**
 * Refuses targets that no call could come to, each with the field that names it: NOT_FOUND for things of nobody here, else
 * VALIDATION_FAILED with a `MenuTargetProblem` as the issue's message.
 */
export async function refuseTargets(trx: Writer, saved: Saved): Promise<void> {
  const issues: { path: string; message: MenuTargetProblem }[] = [];
  const { promptAnnouncementId: prompt } = saved.settings;
  if (prompt !== null && !(await hasAnnouncement(trx, saved.accountId, prompt))) {
    issues.push({ path: 'promptAnnouncementId', message: 'gone' });
  }
  for (const [path, target] of targetsOf(saved.settings)) {
    const problem = await problemOf(trx, saved, target);
    if (problem !== null) issues.push({ path, message: problem });
  }
  for (const [at, { skills = [] }] of saved.settings.keys.entries())
    await refuseUnknownSkills(trx, saved.accountId, skills, `keys.${at}.skills`);
  if (issues.length === 0) return;
  const isGone = issues.some(({ message }) => message === 'gone');
  const words = issues.map(({ path, message }) => `${path}: ${said[message]}`).join(' ');
  throw new Refusal(isGone ? 'NOT_FOUND' : 'VALIDATION_FAILED', words, { issues });
}

const said: Readonly<Record<MenuTargetProblem, string>> = {
  gone: 'This does not exist.',
  menuLoop: 'That menu leads back here.',
  menuDepth: `Menus lead into each other at most ${menuLimits.depth} deep.`,
  voicemailOff: 'The voicemail of that channel is off.',
  ownNumber: 'That number belongs to this server: name its channel.',
  noTrunk: 'There is no trunk by which calls could leave.',
  barred: 'The account may not call there.',
};

/** Each target with the field that names it. */
const targetsOf = ({ keys, nothing }: MenuSettings): [string, MenuTarget][] => [
  ...keys.map(({ target }, at): [string, MenuTarget] => [`keys.${at}.target`, target]),
  ['nothing', nothing],
];

async function problemOf(trx: Writer, saved: Saved, target: MenuTarget): Promise<MenuTargetProblem | null> {
  const { accountId } = saved;
  switch (target.kind) {
    case 'channel':
      return (await channelAt(trx, accountId, target.channelId)) ? null : 'gone';
    case 'voicemail': {
      const channel = await channelAt(trx, accountId, target.channelId);
      if (!channel) return 'gone';
      return routingOf(channel).voicemail.enabled ? null : 'voicemailOff';
    }
    case 'number':
      return await whyNotSentTo(trx, accountId, target.number);
    case 'announcement':
      return (await hasAnnouncement(trx, accountId, target.announcementId)) ? null : 'gone';
    case 'menu':
      return whyNotMenu(saved, target.menuId);
    case 'again':
    case 'back':
    case 'hangUp':
      return null;
  }
}

/** Menus that lead into each other form no circle, whichever of them is changed last. */
function whyNotMenu({ menuId, others }: Saved, to: string): MenuTargetProblem | null {
  if (to === menuId) return 'menuLoop';
  const leads = new Map(others.map(({ id, settings }) => [id, menusIn(settings)]));
  if (!leads.has(to)) return 'gone';
  // What the menu led to so far no longer counts.
  if (menuId !== null) leads.set(menuId, []);
  if (menuId !== null && reaches(leads, to, menuId)) return 'menuLoop';
  const above = menuId === null ? 1 : depthAbove(leads, menuId);
  return above + depthBelow(leads, to) > menuLimits.depth ? 'menuDepth' : null;
}

type Leads = ReadonlyMap<string, readonly string[]>;

const menusIn = (settings: MenuSettings): string[] =>
  targetsOf(settings).flatMap(([, target]) => (target.kind === 'menu' ? target.menuId : []));

function reaches(leads: Leads, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(leads.get(next) ?? []));
  }
  return false;
}

/** How many menus follow each other from this one on, itself included; counting stops at one too many. */
const depthBelow = (leads: Leads, menuId: string, most: number = menuLimits.depth + 1): number =>
  most <= 1 ? 1 : 1 + Math.max(0, ...(leads.get(menuId) ?? []).map((next) => depthBelow(leads, next, most - 1)));

/** The same, of those that lead to it. */
function depthAbove(leads: Leads, menuId: string): number {
  const back = new Map<string, string[]>();
  for (const [from, all] of leads) for (const to of all) back.set(to, [...(back.get(to) ?? []), from]);
  return depthBelow(back, menuId);
}

const channelAt = (trx: Writer, accountId: string, channelId: string) =>
  trx
    .selectFrom('channels')
    .select(['routing', 'ring_seconds', 'follow_up_time'])
    .where('id', '=', channelId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
