import { type AiConnection, aiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import { originOf } from './places.ts';

export type ConnectionRow = Selectable<Schema['ai_connections']>;

/** A connection as administrators see it, without its key; null for a row of a newer Sidetone. */
export function connectionOf(row: ConnectionRow): AiConnection | null {
  const read = aiConnection.safeParse({
    id: row.id,
    purpose: row.purpose,
    kind: row.kind,
    name: row.name,
    url: row.url,
    model: row.model,
    options: row.options,
    hasKey: row.key_sealed !== null,
    state: row.state,
    problem: row.problem,
    checkedAt: row.checked_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    processor: row.processor,
    rev: Number(row.rev),
  });
  return read.success ? read.data : null;
}

/**
 * The same as providers need it. The key is left out where the address is not the one that it was entered for, and where
 * another data folder sealed it: the service then says that it is missing.
 */
export function usableOf(row: ConnectionRow, box: Pick<SecretBox, 'unseal'>): UsableConnection | null {
  const connection = connectionOf(row);
  if (!connection) return null;
  const { id, purpose, kind, name, url, model, options } = connection;
  const origin = originOf(connection);
  const isMeant = origin !== null && row.key_origins.includes(origin);
  const key = isMeant && row.key_sealed !== null ? unsealed(row.key_sealed, box) : null;
  return { id, purpose, kind, name, url, model, options, key, changedRev: Number(row.changed_rev) };
}

function unsealed(sealed: Uint8Array, box: Pick<SecretBox, 'unseal'>): string | null {
  try {
    return box.unseal(sealed);
  } catch {
    // Another data folder sealed it, as after a restored backup without its key file.
    return null;
  }
}
