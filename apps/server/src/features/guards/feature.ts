import { forgetOldAlerts } from '../../requests/alerts.ts';
import type { Feature } from '../../requests/feature.ts';
import { forgetOldRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import { forgetOldBans } from './guard-keeper.ts';

/** Bans, counts of refusals and alerts, for as long as they are kept. */
export const guardsFeature = (db: Database): Feature => ({
  sweeps: [
    { name: 'old refusals', run: () => forgetOldRefusals(db) },
    { name: 'old alerts', run: () => forgetOldAlerts(db) },
    { name: 'old bans', run: () => forgetOldBans(db) },
  ],
});
