import type { Codec, Tone } from '../../media.ts';
import type { MadeSound } from '../sound-file.ts';
import { encodeInto } from './g711.ts';
import { G722Encoder } from './g722.ts';
import { openOpus } from './opus.ts';
import { Resampler } from './resampler.ts';

/** 20 ms at 8 kHz. */
const frameSamples = 160;
const hertz = 425;
/** About −13 dBm0, as exchanges play it. */
const amplitude = 7000;

/** On and off times in milliseconds, as German exchanges play them; `once` is over after its pattern. */
const cadences: Readonly<Record<Tone, { readonly pattern: readonly number[]; readonly once?: true }>> = {
  ringback: { pattern: [1000, 4000] },
  busy: { pattern: [480, 480] },
  congestion: { pattern: [240, 240] },
  confirmation: { pattern: [100, 100, 100, 100, 100, 100], once: true },
};

/** A tone ready to send: one payload for each 20 ms. */
interface RenderedTone {
  readonly frames: readonly Uint8Array[];
  /** Played once and then over. */
  readonly once: boolean;
}

const rendered = new Map<string, RenderedTone>();

/** The tone in a codec's payloads. Made at its first use and kept: playing costs no encoding. */
function renderTone(tone: Tone, codec: Codec): RenderedTone {
  const key = `${tone} ${codec}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const fresh = { frames: encodeFrames(samplesOf(tone), codec), once: cadences[tone].once === true };
  rendered.set(key, fresh);
  return fresh;
}

function samplesOf(tone: Tone): Int16Array {
  const { pattern } = cadences[tone];
  const length = pattern.reduce((sum, ms) => sum + ms, 0);
  const samples = new Int16Array(length * 8);
  let from = 0;
  for (const [index, ms] of pattern.entries()) {
    if (index % 2 === 0) writeSine(samples, from, ms * 8);
    from += ms * 8;
  }
  return samples;
}

function writeSine(samples: Int16Array, from: number, length: number): void {
  const ramp = 40; // 5 ms, so that beginnings and ends don't click
  for (let i = 0; i < length; i++) {
    const gain = Math.min(1, i / ramp, (length - i) / ramp);
    samples[from + i] = Math.round(amplitude * gain * Math.sin((2 * Math.PI * hertz * i) / 8000));
  }
}

function encodeFrames(samples: Int16Array, codec: Codec): Uint8Array[] {
  const encode = encoderOf(codec);
  const frames: Uint8Array[] = [];
  for (let at = 0; at < samples.length; at += frameSamples)
    frames.push(encode(samples.subarray(at, at + frameSamples)));
  return frames;
}

function encoderOf(codec: Codec): (frame: Int16Array) => Uint8Array {
  if (codec === 'opus') {
    const opus = openOpus();
    return (frame) => Uint8Array.from(opus.encode(frame));
  }
  if (codec === 'G722') {
    const wide = new Resampler(8000, 16_000);
    const g722 = new G722Encoder();
    return (frame) => g722.encode(wide.process(frame));
  }
  return (frame) => {
    const bytes = new Uint8Array(frameSamples);
    encodeInto(codec, frame, bytes, 0);
    return bytes;
  };
}

const silences = new Map<Codec, Uint8Array>();

/** A frame of silence in a codec's payload. */
export function silenceIn(codec: Codec): Uint8Array {
  const known = silences.get(codec) ?? encodeFrames(new Int16Array(frameSamples), codec)[0] ?? new Uint8Array(0);
  silences.set(codec, known);
  return known;
}

/** A tone as sound, for as long as it is wanted or, `once`, to its end. */
export function toneSound(tone: Tone): MadeSound {
  return {
    frame: (codec, index) => {
      const { frames, once } = renderTone(tone, codec);
      return frames[once ? index : index % frames.length];
    },
  };
}

/** Both frequencies of each key (ITU-T Q.23), for far sides that don't speak telephone-event. */
const dtmfHertz: readonly (readonly [number, number])[] = [
  [941, 1336],
  [697, 1209],
  [697, 1336],
  [697, 1477],
  [770, 1209],
  [770, 1336],
  [770, 1477],
  [852, 1209],
  [852, 1336],
  [852, 1477],
  [941, 1209],
  [941, 1477],
  [697, 1633],
  [770, 1633],
  [852, 1633],
  [941, 1633],
];

/** The audible form of event `event` (RFC 4733 §3.2) in a codec's payloads, 100 ms of it. */
export function renderDigit(event: number, codec: Codec): readonly Uint8Array[] {
  const key = `digit ${event} ${codec}`;
  const known = rendered.get(key);
  if (known !== undefined) return known.frames;
  const [low, high] = dtmfHertz[event] ?? [0, 0];
  const samples = Int16Array.from({ length: frameSamples * 5 }, (_, i) =>
    Math.round(5000 * (Math.sin((2 * Math.PI * low * i) / 8000) + Math.sin((2 * Math.PI * high * i) / 8000))),
  );
  const frames = encodeFrames(samples, codec);
  rendered.set(key, { frames, once: true });
  return frames;
}
