import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Passes bytes on, and knows afterwards how many there were and what their sum is. */
export function counting() {
  const sum = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      sum.update(chunk);
      done(null, chunk);
    },
  });
  return { counted, written: () => ({ bytes, sha256: sum.digest() }) };
}
