import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ProcessedSound } from './process-sound.ts';

const main = fileURLToPath(new URL('process-sound.ts', import.meta.url));
/** An hour of sound takes about half a minute on a busy machine. */
const patienceMs = 30 * 60_000;

const peaks = z.array(z.number());
const processed = z.object({
  durationMs: z.number().int().positive(),
  waveform: peaks,
  waveforms: z.object({ user: peaks, remote: peaks }),
});

/**
 * Runs `processSound` in a process of its own: left and right as they are, or with `mix` everything on both. Rejects with
 * what it said of its failure; `signal` ends it.
 */
export function runSoundProcess(
  mp3: string,
  originals: readonly string[],
  { mix = false, signal }: { mix?: boolean; signal?: AbortSignal } = {},
): Promise<ProcessedSound> {
  return new Promise((resolve, reject) => {
    // It needs none of our settings, and so it has none of our secrets.
    const options = { timeout: patienceMs, env: { PATH: process.env['PATH'] }, ...(signal && { signal }) };
    execFile(process.execPath, [main, mp3, mix ? 'mixed' : 'apart', ...originals], options, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || 'the sound could not be gone through', { cause: error }));
        return;
      }
      try {
        resolve(processed.parse(JSON.parse(stdout)));
      } catch (cause) {
        reject(new Error('the sound process gave no result', { cause }));
      }
    });
  });
}
