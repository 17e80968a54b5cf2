import { forgetOldAlerts } from '../../requests/alerts.ts';
import { type Feature, hourly } from '../../requests/feature.ts';
import { forgetOldRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import { forgetOldBans } from './guard-keeper.ts';

/** Bans, counts of refusals and alerts, for as long as they are kept. */
export const guardsFeature = (db: Database): Feature => ({
  sweeps: [
    { name: 'retention: deleting old counts of refusals', every: hourly, run: () => forgetOldRefusals(db) },
    { name: 'retention: deleting old alerts', every: hourly, run: () => forgetOldAlerts(db) },
    { name: 'retention: deleting old bans', every: hourly, run: () => forgetOldBans(db) },
  ],
});
