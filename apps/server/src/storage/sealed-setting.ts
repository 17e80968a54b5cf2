import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from './database.ts';
import { KeyError, type SecretBox, sealingKey, secretBox } from './secret-box.ts';

const stored = z.object({ sealed: z.string() });

/**
 * A secret of this installation: made by the first process that asks, kept sealed in `settings`, and the same for every
 * process from then on.
 */
export async function sealedSetting<T>(
  deps: { db: Database; box: SecretBox },
  key: string,
  shape: z.ZodType<T>,
  make: () => T | Promise<T>,
): Promise<T> {
  const { db, box } = deps;
  const read = () => db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  let row = await read();
  if (!row) {
    const sealed = box.seal(JSON.stringify(await make())).toString('base64');
    await db
      .insertInto('settings')
      .values({ key, value: JSON.stringify({ sealed }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    row = await read();
  }
  const { sealed } = stored.parse(row?.value);
  return shape.parse(JSON.parse(opened(box, sealed)));
}

/**
 * The box of this installation. Throws `KeyError` where its key does not open what the database has sealed: what it would seal
 * could be opened by no other process.
 */
export async function openSecretBox(
  db: Database,
  { dataDir, keyFile }: { readonly dataDir: string; readonly keyFile: string | undefined },
): Promise<SecretBox> {
  const box = secretBox(sealingKey(dataDir, keyFile));
  const rows = await sql<{ sealed: string }>`
    select value ->> 'sealed' as sealed from settings where value ? 'sealed' order by key limit 1`.execute(db);
  for (const { sealed } of rows.rows) opened(box, sealed);
  return box;
}

const opened = (box: SecretBox, sealed: string): string => {
  try {
    return box.unseal(Buffer.from(sealed, 'base64'));
  } catch {
    throw new KeyError(
      'The key does not open what this database has sealed. Every data folder makes a key of its own: copy the file "key" of the data ' +
        'folder that the database was first used with, and name the copy with SIDETONE_KEY_FILE on every machine.',
    );
  }
};
