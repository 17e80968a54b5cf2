import { type AiSettings, type AiSettingsChange, aiSettings } from '@sidetone/contract/entities/ai-settings.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import type { Selectable } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/writer.ts';
import { type AskedBy, note } from './note.ts';

/** What an account decided; before it decided anything, what it would begin with. */
export async function readSettings(db: Writer, accountId: string): Promise<AiSettings & { rev: number }> {
  const row = await db
    .selectFrom('accounts')
    .leftJoin('ai_settings', 'ai_settings.account_id', 'accounts.id')
    .selectAll('ai_settings')
    .select(['accounts.country', 'accounts.call_settings'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('account');
  const { documentation, sound_hours: soundHours, language, redacts, rev } = row;
  if (documentation === null || soundHours === null || language === null || redacts === null)
    return { documentation: firstOf(row), ...others, rev: 0 };
  return { documentation, soundHours, language, redacts, rev: Number(rev) };
}

/**
 * Keeps what an account begins with, once there is anything to document its calls with: another rule of consent later
 * no longer changes it by itself.
 */
export async function beginSettings(trx: Writer, accountId: string): Promise<void> {
  const documentation = await firstDocumentation(trx, accountId);
  await trx
    .insertInto('ai_settings')
    .values({ account_id: accountId, documentation })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
}

/** Changes what is given, with a line in the audit log; gives all of it as it is then. */
export async function changeSettings(db: Database, by: AskedBy, change: AiSettingsChange): Promise<AiSettings> {
  return await db.transaction().execute(async (trx) => {
    await beginSettings(trx, by.accountId);
    // Nobody else changes them meanwhile.
    await trx
      .selectFrom('ai_settings')
      .select('account_id')
      .where('account_id', '=', by.accountId)
      .forUpdate()
      .execute();
    const before = aiSettings.parse(await readSettings(trx, by.accountId));
    const wanted = { ...before, ...defined(change) };
    const changed = (Object.keys(wanted) as (keyof AiSettings)[]).filter((name) => before[name] !== wanted[name]);
    if (changed.length === 0) return before;
    await trx
      .updateTable('ai_settings')
      .set({
        documentation: wanted.documentation,
        sound_hours: wanted.soundHours,
        language: wanted.language,
        redacts: wanted.redacts,
      })
      .where('account_id', '=', by.accountId)
      .execute();
    const detail = Object.fromEntries(changed.map((name) => [name, { from: before[name], to: wanted[name] }] as const));
    await note(trx, by, 'ai.settingsChanged', by.accountId, detail);
    return wanted;
  });
}

const others = { soundHours: 24, language: 'call', redacts: true } as const;

/** In Germany nothing is captured beyond recordings before a rule of consent is chosen. */
async function firstDocumentation(db: Writer, accountId: string): Promise<AiSettings['documentation']> {
  const row = await db
    .selectFrom('accounts')
    .select(['country', 'call_settings'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('account');
  return firstOf(row);
}

function firstOf({ country, call_settings }: Pick<Selectable<Schema['accounts']>, 'country' | 'call_settings'>) {
  const { recordingConsent } = callSettings.parse(call_settings);
  return country === 'DE' && recordingConsent === 'none' ? 'recorded' : 'all';
}

const defined = (change: AiSettingsChange): Partial<AiSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
