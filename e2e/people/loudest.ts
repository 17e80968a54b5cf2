import { loudnessOf } from '@sidetone/simulator/people/audio/recording.ts';
import { Person } from '@sidetone/simulator/people/person.ts';

/** How loud a tone was where it was loudest in all that was heard so far: a short one is over before it is looked for. */
export function loudestOf(hertz: number, heard: Float32Array): number {
  const [seconds, step] = [0.8, 0.2 * Person.sampleRate];
  const parts = Array.from({ length: Math.floor(heard.length / step) }, (_, at) =>
    heard.subarray(at * step, at * step + seconds * Person.sampleRate),
  );
  return Math.max(0, ...parts.map((part) => loudnessOf(part, seconds, [hertz])[hertz] ?? 0));
}
