import { rename } from 'node:fs/promises';
import { openWav } from '@sidetone/wav/open-wav.ts';
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
    await Promise.all(originals.map(async (each) => (await files.near(each)) ?? files.whole(each))),
    { mix, signal },
  ).catch(async (error: unknown) => {
    await files.remove(part);
    throw error;
  });
  await files.keepPrivate(part);
  await rename(files.whole(part), files.whole(mp3));
  return made;
}

/** How long a WAV file is that is complete, and that nobody will hear. Rejects for what is no sound. */
export async function measured(given: Pick<Parameters<typeof makeMp3>[0], 'files' | 'originals' | 'repair'>) {
  const { files, originals, repair } = given;
  const original = originals.at(-1) ?? '';
  await repair(files.whole(original));
  await files.keepPrivate(original);
  const sound = await openWav(files.whole(original));
  await sound.close();
  const made: ProcessedSound = {
    durationMs: Math.round((sound.length / sound.sampleRate) * 1000),
    waveform: [],
    waveforms: { user: [], remote: [] },
  };
  return made;
}
