import type { AiSettings } from '@sidetone/contract/entities/ai-settings.ts';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { topic } from '../documents/live-source.ts';
import { serviceOf } from './ledger.ts';
import type { Service } from './plan.ts';
import type { AiGround } from './ports.ts';

/** What an account decided about the documentation of its calls, as far as a call that is answered depends on it. */
interface Setup {
  readonly documentation: AiSettings['documentation'];
  readonly recogniser: Service;
}

/** Tables that it rests on, by the key that their notices have. */
const touches = [
  topic('ai_settings', 'account_id', ''),
  topic('ai_connections', 'account_id', ''),
  topic('accounts', 'id', ''),
];

/** More accounts than one server has calls of; those that were read longest ago go. */
const mostAccounts = 10_000;

/**
 * Remembers what accounts decided until the change feed tells of a change. It may be older than the database by the moment
 * that a notice takes, as a reading may be that runs while something changes.
 */
export function rememberedSetup(
  ground: Pick<AiGround, 'settings' | 'connection'>,
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
): (accountId: string) => Promise<Setup> {
  const known = new Map<string, Promise<Setup>>();
  feed.onChange((topics) => {
    // A connection of the server itself belongs to no account, and its notice names none.
    if (topics.length === 0) known.clear();
    for (const each of topics) {
      for (const beginning of touches) if (each.startsWith(beginning)) known.delete(each.slice(beginning.length));
    }
  });
  feed.onGap(() => known.clear());
  return async (accountId) => {
    const before = known.get(accountId);
    if (before) return await before;
    const reading = read(ground, accountId);
    known.set(accountId, reading);
    if (known.size > mostAccounts) known.delete(known.keys().next().value ?? '');
    reading.catch(() => {
      if (known.get(accountId) === reading) known.delete(accountId);
    });
    return await reading;
  };
}

async function read(ground: Pick<AiGround, 'settings' | 'connection'>, accountId: string): Promise<Setup> {
  const [{ documentation }, speech] = await Promise.all([
    ground.settings(accountId),
    ground.connection(accountId, 'speech'),
  ]);
  return { documentation, recogniser: serviceOf(speech) };
}
