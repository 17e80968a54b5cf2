/** From when to when, in seconds. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** So much of a side is measured at a time. */
export const frameSeconds = 0.02;

/** Level of a frame without any sound, in decibels below full scale. */
const silentLevel = -96;
/** What is quieter than this is no sound of a room: a muted microphone, or pauses that were never sent. */
const mutedLevel = -75;
/** Nobody is understood below this, however quiet the room is. */
const quietestSpeech = -55;
/** Speech is louder than the room by so much; where a side speaks softly, by so much less. */
const overFloor = 9;
const leastOverFloor = 6;
/** The softest sounds of a word lie so far below its loud ones. */
const withinSpeech = 18;

/** Shorter pauses are part of what is said; shorter sounds are clicks. Seconds. */
const shortestPause = 0.3;
const shortestSound = 0.1;
/** The first and last sounds of a word are softer than the rest of it. */
const leadSeconds = 0.1;
const tailSeconds = 0.15;

/** How loud one side is, frame by frame, in decibels below full scale. A long sound may be measured in pieces of whole frames. */
export function levelsOf(samples: Int16Array, sampleRate: number): Float32Array {
  const length = Math.round(sampleRate * frameSeconds);
  const levels = new Float32Array(Math.ceil(samples.length / length));
  for (let frame = 0; frame < levels.length; frame += 1) {
    const end = Math.min((frame + 1) * length, samples.length);
    let sum = 0;
    for (let at = frame * length; at < end; at += 1) sum += (samples[at] ?? 0) ** 2;
    const power = sum / (end - frame * length) / 32_768 ** 2;
    levels[frame] = power > 0 ? Math.max(silentLevel, 10 * Math.log10(power)) : silentLevel;
  }
  return levels;
}

/**
 * Where a side speaks: where it is louder than its own room, which is what its quietest frames sound like. Hiss, a tone that holds
 * and silence are no speech.
 */
export function speechRegions(levels: Float32Array): Stretch[] {
  const threshold = thresholdOf(levels);
  if (threshold === null) return [];
  const regions: { start: number; end: number }[] = [];
  for (const [frame, level] of levels.entries()) {
    if (level < threshold) continue;
    const start = frame * frameSeconds;
    const last = regions.at(-1);
    if (last !== undefined && start - last.end < shortestPause) last.end = start + frameSeconds;
    else regions.push({ start, end: start + frameSeconds });
  }
  const seconds = levels.length * frameSeconds;
  return regions
    .filter(({ start, end }) => end - start >= shortestSound)
    .map(({ start, end }) => ({
      start: Math.max(0, start - leadSeconds),
      end: Math.min(seconds, end + tailSeconds),
    }));
}

/** From which level on a frame is speech; null where none is. */
function thresholdOf(levels: Float32Array): number | null {
  const sounding = levels.filter((level) => level > mutedLevel).sort();
  if (sounding.length === 0) return null;
  const at = (share: number) => sounding[Math.floor(share * (sounding.length - 1))] ?? silentLevel;
  const [floor, loud] = [at(0.05), at(0.95)];
  if (loud - floor < leastOverFloor) return null;
  return Math.max(quietestSpeech, floor + leastOverFloor, Math.min(floor + overFloor, loud - withinSpeech));
}

/** Seconds of all stretches. */
export const secondsOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { start, end }) => sum + end - start, 0);
