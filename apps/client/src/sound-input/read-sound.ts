import { type GivenSound, largestFile, problemOfLength, type SoundProblem } from './given-sound.ts';
import { monoWav, sampleRate } from './mono-wav.ts';

/** How long the browser may take to find out how long a file is, in milliseconds. */
const measuringMs = 15_000;

/**
 * Reads a sound file of any kind that the browser plays: MP3, WAV, OGG, M4A, of any rate.
 *
 * @param longest how long it may be, in seconds
 * @returns the sound as the server takes it, or why it cannot be used
 */
export async function readSoundFile(file: File, longest: number): Promise<GivenSound | SoundProblem> {
  if (file.size > largestFile) return 'tooLarge';
  // Hours of sound would fill the memory, so they are measured before they are read.
  const problem = problemOfLength(await lengthOf(file), longest);
  return problem ?? readSound(file, longest, file.name);
}

/** Reads what was recorded here, whose length is known to be bounded. Otherwise like `readSoundFile`. */
export function readRecording(recorded: Blob, longest: number): Promise<GivenSound | SoundProblem> {
  // A timer that comes late must not cost the whole recording.
  return readSound(recorded, longest + 2, null);
}

/** Reads what a service has read aloud. Otherwise like `readSoundFile`. */
export function readSpoken(spoken: Blob, longest: number): Promise<GivenSound | SoundProblem> {
  return readSound(spoken, longest, null);
}

async function readSound(file: Blob, longest: number, name: string | null): Promise<GivenSound | SoundProblem> {
  let sound: AudioBuffer;
  try {
    sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await file.arrayBuffer());
  } catch (cause) {
    console.warn('[sound] a file could not be read', cause);
    return 'unreadable';
  }
  const problem = problemOfLength(sound.duration, longest);
  if (problem !== null) return problem;
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  return { wav: new Blob([monoWav(channels)], { type: 'audio/wav' }), seconds: sound.duration, name };
}

/** In seconds; NaN for what the browser cannot play, and for what has no known end. */
async function lengthOf(file: Blob): Promise<number> {
  const address = URL.createObjectURL(file);
  const element = new Audio();
  element.preload = 'metadata';
  try {
    return await new Promise<number>((fulfil) => {
      const slow = setTimeout(() => fulfil(Number.NaN), measuringMs);
      const done = (seconds: number) => {
        clearTimeout(slow);
        fulfil(seconds);
      };
      element.onloadedmetadata = () => done(element.duration);
      element.onerror = () => done(Number.NaN);
      element.src = address;
    });
  } finally {
    element.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}
