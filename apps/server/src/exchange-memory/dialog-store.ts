import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';

export interface DialogStore {
  load(): Promise<readonly { readonly legId: string; readonly snapshot: unknown }[]>;
  save(dialogs: readonly { readonly legId: string; readonly snapshot: Record<string, unknown> }[]): Promise<void>;
  remove(legIds: readonly string[]): Promise<void>;
}

/**
 * Keeps what the dialogs of one node need to go on after a restart of signalling; each method is one statement. Legs
 * that clients steer by commands have no SIP dialog; what they need is of a kind of its own beside it.
 */
export function openDialogStore(
  db: Database,
  owner: { readonly node: string; readonly epoch: number },
  kind: 'sip' | 'controlled' = 'sip',
): DialogStore {
  const { node, epoch } = owner;
  return {
    /** What an earlier life of this node left, which now belongs to this one. */
    async load() {
      const rows = await db
        .updateTable('sip_dialogs')
        .set({ epoch })
        .where('node', '=', node)
        .where(sql`coalesce(snapshot ->> 'kind', 'sip')`, '=', kind)
        .returning(['leg_id', 'snapshot'])
        .execute();
      return rows.map(({ leg_id, snapshot }) => ({ legId: leg_id, snapshot }));
    },
    async save(dialogs) {
      if (dialogs.length === 0) return;
      await db
        .insertInto('sip_dialogs')
        .values(
          dialogs.map(({ legId, snapshot }) => ({
            leg_id: legId,
            node,
            epoch,
            snapshot: jsonText(kind === 'sip' ? snapshot : { ...snapshot, kind }),
          })),
        )
        .onConflict((conflict) =>
          conflict.column('leg_id').doUpdateSet((row) => ({
            node,
            epoch,
            snapshot: row.ref('excluded.snapshot'),
            updated_at: sql<Date>`now()`,
          })),
        )
        .execute();
    },
    async remove(legIds) {
      if (legIds.length === 0) return;
      await db
        .deleteFrom('sip_dialogs')
        .where('leg_id', 'in', [...legIds])
        .execute();
    },
  };
}
