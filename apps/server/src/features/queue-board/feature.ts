import { queueBoardQueries } from '@sidetone/contract/documents/queue-board-query.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { PresenceDesk } from '../../identity/presence-desk.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { type QueuedCalls, type SupervisedCalls, withLiveThings } from './live-things.ts';
import { mayWatch, type ReadToday, readBoard } from './read-board.ts';
import { type CallBackControl, queueBoardAnswers } from './routes.ts';
import { type SupervisionControl, supervisionAnswers } from './supervision-routes.ts';

export type { QueuedCalls, SupervisedCalls } from './live-things.ts';
export type { CallBackControl } from './routes.ts';
export type { SupervisionControl } from './supervision-routes.ts';

interface QueueBoardDeps {
  readonly db: Database;
  readonly presence: PresenceDesk;
  /** Who waits and talks now; undefined: nobody. */
  readonly calls: QueuedCalls | undefined;
  /** What the calls of today come to. */
  readonly readToday: ReadToday;
  /** What is done about callers who are called back; undefined: there are none. */
  readonly callBacks: CallBackControl | undefined;
  /** Who listens to calls; undefined: nobody. */
  readonly supervised: SupervisedCalls | undefined;
  /** What supervisors do; undefined: nothing. */
  readonly supervision: SupervisionControl | undefined;
}

/** Calls that end one after the other are counted together, for all who watch. */
const calmMs = 3000;
/** Midnight, and the end of a pause, change no row. */
const recheckMs = 60_000;

/** The live board of a queue, for its members and for administrators. */
export const queueBoardFeature = (deps: QueueBoardDeps): Feature => ({
  sources: [boardSource(deps)],
  answers: [...queueBoardAnswers(deps.db, deps.callBacks), ...supervisionAnswers(deps.db, deps.supervision)],
});

const boardSource = ({ db, presence, calls, supervised, readToday }: QueueBoardDeps): LiveSource =>
  liveSource<typeof queueBoardQueries.queueBoard>({
    query: queueBoardQueries.queueBoard,
    authorize: (asker, { channelId }) => mayWatch(db, asker, channelId),
    accessTopics: ({ userId }, { channelId }) => [
      topic('channel_members', 'user_id', userId),
      topic('users', 'id', userId),
      topic('channels', 'id', channelId),
    ],
    sharedBy: ({ accountId }, { channelId }) => `${accountId} ${channelId}`,
    topics: ({ accountId }, { channelId }) => [
      topic('channels', 'id', channelId),
      topic('channel_members', 'channel_id', channelId),
      topic('users', 'account_id', accountId),
      topic('accounts', 'id', accountId),
      topic('skills', 'account_id', accountId),
    ],
    calmTopics: (_asker, { channelId }) => [topic('inbox_events', 'channel_id', channelId)],
    calmMs,
    recheckMs,
    rows: ({ accountId }, { channelId }) => readBoard(db, { accountId, channelId }, readToday),
    over: withLiveThings(presence, calls, supervised),
  });
