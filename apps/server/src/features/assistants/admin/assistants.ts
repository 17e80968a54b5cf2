import { type AssistantChange, assistantLimits, type NewAssistant } from '@sidetone/contract/entities/assistant.ts';
import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { sql, type Updateable } from 'kysely';
import { audit } from '../../../requests/audit.ts';
import type { Caller } from '../../../requests/callers.ts';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText, storableText } from '../../../storage/json-text.ts';
import type { Schema } from '../../../storage/schema.ts';
import type { TranscriptFiles } from '../../../storage/transcript-files.ts';
import type { Writer } from '../../../storage/writer.ts';
import { makeToken, revokeToken } from '../tokens.ts';
import { requirePlace, type VoiceDeps, voiceColumns } from './voice.ts';

/** Who administers, and from where. */
interface By {
  readonly caller: Caller;
  readonly address: string;
}

/**
 * Creates a call assistant. Throws `Refusal` CONFLICT where there are too many, NOT_FOUND for a channel that is not shared and
 * for announcements of others.
 */
export async function createAssistant(
  { db, box, hosts }: VoiceDeps & { readonly db: Database },
  given: NewAssistant,
  by: By,
): Promise<string> {
  const { accountId } = by.caller;
  await requirePlace(hosts, given.voice);
  return await db.transaction().execute(async (trx) => {
    // One after the other, so that two at the same moment are counted.
    await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
    const { count } = await trx
      .selectFrom('assistants')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= assistantLimits.assistants) {
      throw new Refusal('CONFLICT', 'There are as many call assistants as there may be.');
    }
    if (given.channelId !== null) await requireSharedChannel(trx, by, given.channelId);
    await requireAnnouncements(trx, by, given);
    const id = newId('a');
    await trx
      .insertInto('assistants')
      .values({
        id,
        account_id: accountId,
        name: given.name,
        channel_id: given.channelId,
        greeting: storableText(given.greeting),
        greeting_announcement_id: given.greetingAnnouncementId,
        goodbye_announcement_id: given.goodbyeAnnouncementId,
        questions: jsonText(given.questions),
        topics: jsonText(given.topics),
        ...voiceColumns(box, given.voice),
      })
      .execute();
    await note(trx, by, 'callAssistant.created', id, { name: given.name });
    return id;
  });
}

/**
 * Changes what is given. Throws `Refusal` NOT_FOUND, CONFLICT where it changed since the caller's `revision`, VALIDATION_FAILED
 * for a bot at a place that must not be reached.
 */
export async function changeAssistant(
  { db, box, hosts }: VoiceDeps & { readonly db: Database },
  id: string,
  change: AssistantChange,
  by: By,
): Promise<void> {
  const { revision, name, channelId, greeting, greetingAnnouncementId, goodbyeAnnouncementId, questions, topics } =
    change;
  if (change.voice) await requirePlace(hosts, change.voice);
  await db.transaction().execute(async (trx) => {
    const before = await own(trx, by, id);
    if (revision !== undefined && before.revision !== revision) {
      throw new Refusal('CONFLICT', 'The call assistant has changed since.');
    }
    if (channelId !== undefined && channelId !== null) await requireSharedChannel(trx, by, channelId);
    await requireAnnouncements(trx, by, change);
    const set: Updateable<Schema['assistants']> = { revision: before.revision + 1 };
    if (name !== undefined) set.name = name;
    if (channelId !== undefined) set.channel_id = channelId;
    if (greeting !== undefined) set.greeting = storableText(greeting);
    if (greetingAnnouncementId !== undefined) set.greeting_announcement_id = greetingAnnouncementId;
    if (goodbyeAnnouncementId !== undefined) set.goodbye_announcement_id = goodbyeAnnouncementId;
    if (questions !== undefined) set.questions = jsonText(questions);
    if (topics !== undefined) set.topics = jsonText(topics);
    if (change.voice !== undefined) Object.assign(set, voiceColumns(box, change.voice));
    await trx.updateTable('assistants').set(set).where('id', '=', id).execute();
    const fields = Object.keys(change).filter((key) => key !== 'revision');
    await note(trx, by, 'callAssistant.changed', id, { fields });
  });
}

/** Deletes a call assistant for good, with its results, transcripts and tokens. Throws `Refusal` NOT_FOUND. */
export async function removeAssistant(
  { db, files }: { readonly db: Database; readonly files: TranscriptFiles },
  id: string,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name } = await own(trx, by, id);
    await trx.deleteFrom('assistants').where('id', '=', id).execute();
    await note(trx, by, 'callAssistant.removed', id, { name });
  });
  await files.removeAssistant(id);
}

