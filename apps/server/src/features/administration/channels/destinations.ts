import type {
  ChannelRouting,
  DestinationProblem,
  RoutingDestination,
} from '@sidetone/contract/entities/channel-routing.ts';
import type { TrialVoice } from '@sidetone/contract/entities/routing-trial.ts';
import { whyNotSentTo } from '../../../identity/outside-targets.ts';
import { Refusal } from '../../../requests/refusal.ts';
import { botOf } from '../../../storage/assistant-bot.ts';
import { scriptOf } from '../../../storage/assistant-script.ts';
import type { Writer } from '../../../storage/writer.ts';
import { routingOf } from './channel-row.ts';

/** Settings of a channel that are to be saved; `before`: those that it has, which may stay as they are. */
interface Saved {
  readonly accountId: string;
  /** Null: the channel is new, and nothing leads to it yet. */
  readonly channelId: string | null;
  readonly routing: ChannelRouting;
  readonly before: ChannelRouting | null;
  /** Where the settings are in the body of the request, such as `routing.`; empty: they are the body. */
  readonly path: string;
}

/**
 * Refuses destinations that no call could come to, each with the field that names it: NOT_FOUND for channels of nobody
 * here, else VALIDATION_FAILED with a `DestinationProblem` as the issue's message. What the channel has already is not
 * asked about again.
 */
export async function refuseDestinations(trx: Writer, { accountId, channelId, routing, before, path }: Saved) {
  const same = new Set(before ? named(before).map(([, destination]) => JSON.stringify(destination)) : []);
  const issues: { path: string; message: DestinationProblem }[] = [];
  for (const [field, destination] of named(routing)) {
    if (same.has(JSON.stringify(destination))) continue;
    const problem = await problemOf(trx, accountId, channelId, destination);
    if (problem !== null) issues.push({ path: `${path}${field}`, message: problem });
  }
  if (issues.length === 0) return;
  const isGone = issues.some(({ message }) => message === 'gone');
  const words = issues.map((issue) => `${issue.path}: ${said[issue.message]}`).join(' ');
  throw new Refusal(isGone ? 'NOT_FOUND' : 'VALIDATION_FAILED', words, { issues });
}

/** Who talks to callers of a call assistant, as far as its settings tell, or why nobody does. */
export async function voiceOf(trx: Writer, accountId: string, assistantId: string): Promise<TrialVoice> {
  const script = await scriptOf(trx, accountId, assistantId);
  if (script === null) return 'gone';
  if ((await botOf(trx, accountId, assistantId)) !== null) return 'bot';
  return script.questions.length === 0 ? 'asksNothing' : 'questions';
}

async function whyNotAsked(trx: Writer, accountId: string, assistantId: string): Promise<DestinationProblem | null> {
  const voice = await voiceOf(trx, accountId, assistantId);
  return voice === 'gone' || voice === 'asksNothing' ? voice : null;
}

const said: Readonly<Record<DestinationProblem, string>> = {
  itself: 'A channel cannot send its calls to itself.',
  loop: 'That channel sends its calls back here.',
  gone: 'This does not exist.',
  ownNumber: 'That number belongs to this server: name its channel.',
  noTrunk: 'There is no trunk by which calls could leave.',
  barred: 'The account may not call there.',
  asksNothing: 'This call assistant has no recorded question.',
};

/** Each destination with the field that names it. */
const named = (routing: ChannelRouting): [string, RoutingDestination][] => [
  ['overflow', routing.overflow],
  ['closed', routing.closed],
  ...(routing.waiting === null ? [] : [queueFull(routing.waiting.full)]),
  ...(routing.assistantId === null ? [] : [asked(routing.assistantId)]),
  ...(routing.menuId === null ? [] : [menuFirst(routing.menuId)]),
  ...routing.holidays.flatMap(({ destination }, at): [string, RoutingDestination][] =>
    destination === null ? [] : [[`holidays.${at}.destination`, destination]],
  ),
];

const queueFull = (full: RoutingDestination): [string, RoutingDestination] => ['waiting.full', full];

/** The assistant that asks before anybody rings is named by its own field. */
const asked = (assistantId: string): [string, RoutingDestination] => [
  'assistantId',
  { kind: 'assistant', assistantId },
];

/** So is the voice menu. */
const menuFirst = (menuId: string): [string, RoutingDestination] => ['menuId', { kind: 'menu', menuId }];

/** Whether the account has this voice menu. */
export const hasMenu = async (trx: Writer, accountId: string, menuId: string): Promise<boolean> =>
  (await trx
    .selectFrom('voice_menus')
    .select('id')
    .where('id', '=', menuId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

/** Whether the account has this announcement; one that it has stays until the transaction ends. */
export const hasAnnouncement = async (trx: Writer, accountId: string, announcementId: string): Promise<boolean> =>
  (await trx
    .selectFrom('announcements')
    .select('id')
    .where('id', '=', announcementId)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()) !== undefined;

const problemOf = async (
  trx: Writer,
  accountId: string,
  channelId: string | null,
  destination: RoutingDestination,
): Promise<DestinationProblem | null> => {
  if (destination.kind === 'assistant') return await whyNotAsked(trx, accountId, destination.assistantId);
  if (destination.kind === 'number') return await whyNotSentTo(trx, accountId, destination.number);
  if (destination.kind === 'menu') return (await hasMenu(trx, accountId, destination.menuId)) ? null : 'gone';
  if (destination.kind !== 'channel') return null;
  if (destination.channelId === channelId) return 'itself';
  const seen = new Set<string>();
  for (let next: string | null = destination.channelId; next !== null && !seen.has(next); ) {
    if (next === channelId) return 'loop';
    seen.add(next);
    const channel = await trx
      .selectFrom('channels')
      .select(['routing', 'ring_seconds', 'follow_up_time'])
      .where('id', '=', next)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!channel) return seen.size === 1 ? 'gone' : null;
    const { overflow } = routingOf(channel);
    next = overflow.kind === 'channel' ? overflow.channelId : null;
  }
  return null;
};
