import { leftBehind } from '../../sound/left-behind.ts';
import type { ProcessingParts } from './processing.ts';
import { selectLeft, selectUnfinished } from './rows.ts';

/** Sounds that earlier lives left behind: nobody finished them. */
export function unfinishedSounds(
  { kind, db, node, files, log }: Pick<ProcessingParts, 'kind' | 'db' | 'node' | 'files' | 'log'>,
  process: (id: string) => Promise<void>,
) {
  const behind = leftBehind({
    files,
    read: async (ids) =>
      (await selectUnfinished(db, kind).where('id', 'in', ids).execute()).map(
        ({ id, state, original_path, started_at }) => ({
          id,
          path: original_path,
          complete: state === 'processing',
          startedAt: started_at,
        }),
      ),
    process,
    onTrouble: (error) =>
      log.warn({ err: error, kind: kind.name }, 'sounds: resuming unfinished ones failed, trying later'),
  });
  return {
    /** Gives how many were found. */
    async resume(): Promise<number> {
      const ids = (await selectLeft(db, kind, node).execute()).map(({ id }) => id);
      if (ids.length > 0) log.info({ [kind.table]: ids.length }, 'sounds: resumed after a restart');
      await behind.take(ids);
      return ids.length;
    },
    stop: behind.stop,
  };
}
