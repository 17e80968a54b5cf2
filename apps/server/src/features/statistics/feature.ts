import { statisticsQueries } from '@sidetone/contract/documents/statistics-query.ts';
import { statisticsCalmMs } from '@sidetone/contract/rules/statistics.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { answerOf, channelsOf, type ReadWaiting, readStatistics } from './read-statistics.ts';

/** Figures also change as calls become a day old, and as a day ends; in milliseconds. */
const recheckMs = 5 * 60 * 1000;

/** What the calls of a period come to. ROUTE-011, SROUTE-045 */
export const statisticsFeature = (deps: StatisticsDeps): Feature => ({ sources: [statisticsSource(deps)] });

interface StatisticsDeps {
  readonly db: Database;
  /** What waits in inboxes. */
  readonly readWaiting: ReadWaiting;
}

/** Members of all the channels asked for are answered; for anyone else there are no such channels. */
const statisticsSource = ({ db, readWaiting }: StatisticsDeps): LiveSource =>
  liveSource<typeof statisticsQueries.statistics>({
    query: statisticsQueries.statistics,
    async authorize(asker, { channelIds }) {
      if (channelIds === null) return true;
      const own = new Set(await channelsOf(db, asker));
      return channelIds.every((id) => own.has(id));
    },
    sharedBy: answerOf,
    accessTopics: ({ userId }) => [topic('channel_members', 'user_id', userId)],
    topics: ({ userId, accountId }, { channelIds }) => [
      ...(channelIds === null ? [topic('channel_members', 'user_id', userId)] : []),
      topic('accounts', 'id', accountId),
    ],
    calmTopics: ({ accountId }, { channelIds }) =>
      channelIds?.map((id) => topic('inbox_events', 'channel_id', id)) ?? [
        topic('inbox_events', 'account_id', accountId),
      ],
    calmMs: statisticsCalmMs,
    recheckMs,
    rows: async (asker, asked) => [await readStatistics(db, asker, asked, { readWaiting })],
  });
