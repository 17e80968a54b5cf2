import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProviderFailure } from '../providers/failure.ts';
import type { SpeechProvider } from '../providers/speech.ts';
import type { UsableConnection } from '../providers/usable-connection.ts';
import type { RecognizerModel } from './models.ts';
import { openRecognizer, type Recognizer } from './recognizer-process.ts';

/** The longest piece: memory grows with it. */
const longestSeconds = 28;
const headerBytes = 44;

/** The recogniser on this machine, with one process for each model that is used. */
export interface LocalSpeech {
  speech(connection: UsableConnection): SpeechProvider;
  /** Ends its processes. */
  close(): void;
}

/** `folder`: where models lie, each in a folder of its id. `program`: another one than ours, for tests. */
export function localSpeech(
  folder: string,
  models: readonly RecognizerModel[],
  program = fileURLToPath(new URL('./sherpa-main.ts', import.meta.url)),
): LocalSpeech {
  const open = new Map<string, Recognizer>();
  const recognizerOf = (model: RecognizerModel): Recognizer => {
    const { id } = model;
    const known = open.get(id);
    if (known !== undefined) return known;
    const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
    const args = [JSON.stringify(model), join(folder, id), String(threads)];
    const opened = openRecognizer({ program, args, mostMegabytes: 2 * model.megabytes });
    open.set(id, opened);
    return opened;
  };
  return {
    speech({ model: id }) {
      const model = models.find((one) => one.id === id);
      if (!model) throw new ProviderFailure('never', 'noModel');
      const recognizer = recognizerOf(model);
      return {
        limits: {
          longestPieceSeconds: longestSeconds,
          largestPieceBytes: 4 * 1024 * 1024,
          times: 'words',
          takesLanguage: false,
        },
        // It is told of no words: its decoder takes them with a beam search alone, which our models are not run with.
        transcribe: (piece, signal) => recognizer.transcribe(samplesOf(piece.wav), signal),
        async check(signal) {
          await recognizer.load(signal);
          return { models: [id] };
        },
      };
    },
    close() {
      for (const recognizer of open.values()) recognizer.close();
      open.clear();
    },
  };
}

function samplesOf(wav: Uint8Array): Int16Array {
  // A copy, because samples have to begin at an even address.
  const bytes = wav.slice(headerBytes, headerBytes + Math.floor((wav.length - headerBytes) / 2) * 2);
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}
