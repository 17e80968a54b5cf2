import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wavOf } from '@sidetone/wav/wav.ts';

/** What the calling end of a test plays, and what its other end does: by its pitch each knows that it hears the other. */
export const hertz = { calling: 1100, called: 700 } as const;

const sampleRate = 8000;

/** Writes the tones where they can be played from. */
export async function writeTestSounds(folder: string): Promise<Readonly<Record<keyof typeof hertz, string>>> {
  await mkdir(folder, { recursive: true });
  const write = async (end: keyof typeof hertz) => {
    const path = join(folder, `${end}.wav`);
    // A whole second has whole periods: the loop has no click.
    const samples = Int16Array.from({ length: sampleRate }, (_, at) =>
      Math.round(12_000 * Math.sin((2 * Math.PI * hertz[end] * at) / sampleRate)),
    );
    await writeFile(path, wavOf([samples], sampleRate));
    return path;
  };
  return { calling: await write('calling'), called: await write('called') };
}
