import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import { type Favorites, readFavorites } from './favorites.ts';

/** The asker's favorites, which follow their contacts. */
export const favoriteDocuments = (favorites: Favorites): LiveSource[] => [
  liveSource<typeof liveQueries.favorites>({
    query: liveQueries.favorites,
    authorize: async () => true,
    topics: ({ userId, accountId }, _params, rows) => [
      topic('favorites', 'user_id', userId),
      // Names are sorted as the asker's language does.
      topic('users', 'account_id', accountId),
      ...['channels', 'numbers', 'extensions'].map((table) => topic(table, 'account_id', accountId)),
      ...rows.map(({ contactId, integrationName }) =>
        topic('contacts', 'id', contactId.slice(integrationName.length + 1)),
      ),
    ],
    // Of many contacts that are written at once it is said that they are many.
    calmTopics: ({ accountId }) => [topic('contacts', 'many', accountId)],
    rows: (asker) => readFavorites(favorites, asker),
  }),
];
