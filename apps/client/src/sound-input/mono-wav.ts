import { wavBytes } from '@sidetone/wav/write-wav.ts';

/** The sample rate of what is sent, in Hz: that of wideband telephony. */
export const sampleRate = 16_000;

/**
 * A WAV file of 16-bit samples that the server can play to callers.
 *
 * @param channels samples between −1 and 1 of each channel, all of one length; they become one channel
 */
export function monoWav(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0;
  const samples = new Int16Array(length);
  for (let index = 0; index < length; index += 1) {
    let sum = 0;
    for (const channel of channels) sum += channel[index] ?? 0;
    samples[index] = Math.round(Math.max(-1, Math.min(1, sum / channels.length)) * 32_767);
  }
  return wavBytes([samples], sampleRate);
}
