import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { type ChannelDesks, channelDocuments } from './documents.ts';
import { channelRoutes } from './routes.ts';

/** The channels of a user, and what members set in them. */
export const channelsFeature = ({ db, ...desks }: ChannelDesks & { readonly db: Database }): Feature => ({
  answers: channelRoutes(db),
  sources: channelDocuments(db, desks),
});
