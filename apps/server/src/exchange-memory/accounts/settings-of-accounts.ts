import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { readSharedHours } from '@sidetone/contract/rules/shared-hours.ts';
import type { Database } from '../../storage/database.ts';

type Language = 'de' | 'en';

/** Paths of the music for parties on hold: what comes with the server, and an account's own. */
export interface HoldMusicPaths {
  readonly standard: string;
  /** Null where it is not to be had; callers hear the standard one instead. */
  own(accountId: string): Promise<string | null>;
}

/** Where announcements are in German; elsewhere they are in English. */
const germanCountries = ['DE', 'AT', 'CH', 'LI', 'LU'];

/** What holds for all calls of an account. */
export function settingsOfAccounts(db: Database, music: HoldMusicPaths | undefined) {
  return {
    async callSettings(accountId: string) {
      const row = await db
        .selectFrom('accounts')
        .select(['call_settings', 'country', 'suspended_at'])
        .where('id', '=', accountId)
        .executeTakeFirst();
      const { holdMusic, ...settings } = callSettings.parse(row?.call_settings ?? {});
      const { callWaiting, recordingConsent, picksUpColleagues, intercom, parking } = settings;
      const own = holdMusic === 'own' ? await music?.own(accountId) : null;
      const paths = { default: music?.standard, own: own ?? music?.standard, off: undefined };
      const heldWith = paths[holdMusic] ?? null;
      const parkedWith = { hold: heldWith, default: music?.standard ?? null, off: null };
      const speaksGerman = germanCountries.includes(row?.country ?? '');
      return {
        callWaiting,
        recordingConsent,
        holdMusic: heldWith,
        /** Its own music did not come from where it lies; it may the next time. */
        isMusicAway: holdMusic === 'own' && own === null,
        locale: speaksGerman ? ('de' as const) : ('en' as const),
        picksUpColleagues,
        intercom,
        parking: { ...parking, music: parkedWith[parking.music] },
        isSuspended: row?.suspended_at != null,
      };
    },

    /** Opening hours of this account that channels share; null where they are gone. */
    async sharedHours(accountId: string, hoursId: string, language: Language) {
      const row = await db
        .selectFrom('opening_hours')
        .select(['settings', 'public_holidays as publicHolidays'])
        .where('id', '=', hoursId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ? readSharedHours(row, language) : null;
    },

    /** An id out of one account's settings must never name the file of another. */
    async hasAnnouncement(accountId: string, announcementId: string): Promise<boolean> {
      const row = await db
        .selectFrom('announcements')
        .select('id')
        .where('id', '=', announcementId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
