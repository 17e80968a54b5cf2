// The process of the recogniser on this machine: `sherpa-main.ts MODEL FOLDER THREADS`, the model as JSON. It dies with the process that started it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sherpa from 'sherpa-onnx-node';
import type { RecognizerModel } from './models.ts';
import { type FromRecognizer, heardOfWords, type ToRecognizer } from './protocol.ts';
import { sherpaConfig } from './sherpa-config.ts';
import { wordsOfTokens } from './token-words.ts';

const sampleRate = 16_000;
const [model = '', folder = '', threads = '1'] = process.argv.slice(2);
const say = (message: FromRecognizer) => process.send?.(message);
process.once('disconnect', () => process.exit());

const recognizer = open();
if (recognizer === null) say({ kind: 'noModel' });
else {
  process.on('message', ({ id: asked, samples }: ToRecognizer) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ sampleRate, samples: Float32Array.from(samples, (sample) => sample / 32_768) });
    recognizer.decode(stream);
    const { text, tokens, timestamps } = recognizer.getResult(stream);
    const seconds = samples.length / sampleRate;
    const words = wordsOfTokens(tokens, timestamps, seconds);
    const whole = text.trim() === '' ? [] : [{ text: text.trim(), start: 0, end: seconds, words: [] }];
    const heard = timestamps.length > 0 ? heardOfWords(words) : { stretches: whole, language: null };
    say({ kind: 'heard', id: asked, heard });
  });
  say({ kind: 'ready' });
}

function open() {
  const told = JSON.parse(model) as RecognizerModel;
  if (told.files.some(({ name }) => !existsSync(join(folder, name)))) return null;
  try {
    return new sherpa.OfflineRecognizer(sherpaConfig(told, folder, Number(threads)));
  } catch {
    // What was wrong goes to standard error, with paths.
    return null;
  }
}
