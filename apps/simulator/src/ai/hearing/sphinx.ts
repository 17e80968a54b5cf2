import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type HeardSound, heardSound, type TimedWord } from './heard-words.ts';

const program = 'pocketsphinx_continuous';

/** Whether pocketsphinx of Debian is there (`apt install pocketsphinx pocketsphinx-en-us`). It knows English only. */
export const hasSphinx = async (): Promise<boolean> => {
  try {
    await promisify(execFile)('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
};

/** What pocketsphinx hears in a WAV of 16 kHz. */
export async function hearBySphinx(wav: Buffer): Promise<HeardSound> {
  const folder = await mkdtemp(join(tmpdir(), 'sphinx-'));
  try {
    const file = join(folder, 'sound.wav');
    await writeFile(file, wav);
    const asked = ['-infile', file, '-time', 'yes', '-logfn', '/dev/null'];
    const { stdout } = await promisify(execFile)(program, asked, { maxBuffer: 16 * 1024 * 1024 });
    return heardSound(stdout.split('\n').flatMap(wordIn), 'en', (wav.length - 44) / 32_000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line of a word with its times: "hello(2) 0.350 0.810 0.99". */
function wordIn(line: string): TimedWord[] {
  const [, text, start, end] = /^([a-z'.-]+)(?:\(\d+\))? (\d+\.\d+) (\d+\.\d+) \d/.exec(line) ?? [];
  return text === undefined ? [] : [{ text, start: Number(start), end: Number(end) }];
}
