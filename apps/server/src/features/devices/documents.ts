import { liveQueries } from '@sidetone/contract/documents/queries.ts';
import { type LiveSource, liveSource, topic } from '../../documents/live-source.ts';
import type { Database } from '../../storage/database.ts';
import { devicesOf } from './registered-devices.ts';

/** A person's devices, for nobody else. */
export const deviceDocuments = (db: Database): LiveSource[] => [
  liveSource<typeof liveQueries.devices>({
    query: liveQueries.devices,
    authorize: async () => true,
    topics: ({ userId }) => [topic('devices', 'user_id', userId)],
    rows: ({ userId }) => devicesOf(db, userId),
  }),
];
