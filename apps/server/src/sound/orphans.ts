import type { SoundFiles } from './sound-files.ts';

/** A file that nobody knows may belong to a row that is just being written. */
const orphanAgeMs = 60 * 60_000;

/**
 * Removes files that no row knows any more, an hour after they were last written to. `known` gives those of these WAV
 * paths that a row has; an MP3 stays as long as its WAV is known.
 */
export async function removeOrphans(
  files: SoundFiles,
  known: (originals: readonly string[]) => Promise<ReadonlySet<string | null>>,
): Promise<void> {
  for await (const some of files.list()) {
    const theirs = await known(some.map(originalOf));
    for (const path of some) {
      if (theirs.has(originalOf(path))) continue;
      const changedAt = (await files.changedAt(path)) ?? Date.now();
      if (Date.now() - changedAt > orphanAgeMs) await files.remove(path);
    }
  }
}

const originalOf = (path: string): string => path.replace(/\.(wav|mp3|mp3\.part|mp3\.part\.uneven)$/, '.wav');
