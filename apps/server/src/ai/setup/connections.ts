import { randomUUID } from 'node:crypto';
import type { AiConnectionChange, AiProcessor, NewAiConnection } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import {
  type AiEntryProblem,
  hostOfService,
  leavesServer,
  problemsOfEntry,
} from '@sidetone/contract/rules/ai/ai-services.ts';
import type { PrivateHosts } from '../../network/private-hosts.ts';
import { problemOfPlace } from '../../network/problem-of-place.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { jsonText } from '../../storage/json-text.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { Writer } from '../../storage/writer.ts';
import { type ConnectionRow, connectionOf } from './connection-row.ts';
import { type AskedBy, note } from './note.ts';
import { keptUrl, originOf } from './places.ts';
import { beginSettings } from './settings.ts';

export interface ConnectionsDeps {
  readonly db: Database;
  readonly box: SecretBox;
  /** Which hosts of the server's own network may be asked, see AI_PRIVATE_HOSTS. */
  readonly hosts: Pick<PrivateHosts, 'isNamed' | 'isPublic'>;
}

/**
 * Keeps a service with its key sealed; gives its id. Throws `Refusal` VALIDATION_FAILED with what is wrong by field, and
 * CONFLICT where the account has one of this purpose and kind.
 */
export async function addConnection(
  { db, box, hosts }: ConnectionsDeps,
  by: AskedBy,
  { key, confirmed, processor, ...entered }: NewAiConnection,
): Promise<string> {
  const place = { kind: entered.kind, url: keptUrl(entered.url) };
  const hasKey = key ? 'there' : 'none';
  refuse(
    problemsOfEntry({ ...entered, ...place, key: hasKey, isConfirmed: confirmed, hasProcessor: processor != null }),
  );
  await refusePlace(hosts, place.url);
  const id = randomUUID();
  const confirms = confirmed && leavesServer(place);
  await db.transaction().execute(async (trx) => {
    await beginSettings(trx, by.accountId);
    const made = await trx
      .insertInto('ai_connections')
      .values({
        id,
        account_id: by.accountId,
        purpose: entered.purpose,
        kind: entered.kind,
        name: entered.name,
        url: place.url,
        model: entered.model,
        options: jsonText(entered.options),
        ...sealedFor(box, key ?? null, place),
        problem: null,
        checked_at: null,
        confirmed_at: confirms ? new Date() : null,
        confirmed_by: confirms ? by.userId : null,
        ...(confirms && processor ? { processor: jsonText(processor) } : {}),
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'purpose', 'kind']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw thereAlready();
    const { purpose, kind, name } = entered;
    const host = hostOfService(place);
    await note(trx, by, 'ai.serviceAdded', id, { name, purpose, service: kind, host });
    if (confirms) await note(trx, by, 'ai.serviceConfirmed', id, confirmedDetail(name, host, processor));
  });
  return id;
}

/**
 * Changes a service. Its key goes to no other server than it was entered for, and another server is confirmed again.
 * Throws `Refusal` NOT_FOUND, VALIDATION_FAILED, and CONFLICT where somebody else changed it since `rev`.
 */
export async function changeConnection(
  { db, box, hosts }: ConnectionsDeps,
  by: AskedBy,
  id: string,
  change: AiConnectionChange,
): Promise<void> {
  if (change.url !== undefined) await refusePlace(hosts, keptUrl(change.url));
  await db.transaction().execute(async (trx) => {
    const row = await ownConnection(trx, by, id);
    const before = connectionOf(row);
    if (!before) throw notFound('AI service');
    if (change.rev < Number(row.changed_rev)) throw new Refusal('CONFLICT', 'Someone else changed this service.');
    const place = { kind: before.kind, url: change.url === undefined ? before.url : keptUrl(change.url) };
    const stays = originOf(place) === originOf(before);
    const isConfirmed = change.confirmed === true || (stays && row.confirmed_at !== null);
    const entered = { ...before, ...place, model: change.model ?? before.model };
    const confirms = change.confirmed === true && leavesServer(place) && !(stays && row.confirmed_at !== null);
    const hasProcessor = !confirms || change.processor != null;
    const key = keyState(change.key, before.hasKey, stays);
    refuse(problemsOfEntry({ ...entered, key, isConfirmed, hasProcessor }));
    const newKey = change.key === undefined ? null : sealedFor(box, change.key, place);
    await trx
      .updateTable('ai_connections')
      .set({
        name: change.name ?? before.name,
        url: place.url,
        model: entered.model,
        options: jsonText(change.options ?? before.options),
        ...newKey,
        ...(stays ? null : unconfirmed),
        ...(confirms ? confirmation(by, change.processor) : null),
        // What a test found was found of the service as it was.
        state: 'unchecked',
        problem: null,
        checked_at: null,
      })
      .where('id', '=', id)
      .execute();
    const host = hostOfService(place);
    const what = Object.keys(change).filter((name) => !['rev', 'confirmed', 'processor'].includes(name));
    await note(trx, by, 'ai.serviceChanged', id, { name: change.name ?? before.name, fields: what.join(', '), host });
    if (confirms)
      await note(
        trx,
        by,
        'ai.serviceConfirmed',
        id,
        confirmedDetail(change.name ?? before.name, host, change.processor),
      );
  });
}

const unconfirmed = { confirmed_at: null, confirmed_by: null, processor: null };

const confirmation = ({ userId }: AskedBy, processor: AiProcessor | null | undefined) => ({
  confirmed_at: new Date(),
  confirmed_by: userId,
  processor: processor ? jsonText(processor) : null,
});

/** What the audit log keeps: to whom calls may go from then on, and where that computes. */
const confirmedDetail = (name: string, host: string | null, processor: AiProcessor | null | undefined) => ({
  name,
  host,
  processor: processor?.name ?? null,
  place: processor?.place ?? null,
});

/** Deletes a service with its key. Throws `Refusal` NOT_FOUND. */
export async function removeConnection({ db }: Pick<ConnectionsDeps, 'db'>, by: AskedBy, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name, kind, purpose } = await ownConnection(trx, by, id);
    await trx.deleteFrom('ai_connections').where('id', '=', id).execute();
    await note(trx, by, 'ai.serviceRemoved', id, { name, purpose, service: kind });
  });
}

