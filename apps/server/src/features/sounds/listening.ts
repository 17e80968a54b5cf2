import type { Logger } from 'pino';
import { audit } from '../../requests/audit.ts';
import { auditListening } from '../../requests/audit-reading.ts';
import type { Caller } from '../../requests/callers.ts';
import { Download } from '../../requests/download.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import { evenSounds } from '../../sound/even-frames.ts';
import type { SoundFiles } from '../../sound/sound-files.ts';
import type { Database } from '../../storage/database.ts';
import { keptSounds } from './kept-sounds.ts';
import type { SoundKind } from './kinds.ts';
import type { SoundPlace, SoundRow } from './rows.ts';

export interface ListeningParts {
  readonly db: Database;
  readonly files: SoundFiles;
  readonly log: Logger;
}

interface By {
  readonly caller: Caller;
  readonly address: string;
}

/** Who deletes: somebody at the app, or at a telephone, which has no address. */
interface DeletedBy {
  readonly caller: Pick<Caller, 'accountId' | 'userId'>;
  readonly address: string | null;
}

/**
 * What members of a channel do with sounds of one kind, once it is certain that they may. Who did so is logged, never what
 * was said.
 */
export function listening(kind: SoundKind, { db, files, log }: ListeningParts) {
  const kept = keptSounds(kind, { db, files });
  const heard = auditListening(db);
  const even = evenSounds((path, error) => log.warn({ err: error, path }, 'sounds: an older MP3 stays as it is'));
  return {
    /** The file of a sound. Throws `Refusal` NOT_FOUND where it has none. */
    async download(row: SoundRow | undefined, format: 'mp3' | 'wav', { caller, address }: By): Promise<Download> {
      const path = format === 'wav' ? row?.original_path : row?.mp3_path;
      if (!row || !path) throw notFound(kind.name);
      await heard(kind.audited.fetched, { caller, address, format }, row);
      log.info({ [`${kind.name}Id`]: row.id, userId: caller.userId, format }, `${kind.name} fetched`);
      const source = await files.source(path);
      if (source === null) throw notFound(kind.name);
      if (format === 'mp3' && source === files.whole(path)) await even(source);
      return new Download(source, format === 'wav' ? 'audio/wav' : 'audio/mpeg');
    },

    /** Deletes what there is of a call. Throws `Refusal` CONFLICT while it is not finished, NOT_FOUND where nothing is. */
    async remove(call: SoundPlace, { caller, address }: DeletedBy): Promise<void> {
      if (!(await kept.areFinished(call))) throw new Refusal('CONFLICT', `The ${kind.name} is not finished yet.`);
      if ((await kept.remove(call)) === 0) throw notFound(kind.name);
      await db.transaction().execute((trx) =>
        audit(trx, {
          accountId: caller.accountId,
          actorUserId: caller.userId,
          address,
          action: kind.audited.removed,
          target: call.docId,
          detail: { channelId: call.channelId },
        }),
      );
      log.info({ ...call, userId: caller.userId }, `${kind.name} deleted`);
    },
  };
}
