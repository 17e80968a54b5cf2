import type { InboxRow } from '@sidetone/contract/documents/queries.ts';
import { type InboxFilter, type InboxPlace, inboxPlace } from '@sidetone/contract/entities/inbox-filter.ts';
import { maxNoteCharacters } from '@sidetone/contract/http/documentation-routes.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { CallsOfUsers } from './ports.ts';
import { lineOf, type OwnChannel, transcriptOf, wholeOf } from './said.ts';
import type { Assistant } from './tokens.ts';

export interface OwnCallsParts {
  readonly db: Database;
  readonly calls: CallsOfUsers;
}

interface NamedCall {
  readonly channel_id: string;
  readonly call_id: string;
}

export interface AskedList {
  readonly channel_id?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly filter: InboxFilter;
}

/** How often a note is written again over one that somebody wrote meanwhile. */
const noteTries = 3;

/**
 * The calls of one user, as their assistant reads them: of channels that they are a member of at this moment, and no others.
 * Throws `Refusal`s as the API does.
 */
export function ownCalls(parts: OwnCallsParts, assistant: Assistant) {
  const { calls } = parts;
  const channels = channelsOf(parts.db, assistant);

  const find = async ({ channel_id: channelId, call_id: docId }: NamedCall): Promise<FoundCall> => {
    const [channel] = await channels(channelId);
    if (!channel) throw notFound('call');
    const [row] = await calls.read({ channelId, docId });
    if (!row) throw notFound('call');
    return { channel, row };
  };

  return {
    /** Newest first; `next_cursor` goes on after the last one. */
    async list({ channel_id, limit, cursor, filter }: AskedList) {
      const own = await channels(channel_id);
      if (channel_id !== undefined && own.length === 0) throw notFound('channel');
      const after = cursor === undefined ? undefined : placeOf(cursor);
      const found: InboxRow[] = [];
      // One after the other: the database is there for others, too.
      for (const { id } of own) found.push(...(await calls.list({ channelId: id, limit: limit + 1, filter, after })));
      const sorted = found.sort(byPlace);
      const rows = sorted.slice(0, limit);
      const last = sorted.length > limit ? rows.at(-1) : undefined;
      return {
        calls: rows.map((row) =>
          lineOf(
            row,
            own.find(({ id }) => id === row.channelId),
          ),
        ),
        next_cursor: last ? cursorOf({ startedAt: last.call.startedAt, id: last.id }) : null,
      };
    },

    async read(call: NamedCall) {
      const { channel, row } = await find(call);
      return wholeOf(row, channel);
    },

    async transcript({ from_item, limit, ...call }: NamedCall & { from_item: number; limit: number }) {
      const { row } = await find(call);
      return { ...call, ...transcriptOf(row, from_item, limit) };
    },

    /** Behind what stands there, whoever wrote it; never over it. */
    async addNote({ text, ...call }: NamedCall & { text: string }) {
      for (let tries = 1; ; tries += 1) {
        try {
          await append(calls, assistant, await find(call), text);
          return { added: true, ...call };
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'CONFLICT' || tries === noteTries) throw error;
        }
      }
    },
  };
}

interface FoundCall {
  readonly channel: OwnChannel;
  readonly row: InboxRow;
}

const channelsOf =
  (db: Database, { userId, accountId }: Assistant) =>
  (channelId?: string): Promise<OwnChannel[]> =>
    db
      .selectFrom('channels')
      .innerJoin('channel_members', 'channel_members.channel_id', 'channels.id')
      .select(['channels.id', 'channels.name'])
      .where('channel_members.user_id', '=', userId)
      .where('channels.account_id', '=', accountId)
      .$if(channelId !== undefined, (query) => query.where('channels.id', '=', channelId ?? ''))
      .orderBy('channels.id')
      .execute();

/** Writes text as paragraphs behind the note that was read. Throws `Refusal` CONFLICT where it has changed since. */
async function append(
  calls: CallsOfUsers,
  { userId, accountId, tokenId }: Assistant,
  { row }: FoundCall,
  text: string,
): Promise<void> {
  const { note } = row.documentation;
  const added = text.split('\n').map((line) => `<p>${escaped(line)}</p>`);
  const content = [note?.content ?? '', ...added].join('');
  if (content.length > maxNoteCharacters) throw new Refusal('VALIDATION_FAILED', 'The note would get too long.');
  // The rights of a person, whatever their office: notes ask for no more.
  const caller = { userId, accountId, admin: false, grantId: `mcp ${tokenId}`, expiresAt: new Date() };
  const revision = note?.revision ?? 0;
  await calls.writeNote({ caller, channelId: row.channelId, docId: row.id, content, revision });
}

/** As lists of channels are sorted: newest first, calls of one moment by their ids. */
const byPlace = (one: InboxRow, other: InboxRow): number =>
  Date.parse(other.call.startedAt) - Date.parse(one.call.startedAt) || (one.id < other.id ? -1 : 1);

const cursorOf = (place: InboxPlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

const placeOf = (cursor: string): InboxPlace => {
  try {
    return inboxPlace.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (error) {
    throw new Refusal('VALIDATION_FAILED', 'This cursor is none of ours.', { cause: error });
  }
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
