import { rename } from 'node:fs/promises';
import type { ProcessedSound } from './process-sound.ts';
import type { SoundFiles } from './sound-files.ts';
import { runSoundProcess } from './sound-process.ts';

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
