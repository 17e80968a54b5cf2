/** What the header of a WAV file says of its samples, which have 16 bits. */
interface Sampling {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Bytes of a header of a WAV file as it is written here. */
export const wavHeaderLength = 44;

/** The format tag of plain samples in the `fmt ` chunk. */
export const pcm = 1;

/** A header for 16-bit samples of which there are `dataLength` bytes. */
export function headerBytes({ sampleRate, channels }: Sampling, dataLength: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(wavHeaderLength);
  const view = new DataView(bytes.buffer);
  const letters = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at);
  letters('RIFF', 0);
  view.setUint32(4, dataLength + wavHeaderLength - 8, true);
  letters('WAVEfmt ', 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, pcm, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * 2, true);
  view.setUint16(32, channels * 2, true);
  view.setUint16(34, 16, true);
  letters('data', 36);
  view.setUint32(40, dataLength, true);
  return bytes;
}

/** A whole file of 16-bit samples, from channels of equal length. It runs in browsers too. */
export function wavBytes(channels: readonly Int16Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const block = channels.length * 2;
  const dataLength = (channels[0]?.length ?? 0) * block;
  const file = new Uint8Array(wavHeaderLength + dataLength);
  file.set(headerBytes({ sampleRate, channels: channels.length }, dataLength));
  const view = new DataView(file.buffer, wavHeaderLength, dataLength);
  for (const [channel, samples] of channels.entries()) {
    // Minutes of sound are millions of samples: iterators and checked writes would take ten times as long.
    const { length } = samples;
    for (let index = 0; index < length; index += 1)
      view.setInt16(index * block + channel * 2, samples[index] ?? 0, true);
  }
  return file;
}
