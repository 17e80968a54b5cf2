import type { PresenceDesk } from '../../identity/presence-desk.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import { accountDocuments } from './documents.ts';
import type { HoldMusic } from './hold-music.ts';
import { accountRoutes } from './routes.ts';

/** The own company and the user's place in it: settings, music on hold, experiments. */
export const accountFeature = (deps: { db: Database; music: HoldMusic; presence: PresenceDesk }): Feature => ({
  answers: accountRoutes(deps),
  sources: accountDocuments(deps.db, deps.presence),
});
