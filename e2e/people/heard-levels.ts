import type { Page } from '@playwright/test';

/** How loud what somebody hears is, in decibels of full scale. */
export interface HeardLevels {
  /** A third of the time it is quieter than this. */
  readonly floor: number;
  /** A tenth of the time it is louder than this. */
  readonly loud: number;
}

/** Listens to the newest connection of a page for so long. */
export async function heardLevels(page: Page, seconds: number): Promise<HeardLevels> {
  const frames = (await page.evaluate(framesInPage, { seconds, frameMs: 20 })).toSorted((a, b) => a - b);
  const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
  return { floor: at(1 / 3), loud: at(0.9) };
}

/** Listens likewise while `during` happens; the longest time in milliseconds in which nothing was to be heard. */
export async function longestGap(page: Page, seconds: number, during: () => Promise<void>): Promise<number> {
  const frameMs = 5;
  const listening = page.evaluate(framesInPage, { seconds, frameMs });
  await during();
  let longest = 0;
  let now = 0;
  for (const decibels of await listening) {
    now = decibels < -55 ? now + frameMs : 0;
    longest = Math.max(longest, now);
  }
  return longest;
}

/** Runs in the page: how loud each frame of what arrives is, in decibels. Needs `listenInPage`. */
async function framesInPage({ seconds, frameMs }: { seconds: number; frameMs: number }): Promise<number[]> {
  const { storyConnections } = window as unknown as { storyConnections: RTCPeerConnection[] };
  const receiver = storyConnections
    .filter((one) => one.connectionState === 'connected')
    .at(-1)
    ?.getReceivers()
    .find(({ track }) => track.kind === 'audio');
  if (!receiver) throw new Error('Nothing arrives at this page');
  const audio = new AudioContext({ sampleRate: 48_000 });
  await audio.resume();
  const source = audio.createMediaStreamSource(new MediaStream([receiver.track]));
  const tap = audio.createScriptProcessor(4096, 1, 1);
  const wanted = seconds * 48_000;
  const frame = (frameMs * 48_000) / 1000;
  const frames: number[] = [];
  let heard = 0;
  let power = 0;
  await new Promise<void>((resolve) => {
    tap.onaudioprocess = ({ inputBuffer }) => {
      for (const sample of inputBuffer.getChannelData(0)) {
        power += sample * sample;
        heard += 1;
        if (heard % frame !== 0) continue;
        frames.push(10 * Math.log10(power / frame + 1e-10));
        power = 0;
      }
      if (heard >= wanted) resolve();
    };
    source.connect(tap);
    tap.connect(audio.destination);
  });
  tap.onaudioprocess = null;
  await audio.close();
  return frames;
}
