import type { Database } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';

/** A connection, and the key that was entered for it. */
interface Connected {
  readonly id: string;
  readonly key_sealed: Uint8Array | null;
}

/** Keys that the other side gave in place of those that were entered; of a connection that was entered again, none. */
export interface RenewedKeys {
  /** The last one, sealed; null for none. */
  of(connected: Connected): Promise<Uint8Array | null>;
  /** Keeps one. It survives whatever happens to the server afterwards. */
  keep(connected: Connected, key: string): Promise<void>;
}

export function renewedKeys(db: Database, box: Pick<SecretBox, 'seal'>): RenewedKeys {
  return {
    async of({ id, key_sealed }) {
      const row = await db
        .selectFrom('integrations')
        .select('renewed_key_sealed')
        .where('id', '=', id)
        .where('key_sealed', 'is not distinct from', key_sealed as Buffer | null)
        .executeTakeFirst();
      return row?.renewed_key_sealed ?? null;
    },
    async keep({ id, key_sealed }, key) {
      await db
        .updateTable('integrations')
        .set({ renewed_key_sealed: box.seal(key) })
        .where('id', '=', id)
        .where('key_sealed', 'is not distinct from', key_sealed as Buffer | null)
        .execute();
    },
  };
}
