import type { Writer } from '../../storage/writer.ts';
import { breakPart } from './documentation-part.ts';
import { forgetSound, isComing, type ProcessingParts, soundProcessing } from './processing.ts';
import { selectSounds, selectUnfinished } from './rows.ts';
import { unfinishedSounds } from './unfinished.ts';

/**
 * Keeps sounds of one kind: their rows, their files, and what the inbox tells of them. Every change is durable before its
 * promise fulfils; what kill -9 interrupts is taken up by `resume` of the next life.
 */
export function soundKeeper(parts: ProcessingParts) {
  const { kind, db, files, log } = parts;
  const processing = soundProcessing(parts);
  const unfinished = unfinishedSounds(parts, processing.complete);

  return {
    /** Gives the file that media writes. `insert` writes the row, with the path in it. */
    async opened(
      sound: { readonly id: string; readonly accountId: string; readonly at: Date },
      insert: (db: Writer, path: string) => Promise<unknown>,
    ): Promise<{ path: string }> {
      const path = files.pathOf(sound);
      await files.makeRoom(path);
      await db.transaction().execute((transaction) => insert(transaction, path));
      return { path: files.whole(path) };
    },

    async finished(id: string, durationMs = Number.POSITIVE_INFINITY): Promise<void> {
      if (durationMs >= kind.shortestMs) return await processing.complete(id);
      const row = await selectSounds(db, kind).where('id', '=', id).executeTakeFirst();
      if (!row) return;
      await forgetSound(parts, row);
      parts.announce?.forgotten?.(row);
    },

    /** What its file holds in spite of the failure is kept. */
    async failed(id: string, why: string): Promise<void> {
      log.warn({ [`${kind.name}Id`]: id, why }, 'sounds: recording failed');
      const row = await db.transaction().execute(async (transaction) => {
        const failing = await selectUnfinished(transaction, kind).where('id', '=', id).forUpdate().executeTakeFirst();
        if (!failing) return null;
        await transaction.updateTable(kind.table).set({ failure: why }).where('id', '=', id).execute();
        await parts.ended?.(transaction, id);
        return failing;
      });
      if (!row) return;
      const isKept = (await files.exists(row.original_path ?? '')) || (await isComing(files, row));
      if (isKept) return await processing.complete(id);
      await db.transaction().execute(async (transaction) => {
        await transaction.updateTable(kind.table).set({ state: 'failed' }).where('id', '=', id).execute();
        await breakPart(transaction, kind, row);
        await parts.lost?.(transaction, row);
      });
      parts.announce?.forgotten?.(row);
    },

    /** Takes up what an earlier life left behind; gives how many. Call it once the exchange knows which calls go on. */
    resume: (): Promise<number> => unfinished.resume(),

    /** Fulfils when nothing is being gone through any more. */
    idle: (): Promise<void> => processing.idle(),

    /** What is under way is taken up by the next life. */
    async stop(): Promise<void> {
      unfinished.stop();
      await processing.stop();
    },
  };
}
