import { readFileSync } from 'node:fs';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { chromium } from 'playwright';

export interface DecodedSound {
  readonly sampleRate: number;
  readonly seconds: number;
  readonly channels: readonly (readonly number[])[];
}

/** Decodes MP3 as those do who will listen to it: in a real browser. Call `close` in the end. */
export async function mp3Decoder() {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless=new', '--no-sandbox'] });
  const page = await browser.newPage();
  return {
    decode: (path: string): Promise<DecodedSound> => decodeIn(page, readFileSync(path)),
    decodeBytes: (bytes: Uint8Array): Promise<DecodedSound> => decodeIn(page, Buffer.from(bytes)),
    close: () => browser.close(),
  };
}

const decodeIn = (page: { evaluate(code: string): Promise<unknown> }, bytes: Buffer): Promise<DecodedSound> =>
  page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (c) => c.charCodeAt(0));
    const sound = await new OfflineAudioContext(1, 1, 16000).decodeAudioData(bytes.buffer);
    const channels = Array.from({ length: sound.numberOfChannels }, (_, i) => Array.from(sound.getChannelData(i)));
    return { sampleRate: sound.sampleRate, seconds: sound.duration, channels };
  })()`) as Promise<DecodedSound>;
