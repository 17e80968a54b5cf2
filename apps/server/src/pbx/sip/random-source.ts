import { randomBytes } from 'node:crypto';

/** As many bytes as are drawn from the system together. */
const drawn = 4096;

/** Random bytes: those of the system, drawn many at a time, since a draw costs the same for twelve as for thousands. */
interface RandomSource {
  /** Gives bytes that nobody was given before. At most 4096. */
  take(bytes: number): Buffer;
}

export function randomSource(draw: (bytes: number) => Buffer = randomBytes): RandomSource {
  let pool: Buffer = Buffer.alloc(0);
  return {
    take(bytes) {
      if (pool.length < bytes) pool = draw(drawn);
      const taken = pool.subarray(0, bytes);
      pool = pool.subarray(bytes);
      return taken;
    },
  };
}
