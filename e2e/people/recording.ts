import type { Page } from '@playwright/test';

/** Records what a browser hears in its newest call while `task` runs, as samples between −1 and 1 at 8 kHz. */
export async function recordWhile(page: Page, task: () => Promise<void>): Promise<Float32Array> {
  await page.evaluate(startInPage);
  try {
    await task();
  } finally {
    await page.evaluate(stopInPage);
  }
  return Float32Array.from(await page.evaluate(() => (window as unknown as Recorder).storyRecording.samples));
}

interface Recorder {
  storyConnections: RTCPeerConnection[];
  storyRecording: { readonly samples: number[]; stop(): Promise<void> };
}

async function startInPage(): Promise<void> {
  const story = window as unknown as Recorder;
  const open = story.storyConnections.filter((one) => one.connectionState !== 'closed');
  const track = open.at(-1)?.getReceivers()[0]?.track;
  if (!track) throw new Error('There is no call to record');
  const audio = new AudioContext({ sampleRate: 8_000 });
  await audio.resume();
  const tap = audio.createScriptProcessor(1024, 1, 1);
  const samples: number[] = [];
  tap.onaudioprocess = (event) => samples.push(...event.inputBuffer.getChannelData(0));
  audio.createMediaStreamSource(new MediaStream([track])).connect(tap);
  tap.connect(audio.destination);
  story.storyRecording = { samples, stop: () => audio.close() };
}

const stopInPage = (): Promise<void> => (window as unknown as Recorder).storyRecording.stop();
