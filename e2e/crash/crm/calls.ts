import type { HubSpot } from '@sidetone/simulator/crm/hubspot/hubspot.ts';
import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/storage/database.ts';
import { secretBox } from '../../../apps/server/src/storage/secret-box.ts';
import { someCompany } from '../../../apps/server/src/storage/testing/some-company.ts';

/** What the keys of connections are sealed with. */
export const campaignBox = secretBox(Buffer.alloc(32, 7));

/** Contacts of the portal by the number that they have. */
export type Contacts = ReadonlyMap<string, string>;

const howMany = 20;

/** A company whose channel `cteam` logs every call by itself in a portal, of which it knows the contacts. */
export async function connectCompany(db: Database, portal: HubSpot): Promise<Contacts> {
  await someCompany(db);
  const plan = JSON.stringify({ id: 'P', displayName: 'P', integrationGrants: ['CALL_EVENT'] });
  await db.updateTable('accounts').set({ plan }).where('id', '=', 's1').execute();
  await db
    .insertInto('integrations')
    .values({
      id: 'i1',
      account_id: 's1',
      name: 'HUBSPOT',
      state: 'CONNECTED',
      key_sealed: campaignBox.seal(portal.key),
      key_origins: [portal.url],
      last_synced_at: null,
      next_sync_at: null,
    })
    .execute();
  await db.insertInto('channel_log_modes').values({ channel_id: 'cteam', account_id: 's1', mode: 'auto' }).execute();
  const contacts = new Map<string, string>();
  for (let at = 0; at < howMany; at += 1) {
    const number = `+4940555${String(at).padStart(4, '0')}`;
    const { id } = portal.objects.add('contacts', { firstname: `Contact ${at}`, phone: number });
    contacts.set(number, id);
    await db
      .insertInto('contacts')
      .values({
        id: `hubspot-${id}`,
        account_id: 's1',
        source: 'HUBSPOT',
        type: 'contacts',
        name: `Contact ${at}`,
        integration_id: 'i1',
        external_id: id,
        phone_numbers: '[]',
        e164s: [number],
        relates_to: '[]',
      })
      .execute();
  }
  return contacts;
}

/** A call that is over, and what was written of it last. */
export interface CampaignCall {
  readonly sessionId: string;
  readonly number: string;
  revision: number;
}

/** The note of a call as it is now; no other says the same. */
export const noteOf = ({ sessionId, revision }: CampaignCall): string => `Words ${revision} of ${sessionId}.`;

/** A call with a note that ended 90 seconds ago, so that the server logs it by itself. */
export async function endCall(db: Database, call: CampaignCall): Promise<void> {
  const end = Date.now() - 90_000;
  await db
    .insertInto('inbox_events')
    .values({
      id: `pbx-${call.sessionId}`,
      account_id: 's1',
      channel_id: 'cteam',
      session_id: call.sessionId,
      owner: 'wanna',
      unresolved: false,
      direction: 'INCOMING',
      state: 'FINISHED',
      on_phone_number: '+4930555020',
      remote_phone_number: call.number,
      started_at: new Date(end - 64_000),
      established_at: new Date(end - 60_000),
      terminated_at: new Date(end),
      terminated_reason: 'TERMINATED',
      documentation: '{}',
    })
    .execute();
  await writeNote(db, call);
}

/** Somebody writes the note of a call; it is acknowledged once this resolves. */
export async function writeNote(db: Database, call: CampaignCall): Promise<void> {
  const note = JSON.stringify({ status: 'success', content: `<p>${noteOf(call)}</p>`, revision: call.revision });
  await db
    .updateTable('inbox_events')
    .set({ documentation: sql<string>`jsonb_set(documentation, '{note}', ${note}::jsonb)` })
    .where('session_id', '=', call.sessionId)
    .execute();
}

/** Lets time pass for everything that waits, here and in the portal. */
export async function passTime(db: Database, ms: number): Promise<void> {
  const back = sql`make_interval(secs => ${ms / 1000})`;
  await sql`update crm_writes set next_try_at = next_try_at - ${back}, lease_until = lease_until - ${back},
    sent_at = sent_at - ${back}, wanted_since = wanted_since - ${back}`.execute(db);
  await sql`update integration_tokens set expires_at = expires_at - ${back}, renewed_at = renewed_at - ${back},
    renewing_until = renewing_until - ${back}`.execute(db);
}

/** An entry of the ledger, as far as it is proved. */
export interface EntryState {
  readonly sessionId: string;
  readonly key: string;
  readonly state: string;
  readonly externalId: string | null;
  readonly isUpToDate: boolean;
}

export const entriesOf = (db: Database): Promise<EntryState[]> =>
  db
    .selectFrom('crm_writes')
    .select((eb) => [
      'session_id as sessionId',
      'key',
      'state',
      'external_id as externalId',
      eb('written_rev', '>=', eb.ref('wanted_rev')).$castTo<boolean>().as('isUpToDate'),
    ])
    .execute();
