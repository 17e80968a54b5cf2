import type { AppExtension } from '@sidetone/contract/entities/app-extension.ts';
import { sipTransport } from '@sidetone/contract/rules/call-timing.ts';
import { sql } from 'kysely';
import { appPassword } from '../../identity/app-password.ts';
import { noPassword } from '../../identity/let-devices-go.ts';
import { newId } from '../../requests/ids.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import { newSipPassword } from './sip-credentials.ts';

/** `origin` is how the client reached this server, and so how its phone will. */
export interface Reached {
  readonly origin: string;
}

interface Deps {
  readonly db: Database;
  readonly box: SecretBox;
}

/** Who asks, and by which sign-in. */
interface SignedIn {
  readonly userId: string;
  readonly grantId: string;
}

/** The app extensions of a user, oldest first, with the passwords of this one sign-in. */
export async function appExtensionsOf(
  deps: Deps,
  { userId, grantId }: SignedIn,
  reached: Reached,
): Promise<AppExtension[]> {
  const read = () =>
    deps.db
      .selectFrom('endpoints')
      .select(['id', 'alias', 'sip_username', 'password_sealed'])
      .where('user_id', '=', userId)
      .where('kind', '=', 'app')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
  let rows = await read();
  if (rows.some((row) => row.password_sealed.length === 0)) {
    await renewPasswords(deps, userId);
    rows = await read();
  }
  return rows.map((row) => ({
    id: row.id,
    alias: row.alias,
    owner: userId,
    username: row.sip_username,
    password: appPassword(deps.box.unseal(row.password_sealed), grantId),
    ...addressesOf(reached),
  }));
}

/** Of two that ask at the same moment the second waits, and finds nothing left to renew. */
const renewPasswords = ({ db, box }: Deps, userId: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .selectFrom('endpoints')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'app')
      .where('password_sealed', '=', noPassword)
      .forUpdate()
      .execute();
    for (const { id } of withdrawn) {
      const password_sealed = box.seal(newSipPassword());
      await trx.updateTable('endpoints').set({ password_sealed }).where('id', '=', id).execute();
    }
  });

/**
 * A new app extension, unless the user has one: two tabs that ask at the same moment get the same one, since a client
 * only asks when it saw none.
 */
export async function createAppExtension(
  deps: Deps,
  request: SignedIn & { accountId: string; alias: string },
  reached: Reached,
): Promise<AppExtension> {
  const { accountId, userId, alias } = request;
  await deps.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('sidetone app extension'), hashtext(${userId}))`.execute(trx);
    const existing = await trx
      .selectFrom('endpoints')
      .select('id')
      .where('user_id', '=', userId)
      .where('kind', '=', 'app')
      .executeTakeFirst();
    if (existing) return;
    const id = newId('e');
    await trx
      .insertInto('endpoints')
      .values({
        id,
        account_id: accountId,
        user_id: userId,
        kind: 'app',
        alias,
        sip_username: id,
        password_sealed: deps.box.seal(newSipPassword()),
      })
      .execute();
  });
  const [first] = await appExtensionsOf(deps, request, reached);
  if (!first) throw new Error('The app extension that was just made is gone.');
  return first;
}

const addressesOf = ({ origin }: Reached): Pick<AppExtension, 'sipServer' | 'sipServerWebsocketUrl'> => {
  const { hostname, host, protocol } = new URL(origin);
  return { sipServer: hostname, sipServerWebsocketUrl: `${protocol === 'https:' ? sipTransport : 'ws'}://${host}/sip` };
};
