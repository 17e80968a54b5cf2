import { z } from 'zod';
import type { Database } from './database.ts';
import type { SecretBox } from './secret-box.ts';

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
  return shape.parse(JSON.parse(box.unseal(Buffer.from(sealed, 'base64'))));
}
