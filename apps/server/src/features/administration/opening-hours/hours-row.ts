import { type OpeningHoursSettings, openingHoursSettings } from '@sidetone/contract/entities/opening-hours.ts';
import type { Writer } from '../../../storage/writer.ts';

/** Shared opening hours as they are kept; settings that nobody can read are those of hours without an end. */
interface KeptHours {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly rev: number;
  readonly settings: OpeningHoursSettings;
}

/** The shared opening hours of an account by name. */
export async function openingHoursOf(db: Writer, accountId: string): Promise<KeptHours[]> {
  const rows = await db
    .selectFrom('opening_hours')
    .select(['id', 'name', 'revision', 'rev', 'settings'])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ rev, settings, ...row }) => {
    const read = openingHoursSettings.safeParse(settings);
    return { ...row, rev: Number(rev), settings: read.success ? read.data : openingHoursSettings.parse({}) };
  });
}
