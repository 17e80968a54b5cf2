import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readMono, wavOf } from '@sidetone/wav/wav.ts';
import type { Utterance } from '../apps/server/src/ai/basic/call.ts';
import { wordsWithin } from '../apps/simulator/src/ai/hearing/heard-words.ts';
import { hasSphinx, hearBySphinx } from '../apps/simulator/src/ai/hearing/sphinx.ts';
import type { Hearing } from './hearing.ts';
import type { PlantedCall } from './planted-call.ts';

const run = promisify(execFile);
const rate = 16_000;
const pauseSeconds = 1;

/**
 * English calls, spoken by the voices of flite and heard by pocketsphinx, both of Debian; null where one of them is not installed. There
 * is no German for it.
 */
export async function sphinxHearing(calls: readonly PlantedCall[]): Promise<Hearing | null> {
  const hasFlite = await run('sh', ['-c', 'command -v flite']).then(
    () => true,
    () => false,
  );
  if (!hasFlite || !(await hasSphinx())) return null;
  const known = new Map<string, readonly Utterance[]>();
  for (const call of calls) known.set(call.id, await heardOf(call));
  return { name: 'sphinx', seeds: [1], heard: ({ id }) => known.get(id) ?? [] };
}

/** Each side in one sound with a pause after every line, as a call has them; what is heard belongs to the line it was said in. */
async function heardOf(call: PlantedCall): Promise<readonly Utterance[]> {
  const folder = await mkdtemp(join(tmpdir(), 'eval-'));
  try {
    const texts = new Map<string, string>();
    for (const side of ['user', 'remote'] as const) {
      const own = call.lines.filter((line) => line.side === side);
      if (own.length === 0) continue;
      const spoken: { readonly id: string; readonly start: number; readonly end: number }[] = [];
      const sounds: Int16Array[] = [];
      let now = 0;
      for (const { id, text } of own) {
        const file = join(folder, `${id}.wav`);
        await run('flite', ['-voice', call.sides[side].voice, '-t', text, '-o', file]);
        const samples = Int16Array.from(readMono(await readFile(file)).samples, (each) => Math.round(each * 32_767));
        sounds.push(samples, new Int16Array(pauseSeconds * rate));
        const end = now + samples.length / rate + pauseSeconds;
        spoken.push({ id, start: now, end });
        now = end;
      }
      const { words } = await hearBySphinx(wavOf([joined(sounds)], rate));
      for (const { id, start, end } of spoken) {
        texts.set(
          id,
          wordsWithin(words, start, end)
            .map(({ text }) => text)
            .join(' '),
        );
      }
    }
    return call.lines.map(({ id, side }) => ({ id, speaker: side === 'user' ? 0 : 1, text: texts.get(id) ?? '' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function joined(sounds: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(sounds.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const sound of sounds) {
    all.set(sound, at);
    at += sound.length;
  }
  return all;
}
