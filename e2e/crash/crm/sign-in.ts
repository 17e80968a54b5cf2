import type { HubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { hubSpot } from '../../../apps/server/src/integrations/hubspot/hubspot.ts';
import { tokenKeeper } from '../../../apps/server/src/integrations/oauth/token-keeper.ts';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { campaignBox } from './calls.ts';

/** Someone signs in at HubSpot's page, for the first time or again: the connection has new tokens in place of its key. */
export async function signInAgain(db: Database, portal: HubSpot): Promise<void> {
  const scopes = hubSpot(fetch, { api: portal.url, app: portal.url }).signIn?.scopes ?? [];
  const app = { client_id: portal.app.clientId, redirect_uri: 'http://localhost/back' };
  const consent = { ...app, scope: scopes.join(' '), decision: 'connect' };
  const back = portal.signIn.reply('POST', new URL('/oauth/authorize', portal.url), consent)?.location ?? '';
  const code = new URL(back).searchParams.get('code') ?? '';
  const grant = { ...app, client_secret: portal.app.clientSecret, grant_type: 'authorization_code', code };
  const answer = portal.signIn.reply('POST', new URL('/oauth/2026-09/token', portal.url), grant)?.body;
  const { access_token, refresh_token } = answer as { readonly access_token: string; readonly refresh_token: string };
  const given = {
    access: access_token,
    refresh: refresh_token,
    expiresAt: new Date(Date.now() + 1_800_000),
    answer: {},
  };
  const keeper = tokenKeeper({ db, box: campaignBox });
  await db.transaction().execute(async (trx) => {
    const connection = trx.updateTable('integrations').where('id', '=', 'i1');
    // As the synchronisation says of one that is signed out.
    await connection.set({ state: 'AUTHENTICATION_REQUIRED' }).execute();
    await keeper.save(trx, 'i1', given, null);
    await connection.set({ state: 'CONNECTED', key_sealed: null }).execute();
  });
}

/** Tokens are good for nothing soon, so that the next request needs others. */
export const endTokens = async (db: Database): Promise<void> =>
  void (await db.updateTable('integration_tokens').set({ expires_at: new Date() }).execute());