interface OfUser {
  readonly assistantId: string;
  readonly userId: string;
}

/**
 * Has a user of the account use the assistant, or changes whether they may see transcripts. Throws `Refusal` NOT_FOUND,
 * CONFLICT where too many use it.
 */
export async function setUser(
  db: Database,
  { assistantId, userId }: OfUser,
  canSeeTranscripts: boolean,
  by: By,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await own(trx, by, assistantId);
    const user = await trx
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('account_id', '=', by.caller.accountId)
      .forKeyShare()
      .executeTakeFirst();
    if (!user) throw notFound('user');
    const { count } = await trx
      .selectFrom('assistant_users')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('assistant_id', '=', assistantId)
      .where('user_id', '<>', userId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= assistantLimits.users)
      throw new Refusal('CONFLICT', 'Too many users have this call assistant.');
    await trx
      .insertInto('assistant_users')
      .values({ assistant_id: assistantId, user_id: userId, may_see_transcripts: canSeeTranscripts })
      .onConflict((conflict) =>
        conflict.columns(['assistant_id', 'user_id']).doUpdateSet({ may_see_transcripts: canSeeTranscripts }),
      )
      .execute();
    await note(trx, by, 'callAssistant.userSet', assistantId, { userId, canSeeTranscripts });
  });
}

/** Takes the assistant away from a user. Throws `Refusal` NOT_FOUND where they do not use it. */
export async function removeUser(db: Database, { assistantId, userId }: OfUser, by: By): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await own(trx, by, assistantId);
    const { numDeletedRows } = await trx
      .deleteFrom('assistant_users')
      .where('assistant_id', '=', assistantId)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('user of the call assistant');
    await note(trx, by, 'callAssistant.userRemoved', assistantId, { userId });
  });
}

/** Makes a token for an agent. Throws `Refusal` NOT_FOUND, CONFLICT where there are too many. */
export async function createToken(
  db: Database,
  assistantId: string,
  name: string,
  by: By,
): Promise<{ id: string; token: string }> {
  return await db.transaction().execute(async (trx) => {
    await own(trx, by, assistantId);
    const made = await makeToken(trx, { assistantId, accountId: by.caller.accountId, name });
    await note(trx, by, 'callAssistant.tokenCreated', assistantId, { name, tokenId: made.id });
    return made;
  });
}

/** Throws `Refusal` NOT_FOUND. */
export async function removeToken(db: Database, assistantId: string, tokenId: string, by: By): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await own(trx, by, assistantId);
    await revokeToken(trx, assistantId, tokenId);
    await note(trx, by, 'callAssistant.tokenRevoked', assistantId, { tokenId });
  });
}

/** An assistant of the caller's account, locked. Throws `Refusal` NOT_FOUND. */
async function own(trx: Writer, { caller }: By, id: string) {
  const row = await trx
    .selectFrom('assistants')
    .select(['name', 'revision'])
    .where('id', '=', id)
    .where('account_id', '=', caller.accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('call assistant');
  return row;
}

async function requireSharedChannel(trx: Writer, { caller }: By, channelId: string): Promise<void> {
  const channel = await trx
    .selectFrom('channels')
    .select('id')
    .where('id', '=', channelId)
    .where('account_id', '=', caller.accountId)
    .where('type', '<>', sql<'private'>`'private'`)
    .forKeyShare()
    .executeTakeFirst();
  if (!channel) throw notFound('shared channel');
}

/** What callers hear are announcements of the account. Throws `Refusal` NOT_FOUND for others. */
async function requireAnnouncements(trx: Writer, { caller }: By, given: AssistantChange): Promise<void> {
  const { greetingAnnouncementId, goodbyeAnnouncementId, questions = [] } = given;
  const named = [greetingAnnouncementId, goodbyeAnnouncementId, ...questions.map((one) => one.announcementId)];
  const ids = [...new Set(named.filter((id) => id !== null && id !== undefined))];
  if (ids.length === 0) return;
  const rows = await trx
    .selectFrom('announcements')
    .select('id')
    .where('account_id', '=', caller.accountId)
    .where('id', 'in', ids)
    .execute();
  if (rows.length < ids.length) throw notFound('announcement');
}

async function note(
  trx: Writer,
  { caller: { accountId, userId: actorUserId }, address }: By,
  action: AuditAction,
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await audit(trx, { accountId, actorUserId, action, target, detail, address });
}
