import { rm } from 'node:fs/promises';
import { soonOrNone } from '../../storage/files/near-file.ts';
import type { Writer } from '../../storage/writer.ts';
import { voicemailsByTelephone } from './by-telephone.ts';
import { writePart } from './documentation-part.ts';
import { greetingChanged } from './greeting-routes.ts';
import type { Greetings } from './greetings.ts';
import { voicemailKind as kind } from './kinds.ts';
import { mailboxPins } from './mailbox-pins.ts';
import type { ProcessingParts } from './processing.ts';
import { soundKeeper } from './sound-keeper.ts';

/** A voicemail as it begins. */
interface Opened {
  readonly voicemailId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly sessionId: string;
  readonly at: Date;
}

interface VoicemailParts
  extends Pick<ProcessingParts, 'db' | 'node' | 'jobs' | 'files' | 'log' | 'repair' | 'ready' | 'announce'> {
  readonly greetings: Greetings;
  /** Files of calls that go on, by their names. */
  passing(name: string): string;
}

/** Voicemails and greetings as the exchange needs them (`Voicemails` of its ports), and what the server does with them. */
export function voicemails({ greetings, passing, ...parts }: VoicemailParts) {
  const keeper = soundKeeper({ ...parts, kind });
  return {
    ...keeper,
    ...voicemailsByTelephone(parts),
    ...mailboxPins(parts),
    passing,

    opened: (voicemail: Opened): Promise<{ path: string }> =>
      keeper.opened({ id: voicemail.voicemailId, accountId: voicemail.accountId, at: voicemail.at }, (trx, path) =>
        insert(trx, voicemail, path),
      ),

    async greetingOf(channelId: string): Promise<{ file: string } | null> {
      // A caller hears the usual greeting where the own one is away.
      const file = await soonOrNone(greetings.fileOf(channelId), (error) =>
        parts.log.warn({ err: error, channelId }, 'voicemail: the greeting is away'),
      );
      return file === null ? null : { file };
    },

    async greetingRemoved(
      channelId: string,
      by: { readonly userId: string; readonly accountId: string },
    ): Promise<void> {
      await greetings.remove(channelId);
      await greetingChanged(parts.db, { ...by, address: null }, channelId, 'deleted');
      parts.log.info({ channelId, userId: by.userId }, 'voicemail: greeting removed by phone');
    },

    async greetingRecorded(channelId: string, path: string): Promise<void> {
      const kept = await greetings.keepRecorded(channelId, path);
      parts.log.info({ channelId, kept }, 'voicemail: greeting recorded by phone');
      await rm(path, { force: true });
    },
  };
}

async function insert(db: Writer, voicemail: Opened, path: string): Promise<void> {
  const { channelId, docId } = voicemail;
  await db
    .insertInto('voicemails')
    .values({
      id: voicemail.voicemailId,
      account_id: voicemail.accountId,
      channel_id: channelId,
      doc_id: docId,
      session_id: voicemail.sessionId,
      state: 'recording',
      original_path: path,
      started_at: voicemail.at,
    })
    .execute();
  const event = { channel_id: channelId, doc_id: docId };
  await writePart(db, kind, event, { status: 'waiting', visual: { status: 'pending' } });
}