/** A service of the asker's account, which nobody else changes meanwhile. Throws `Refusal` NOT_FOUND. */
async function ownConnection(trx: Writer, { accountId }: AskedBy, id: string): Promise<ConnectionRow> {
  const row = await trx
    .selectFrom('ai_connections')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('AI service');
  return row;
}

function keyState(key: string | null | undefined, hadKey: boolean, stays: boolean): 'there' | 'elsewhere' | 'none' {
  if (key !== undefined) return key === null ? 'none' : 'there';
  if (!hadKey) return 'none';
  return stays ? 'there' : 'elsewhere';
}

function sealedFor(
  box: Pick<SecretBox, 'seal'>,
  key: string | null,
  place: { readonly kind: AiServiceKind; readonly url: string | null },
) {
  const origin = originOf(place);
  return key === null || origin === null
    ? { key_sealed: null, key_origins: [] }
    : { key_sealed: box.seal(key), key_origins: [origin] };
}

async function refusePlace(hosts: ConnectionsDeps['hosts'], url: string | null): Promise<void> {
  const message = url === null ? null : await problemOfPlace(hosts, url);
  if (message !== null) refuse([{ path: 'url', message }]);
}

function refuse(issues: readonly { readonly path: string; readonly message: AiEntryProblem }[]): void {
  if (issues.length > 0)
    throw new Refusal('VALIDATION_FAILED', 'The AI service is not complete.', { issues: [...issues] });
}

const thereAlready = () =>
  new Refusal('CONFLICT', 'The account has a service of this kind already.', {
    issues: [{ path: 'kind', message: 'thereAlready' }],
  });
