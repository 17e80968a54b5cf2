import { writeFileSync } from 'node:fs';
import { wavOf } from '@sidetone/wav/wav.ts';

const sampleRate = 8000;
/** Seconds of one chord: eight notes of it, one after the other. */
const chordSeconds = 4.5;
const notesPerChord = 8;

/** MIDI notes of each chord, bass first: C, A minor, F and G with their sevenths and sixths, an old and free turn. */
const chords = [
  [36, 60, 64, 67, 71],
  [33, 57, 60, 64, 67],
  [29, 53, 57, 60, 64],
  [31, 55, 59, 62, 64],
] as const;
/** Which of a chord's four upper notes comes when. */
const order = [1, 2, 3, 4, 3, 2, 4, 2] as const;

/**
 * The music that waiting callers hear unless their company has its own: broken chords on a soft electric piano, 18 s
 * of 16-bit samples at 8 kHz. Every note rings on over the end into the beginning, so that the loop has no seam.
 */
function holdMusic(): Int16Array {
  const ring = new Float64Array(chords.length * chordSeconds * sampleRate);
  for (const [index, chord] of chords.entries()) {
    const chordAt = index * chordSeconds;
    strike(ring, chordAt, chord[0] + 12, 0.5, 3.2);
    for (let note = 0; note < notesPerChord; note++) {
      const at = chordAt + (note * chordSeconds) / notesPerChord;
      const pitch = chord[order[note] ?? 1] ?? chord[1];
      strike(ring, at, pitch, note % 4 === 0 ? 0.42 : 0.32, 1.4);
      strike(ring, at + 0.42, pitch + 12, 0.06, 1.1); // a faint answer an octave above
    }
  }
  const loudest = ring.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  // Half of full scale: as loud as somebody speaking.
  return Int16Array.from(ring, (sample) => Math.round((sample / loudest) * 16_000));
}

/** Adds one struck note to the ring: three partials that fade, the higher the sooner. */
function strike(ring: Float64Array, atSeconds: number, midi: number, loudness: number, fadeSeconds: number): void {
  const hertz = 440 * 2 ** ((midi - 69) / 12);
  const from = Math.round(atSeconds * sampleRate);
  const length = Math.round(fadeSeconds * 4 * sampleRate);
  for (let i = 0; i < length; i++) {
    const seconds = i / sampleRate;
    const attack = Math.min(1, seconds / 0.012);
    const turn = 2 * Math.PI * hertz * seconds;
    const sound =
      Math.sin(turn) * Math.exp(-seconds / fadeSeconds) +
      0.35 * Math.sin(2 * turn) * Math.exp((-2 * seconds) / fadeSeconds) +
      0.12 * Math.sin(3 * turn) * Math.exp((-5 * seconds) / fadeSeconds);
    const at = (from + i) % ring.length;
    ring[at] = (ring[at] ?? 0) + loudness * attack * sound;
  }
}

/** The music as a WAV file. */
export function holdMusicFile(): Buffer {
  return wavOf([holdMusic()], sampleRate);
}

if (import.meta.main) writeFileSync(process.argv[2] ?? 'hold-music.wav', holdMusicFile());
