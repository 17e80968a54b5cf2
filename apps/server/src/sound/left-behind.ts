import { mayCome, type SoundFiles } from './sound-files.ts';

/** A file that was written to so lately belongs to a call that outlived its signalling. */
const growingMs = 5000;
const lookAgainMs = 10_000;

/** A sound that an earlier life did not finish; `complete`: its file grows no more. */
export interface LeftBehind {
  readonly id: string;
  readonly path: string | null;
  readonly complete: boolean;
  readonly startedAt: Date;
}

/**
 * Takes up sounds that earlier lives left behind: each goes to `process` once its file has stopped growing. `read` gives
 * those of these ids that are still unfinished.
 */
export function leftBehind(given: {
  readonly files: SoundFiles;
  read(ids: readonly string[]): Promise<readonly LeftBehind[]>;
  process(id: string): Promise<void>;
  onTrouble(error: unknown): void;
}) {
  const { files, read, process, onTrouble } = given;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const isGrowing = async (path: string | null): Promise<boolean> => {
    const changedAt = path === null ? null : await files.changedAt(path);
    return changedAt !== null && Date.now() - changedAt < growingMs;
  };
  // At a media host it may still be growing.
  const isComing = async ({ path, startedAt }: LeftBehind): Promise<boolean> =>
    path !== null && mayCome(startedAt) && (await files.isComing(path));
  async function take(ids: readonly string[]): Promise<void> {
    if (stopped || ids.length === 0) return;
    const later: string[] = [];
    for (const sound of await read(ids)) {
      if (!sound.complete && ((await isGrowing(sound.path)) || (await isComing(sound)))) later.push(sound.id);
      else await process(sound.id);
    }
    if (later.length > 0 && !stopped) timer = setTimeout(() => takeLater(later), lookAgainMs);
  }
  const takeLater = (ids: readonly string[]) => {
    take(ids).catch((error: unknown) => {
      onTrouble(error);
      if (!stopped) timer = setTimeout(() => takeLater(ids), lookAgainMs);
    });
  };
  return {
    take,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
