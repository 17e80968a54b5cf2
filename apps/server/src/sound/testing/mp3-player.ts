import { readFileSync } from 'node:fs';
import { chromiumPath, quietFlags } from '@sidetone/signals/chromium.ts';
import { chromium } from 'playwright';

/** What was heard after a jump: samples of each side, at `sampleRate`. */
interface Heard {
  readonly sampleRate: number;
  readonly sides: readonly (readonly number[])[];
}

/** Plays a file as those do who listen to it: by the audio element of a real browser. Call `close` in the end. */
export async function mp3Player(path: string) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless=new', ...quietFlags] });
  const page = await browser.newPage();
  await page.route('**', (route) =>
    route.request().url().endsWith('.mp3')
      ? route.fulfill({ contentType: 'audio/mpeg', body: readFileSync(path) })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.goto('http://localhost:9/');
  const duration = await page.evaluate(prepare);
  return {
    duration: Number(duration),
    /** Jumps to a second and listens from there for about half a second. */
    heardAt: (second: number): Promise<Heard> => page.evaluate(`heardAt(${second})`) as Promise<Heard>,
    close: () => browser.close(),
  };
}

const prepare = `(async () => {
  const file = await (await fetch('/sound.mp3')).blob();
  const audio = new Audio(URL.createObjectURL(file));
  await new Promise((resolve, reject) => { audio.oncanplaythrough = resolve; audio.onerror = () => reject(audio.error); });
  const context = new AudioContext();
  const sides = context.createChannelSplitter(2);
  context.createMediaElementSource(audio).connect(sides);
  const ears = [0, 1].map((side) => {
    const ear = context.createAnalyser();
    ear.fftSize = 16384;
    sides.connect(ear, side);
    ear.connect(context.destination);
    return ear;
  });
  window.heardAt = async (second) => {
    audio.pause();
    await new Promise((resolve) => { audio.onseeked = resolve; audio.currentTime = second; });
    await audio.play();
    const listened = 16384 / context.sampleRate + 0.1;
    while (audio.currentTime < second + listened) await new Promise((resolve) => setTimeout(resolve, 10));
    const samples = new Float32Array(16384);
    const heard = ears.map((ear) => { ear.getFloatTimeDomainData(samples); return Array.from(samples); });
    audio.pause();
    return { sampleRate: context.sampleRate, sides: heard };
  };
  return audio.duration;
})()`;
