import { registerMp3Encoder } from '@mediabunny/mp3-encoder';
import {
  AudioSample,
  AudioSampleSource,
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathTarget,
  Mp3OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { stereoFrame } from './discrete-stereo.ts';
import { monoFrames } from './mono-frames.ts';

/** Of each side; together what stereo speech at 16 kHz needs to sound like the original. */
const bitratePerSide = 32_000;
/** Samples of one Layer III frame at a low sampling frequency. */
const samplesPerFrame = 576;

export interface Mp3Writer {
  /** Samples of both sides, of equal length. */
  add(left: Int16Array, right: Int16Array): Promise<void>;
  /** Completes the file. */
  finish(): Promise<void>;
}

/**
 * Writes an MP3 of two discrete channels. Each side is encoded for itself, since the encoder (LAME) knows stereo only as
 * joint stereo, and the two streams are joined frame by frame. `sampleRate` is 16000, 22050 or 24000.
 */
export async function mp3Writer(path: string, sampleRate: number): Promise<Mp3Writer> {
  registerMp3Encoder();
  const output = new Output({ format: new Mp3OutputFormat(), target: new FilePathTarget(path) });
  const joined = new EncodedAudioPacketSource('mp3');
  output.addAudioTrack(joined);
  await output.start();
  const sides = [await monoEncoder(sampleRate), await monoEncoder(sampleRate)] as const;
  const readers = [monoFrames(), monoFrames()] as const;
  let frames = 0;

  const join = async () => {
    const [lefts, rights] = [sides[0].frames, sides[1].frames];
    for (let count = Math.min(lefts.length, rights.length); count > 0; count--) {
      const [left, right] = [lefts.shift(), rights.shift()];
      if (!left || !right) return;
      const data = stereoFrame(left, sampleRate, readers[0](left), readers[1](right));
      const duration = samplesPerFrame / sampleRate;
      const packet = new EncodedPacket(data, 'key', frames * duration, duration);
      await joined.add(packet, { decoderConfig: { codec: 'mp3', numberOfChannels: 2, sampleRate } });
      frames++;
    }
  };

  return {
    async add(left, right) {
      await Promise.all([sides[0].add(left), sides[1].add(right)]);
      await join();
    },
    async finish() {
      await Promise.all(sides.map((side) => side.finish()));
      await join();
      await output.finalize();
    },
  };
}

interface MonoEncoder {
  /** Encoded and not yet taken. */
  readonly frames: Uint8Array[];
  add(samples: Int16Array): Promise<void>;
  finish(): Promise<void>;
}

async function monoEncoder(sampleRate: number): Promise<MonoEncoder> {
  const frames: Uint8Array[] = [];
  const source = new AudioSampleSource({
    codec: 'mp3',
    bitrate: bitratePerSide,
    onEncodedPacket: (packet) => void frames.push(packet.data),
  });
  const output = new Output({ format: new Mp3OutputFormat(), target: new NullTarget() });
  output.addAudioTrack(source);
  await output.start();
  let at = 0;
  return {
    frames,
    async add(samples) {
      if (samples.length === 0) return;
      const sample = new AudioSample({
        data: samples as Int16Array<ArrayBuffer>,
        format: 's16',
        numberOfChannels: 1,
        sampleRate,
        timestamp: at / sampleRate,
      });
      at += samples.length;
      await source.add(sample);
      sample.close();
    },
    finish: () => output.finalize(),
  };
}
