import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeFor } from '../storage/postgres/place.ts';

/** For each word the files of a data folder, and of its PostgreSQL, in which it stands. Each file is read once: they are many megabytes. */
export function filesWithEach<Word extends string>(dataDir: string, words: readonly Word[]): Record<Word, string[]> {
  const found = Object.fromEntries(words.map((word) => [word, [] as string[]])) as Record<Word, string[]>;
  for (const folder of new Set([dataDir, placeFor(dataDir).data])) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const content = contentOf(path);
      for (const word of words) if (content.includes(word)) found[word].push(path);
    }
  }
  return found;
}

/** Empty where the file went while we looked. */
function contentOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
