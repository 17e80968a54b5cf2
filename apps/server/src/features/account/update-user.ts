import type { Flags } from '@sidetone/contract/entities/flags.ts';
import type { User, UserChange } from '@sidetone/contract/entities/user.ts';
import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { Writer } from '../../storage/writer.ts';
import { agreementTo, goesOffToo } from './ai-features.ts';
import { flagsToChange, writeChosen } from './chosen-flags.ts';
import { readUser } from './user-row.ts';

/**
 * Changes what a person may change of their own record; gives the record as it is then. Throws `Refusal` NOT_FOUND for a
 * default phone that is not theirs, and what `goesOffToo` and `agreementTo` throw.
 */
export async function updateUser(db: Database, userId: string, change: UserChange): Promise<User> {
  if (change.defaultPhoneId) await requireOwnPhone(db, userId, change.defaultPhoneId);
  await db.transaction().execute(async (trx) => {
    await writeUser(trx, userId, change);
  });
  const changed = await readUser(db, userId);
  if (!changed) throw notFound('user');
  return changed;
}

async function writeUser(trx: Writer, userId: string, change: UserChange): Promise<void> {
  const { locale, isDnd, skipRecordingConsent, acceptedPrivacyVersion, ...settings } = change;
  const ofAi = await changeOfAi(trx, userId, change);
  const all = Object.entries({ ...settings, ...ofAi.agreed });
  const given = mergedSettings(Object.fromEntries(all.filter(([, value]) => value !== undefined)));
  await trx
    .updateTable('users')
    .set({
      ...(locale === undefined ? {} : { locale, locale_chosen_at: new Date() }),
      ...(isDnd === undefined ? {} : { is_dnd: isDnd }),
      ...(skipRecordingConsent === undefined ? {} : { skip_recording_consent: skipRecordingConsent }),
      // Merged in the database, so that two changes at the same time both stay.
      settings: sql<string>`settings || ${given}`,
    })
    .where('id', '=', userId)
    .execute();
  if (Object.keys(ofAi.gone).length > 0) await writeChosen(trx, userId, ofAi.gone);
}

/** What a change of transcription or summary switches off besides, and the agreement that it needs. Without one nothing is read. */
async function changeOfAi(trx: Writer, userId: string, change: UserChange) {
  const { hasCallTranscription, hasCallSummary, acceptedPrivacyVersion } = change;
  if (hasCallTranscription === undefined && hasCallSummary === undefined) return { gone: {}, agreed: {} };
  const before = await flagsToChange(trx, userId);
  const ofAi: Partial<Flags> = {
    ...(hasCallTranscription !== undefined && { hasCallTranscription }),
    ...(hasCallSummary !== undefined && { hasCallSummary }),
  };
  // What needs transcription or the summary goes off with it. SAI-016
  const gone = await goesOffToo(trx, userId, before, ofAi);
  return { gone, agreed: agreementTo(before, ofAi, { acceptedPrivacyVersion }) };
}

/** What is merged into the settings. Users who are past the setup stay past it: a page of it, open elsewhere, may tell late. */
function mergedSettings(given: object) {
  const all = sql`${jsonText(given)}::jsonb`;
  return sql`case when settings #>> '{onboarding,completed}' = 'true' then ${all} - 'onboarding' else ${all} end`;
}

async function requireOwnPhone(db: Database, userId: string, phoneId: string): Promise<void> {
  const phone = await db
    .selectFrom('phones')
    .select('id')
    .where('id', '=', phoneId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!phone) throw notFound('phone');
}
