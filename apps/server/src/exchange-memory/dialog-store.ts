import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { jsonText } from '../storage/json-text.ts';
import { prepared, type SlotOf } from '../storage/prepared.ts';

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
      await saveDialogs(db, {
        node,
        epoch,
        legIds: dialogs.map(({ legId }) => legId),
        snapshots: dialogs.map(({ snapshot }) => jsonText(kind === 'sip' ? snapshot : { ...snapshot, kind })),
      });
    },
    async remove(legIds) {
      if (legIds.length === 0) return;
      await removeDialogs(db, { legIds });
    },
  };
}

interface SavedDialogs {
  readonly node: string;
  readonly epoch: number;
  readonly legIds: readonly string[];
  /** As JSON. */
  readonly snapshots: readonly string[];
}

/** One text for however many there are, so that PostgreSQL plans it once. */
const saveDialogs = prepared((db, slot: SlotOf<SavedDialogs>) =>
  db
    .insertInto('sip_dialogs')
    .columns(['leg_id', 'node', 'epoch', 'snapshot'])
    .expression((row) =>
      row
        .selectFrom(
          sql<{
            leg_id: string;
            snapshot: string;
          }>`unnest(${slot('legIds')}::text[], ${slot('snapshots')}::jsonb[])`.as<'given'>(
            sql`given (leg_id, snapshot)`,
          ),
        )
        .select([
          'given.leg_id',
          sql<string>`${slot('node')}::text`.as('node'),
          sql<number>`${slot('epoch')}::bigint`.as('epoch'),
          'given.snapshot',
        ]),
    )
    .onConflict((conflict) =>
      conflict.column('leg_id').doUpdateSet((row) => ({
        node: row.ref('excluded.node'),
        epoch: row.ref('excluded.epoch'),
        snapshot: row.ref('excluded.snapshot'),
        updated_at: sql<Date>`now()`,
      })),
    ),
);

const removeDialogs = prepared((db, slot: SlotOf<{ legIds: readonly string[] }>) =>
  db.deleteFrom('sip_dialogs').where(sql<boolean>`leg_id = any(${slot('legIds')}::text[])`),
);
