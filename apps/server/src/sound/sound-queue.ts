import { rename } from 'node:fs/promises';
import type { ProcessedSound } from './process-sound.ts';
import type { SoundFiles } from './sound-files.ts';
import { runSoundProcess } from './sound-process.ts';

const retryMs = 5000;

/**
 * Does one thing after the other: what `work` rejects with is tried again later, after `onRetry` heard of it. What is
 * added while it waits is done once.
 */
export function soundQueue(
  work: (id: string, signal: AbortSignal) => Promise<void>,
  onRetry: (id: string, error: unknown) => void,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const waiting = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  let retry: NodeJS.Timeout | undefined;

  const run = () => {
    if (busy || signal.aborted) return;
    busy = true;
    clearTimeout(retry);
    running = workAll();
  };

  async function workAll(): Promise<void> {
    for (const id of waiting) {
      waiting.delete(id);
      try {
        await work(id, signal);
      } catch (error) {
        if (!signal.aborted) {
          onRetry(id, error);
          waiting.add(id);
          retry = setTimeout(run, retryMs);
        }
        break;
      }
    }
    busy = false;
  }

  return {
    add(id: string): void {
      waiting.add(id);
      run();
    },
    /** Fulfils when nothing is done any more; what is tried again later is not waited for. */
    async idle(): Promise<void> {
      while (busy) await running;
    },
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(retry);
      await running;
    },
  };
}

/**
 * Makes the MP3 of a WAV file that is complete, and measures it. `originals` are what it is made of, in order, and the
 * last of them is the file itself. `mix`: both sides hear everything. Rejects for what is no sound.
 */
export async function makeMp3(given: {
  readonly files: SoundFiles;
  readonly originals: readonly string[];
  readonly mp3: string;
  readonly mix?: boolean;
  readonly signal: AbortSignal;
  /** Makes the header of a WAV file say what the file holds. */
  repair(path: string): Promise<unknown>;
}): Promise<ProcessedSound> {
  const { files, originals, mp3, mix = false, signal, repair } = given;
  const original = originals.at(-1) ?? '';
  await repair(files.whole(original));
  await files.keepPrivate(original);
  const part = `${mp3}.part`;
  const made = await runSoundProcess(
    files.whole(part),
    originals.map((each) => files.whole(each)),
    { mix, signal },
  ).catch(async (error: unknown) => {
    await files.remove(part);
    throw error;
  });
  await files.keepPrivate(part);
  await rename(files.whole(part), files.whole(mp3));
  return made;
}
