import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { Connections } from '../connections.ts';
import type { Registry } from '../registry.ts';
import type { Synchroniser } from '../sync.ts';
import { basicHeader, type OAuthClients } from './vendor.ts';

interface RemovalDeps {
  readonly db: Database;
  readonly registry: Pick<Registry, 'connectorOf'>;
  readonly clients: OAuthClients;
  readonly connections: Pick<Connections, 'forget'>;
  readonly synchroniser: Pick<Synchroniser, 'wake'>;
}

/**
 * A vendor says that one of its companies removed the app of this server, and shows the app's id and secret (Basic). Its tokens are no
 * longer taken: each connection of that company asks for another one immediately, and is signed out where it gets none. So nobody
 * who says this signs out someone whose sign-in is still valid. Throws `Refusal` NOT_FOUND for an app that is not ours.
 */
export async function noteRemovedApp(
  { db, registry, clients, connections, synchroniser }: RemovalDeps,
  authorization: string,
  company: string,
): Promise<void> {
  const name = appOf(clients, authorization);
  const tenant = name === null ? null : (registry.connectorOf(name)?.signIn?.tenantOfRemoved?.(company) ?? null);
  if (name === null || tenant === null) throw notFound('app');
  const concerned = await db.transaction().execute(async (trx) => {
    // Connections before tokens, in the order in which a sign-in locks them.
    const connected = await trx
      .selectFrom('integrations')
      .select('id')
      .where('name', '=', name)
      .where('tenant', '=', tenant)
      .orderBy('id')
      .forUpdate()
      .execute();
    const ids = connected.map(({ id }) => id);
    if (ids.length === 0) return [];
    await trx
      .updateTable('integrations')
      .set({ next_sync_at: sql`now()` })
      .where('id', 'in', ids)
      .where('state', 'in', ['CONNECTING', 'CONNECTED'])
      .execute();
    const tokens = await trx
      .updateTable('integration_tokens')
      .set({ expires_at: sql`now()` })
      .where('integration_id', 'in', ids)
      .returning('integration_id')
      .execute();
    return tokens.map(({ integration_id }) => integration_id);
  });
  for (const id of concerned) connections.forget(id);
  synchroniser.wake();
}

/** Whose app shows itself by this header; null for none of ours. */
function appOf(clients: OAuthClients, authorization: string): string | null {
  const given = digestOf(authorization);
  for (const [name, client] of clients) if (timingSafeEqual(given, digestOf(basicHeader(client)))) return name;
  return null;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
