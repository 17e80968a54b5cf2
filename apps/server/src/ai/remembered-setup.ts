import type { AiSettings } from '@sidetone/contract/entities/ai-settings.ts';
import type { ChangeFeed } from '../documents/change-feed.ts';
import { topic } from '../documents/live-source.ts';
import { remembered } from '../documents/remembered.ts';
import { serviceOf } from './ledger.ts';
import type { Service } from './plan.ts';
import type { AiGround } from './ports.ts';

/** What an account decided about the documentation of its calls, as far as a call that is answered depends on it. */
interface Setup {
  readonly documentation: AiSettings['documentation'];
  readonly recogniser: Service;
}

/** Tables that it rests on. A connection of the server itself belongs to no account. */
const touches = [
  topic('ai_settings', 'account_id', ''),
  topic('ai_connections', 'account_id', ''),
  topic('accounts', 'id', ''),
];

/** Remembers what accounts decided, by their ids. */
export const rememberedSetup = (
  ground: Pick<AiGround, 'settings' | 'connection'>,
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
): ((accountId: string) => Promise<Setup>) =>
  remembered(feed, touches, async (accountId) => {
    const [{ documentation }, speech] = await Promise.all([
      ground.settings(accountId),
      ground.connection(accountId, 'speech'),
    ]);
    return { documentation, recogniser: serviceOf(speech) };
  });
