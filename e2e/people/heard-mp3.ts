import { chromium } from '@playwright/test';
import { chromiumPath } from '@sidetone/signals/chromium.ts';

/** An MP3 as listeners hear it: decoded by a browser, at 16,000 samples a second. */
export async function heardMp3(mp3: Buffer): Promise<{ seconds: number; channels: number[][] }> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless=new', '--no-sandbox'] });
  try {
    const page = await browser.newPage();
    return await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes.buffer);
      const channels = Array.from({ length: sound.numberOfChannels }, (_, i) => Array.from(sound.getChannelData(i)));
      return { seconds: sound.duration, channels };
    }, mp3.toString('base64'));
  } finally {
    await browser.close();
  }
}
