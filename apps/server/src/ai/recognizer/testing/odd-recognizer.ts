// A recogniser of the tests, behind the protocol of the real one: `odd-recognizer.ts MODEL …`. The model says what it does.
import { type FromRecognizer, heardOfWords, type ToRecognizer } from '../protocol.ts';

const [model] = process.argv.slice(2);
const say = (message: FromRecognizer) => process.send?.(message);
process.once('disconnect', () => process.exit());

const eaten: Buffer[] = [];
if (model === 'never-ready') setInterval(() => undefined, 1000);
else if (model === 'nothing') say({ kind: 'noModel' });
else {
  process.on('message', ({ id, samples }: ToRecognizer) => {
    const first = samples[0] ?? 0;
    if (first === 1) return;
    if (first === 2) process.abort();
    if (first === 3) {
      for (;;) eaten.push(Buffer.alloc(8 * 1024 * 1024, 1));
    }
    const text = `pid${process.pid} env${Object.keys(process.env).length} ${samples.length}`;
    say({ kind: 'heard', id, heard: heardOfWords([{ text, start: 0, end: samples.length / 16_000 }]) });
  });
  say({ kind: 'ready' });
}
