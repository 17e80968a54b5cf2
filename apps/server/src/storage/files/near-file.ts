import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobError } from '../blobs/blobs.ts';
import type { FarFolder } from './far-folder.ts';

/** Where the file of a name lies on this machine: fetched from the bucket, else where it lay before there was one. */
export async function placeOf(far: FarFolder | undefined, name: string, path: string): Promise<string | null> {
  const near = await far?.near(name);
  if (near != null) return near;
  return await access(path).then(
    () => path,
    () => null,
  );
}

/** How long a call waits for a sound; where a bucket stalls, reading ends only after minutes. */
const callWaitsMs = 3_000;

/** A call goes on without a sound that is away or slow; one that is slow goes on coming, and the next call has it. */
export const soonOrNone = (
  file: Promise<string | null>,
  onAway: (error: unknown) => void,
  mostMs = callWaitsMs,
): Promise<string | null> =>
  Promise.race([file, sleep(mostMs, undefined, { ref: false })])
    .then((path) => {
      if (path === undefined) throw new BlobError('AWAY', 'The sound did not come in time.');
      return path;
    })
    .catch((error: unknown) => {
      onAway(error);
      return null;
    });

const atOnce = 500;
/** Of a bucket, as many are looked at each time; the next time those that follow. */
const farAtOnce = 10_000;

type Listed = Awaited<ReturnType<FarFolder['list']>>;

/** Goes through what lies in a bucket in turns, so that a sweep takes as long however much there is. */
export function turnsOf(far: FarFolder | undefined): () => AsyncGenerator<Listed> {
  let after = '';
  return async function* () {
    for (let looked = 0; far && looked < farAtOnce; looked += atOnce) {
      const some = await far.list(after, atOnce);
      after = some.length < atOnce ? '' : (some.at(-1)?.path ?? '');
      if (some.length > 0) yield some;
      if (after === '') return;
    }
  };
}

/** The next turn as one list. */
export async function nextTurn(turn: ReturnType<typeof turnsOf>): Promise<Listed[number][]> {
  const all: Listed[number][] = [];
  for await (const some of turn()) all.push(...some);
  return all;
}
