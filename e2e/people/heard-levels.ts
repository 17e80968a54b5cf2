import type { JSHandle, Page } from '@playwright/test';

/** How loud what someone hears is, in decibels of full scale. */
export interface HeardLevels {
  /** A third of the time it is quieter than this. */
  readonly floor: number;
  /** A tenth of the time it is louder than this. */
  readonly loud: number;
}

/** What was not to be heard, in milliseconds. */
export interface HeardGap {
  /** The longest time in which there was nothing. */
  readonly silence: number;
  /** Sound that did not arrive in time altogether, and which the browser made up. */
  readonly madeUp: number;
}

/** Listens to the newest connection of a page for so long. */
export async function heardLevels(page: Page, seconds: number): Promise<HeardLevels> {
  const ear = await listen(page, seconds, 20);
  const frames = (await ear.evaluate(({ heard }) => heard)).frames.toSorted((a, b) => a - b);
  const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
  return { floor: at(1 / 3), loud: at(0.9) };
}

/** Listens likewise; `during` happens once something is heard. The sound has to be steady, and louder than −55 dB. */
export async function heardGap(page: Page, seconds: number, during: () => Promise<void>): Promise<HeardGap> {
  const frameMs = 5;
  const ear = await listen(page, seconds, frameMs);
  await ear.evaluate(({ started }) => started);
  await during();
  const { frames, madeUpSeconds } = await ear.evaluate(({ heard }) => heard);
  let silence = 0;
  let now = 0;
  for (const decibels of frames) {
    now = decibels < -55 ? now + frameMs : 0;
    silence = Math.max(silence, now);
  }
  return { silence, madeUp: madeUpSeconds * 1000 };
}

interface Ear {
  readonly started: Promise<void>;
  readonly heard: Promise<{ readonly frames: number[]; readonly madeUpSeconds: number }>;
}

const listen = (page: Page, seconds: number, frameMs: number): Promise<JSHandle<Ear>> =>
  page.evaluateHandle(earInPage, { seconds, frameMs });

/** Runs in the page: how loud each frame of what arrives is, in decibels. Needs `listenInPage`. */
async function earInPage({ seconds, frameMs }: { seconds: number; frameMs: number }): Promise<Ear> {
  const rate = 48_000;
  const { storyConnections } = window as unknown as { storyConnections: RTCPeerConnection[] };
  const receiver = storyConnections
    .filter((one) => one.connectionState === 'connected')
    .at(-1)
    ?.getReceivers()
    .find(({ track }) => track.kind === 'audio');
  if (!receiver) throw new Error('Nothing arrives at this page');
  const concealed = async () => {
    const stats = [...(await receiver.getStats()).values()] as { type: string; concealedSamples?: number }[];
    return stats.find(({ type }) => type === 'inbound-rtp')?.concealedSamples ?? Number.NaN;
  };
  const audio = new AudioContext({ sampleRate: rate });
  await audio.resume();
  const source = audio.createMediaStreamSource(new MediaStream([receiver.track]));
  const buffer = 16_384;
  const tap = audio.createScriptProcessor(buffer, 1, 1);
  const wanted = seconds * rate;
  const frame = (frameMs * rate) / 1000;
  const frames: number[] = [];
  const before = await concealed();
  const started = Promise.withResolvers<void>();
  const heard = Promise.withResolvers<{ frames: number[]; madeUpSeconds: number }>();
  let begun: number | null = null;
  let count = 0;
  let power = 0;
  const finish = async () => {
    tap.onaudioprocess = null;
    const missing = audio.currentTime - (begun ?? 0) - count / rate;
    await audio.close();
    // A buffer may be told late; one that is not told at all is a gap that nobody could see.
    if (missing > (1.5 * buffer) / rate) throw new Error(`The page was too slow to listen: ${missing} s are missing`);
    return { frames, madeUpSeconds: ((await concealed()) - before) / rate };
  };
  tap.onaudioprocess = ({ inputBuffer }) => {
    const samples = inputBuffer.getChannelData(0);
    if (begun === null) {
      // Before the source runs there is silence that is no gap, up to somewhere in the first buffer with sound.
      if (samples.some((sample) => sample !== 0)) begun = audio.currentTime;
      return;
    }
    started.resolve();
    for (const sample of samples) {
      power += sample * sample;
      count += 1;
      if (count % frame !== 0) continue;
      frames.push(10 * Math.log10(power / frame + 1e-10));
      power = 0;
    }
    if (count >= wanted) finish().then(heard.resolve, heard.reject);
  };
  source.connect(tap);
  tap.connect(audio.destination);
  return { started: started.promise, heard: heard.promise };
}
