import { expect } from '@playwright/test';
import { Colleague } from '../e2e/people/colleague.ts';
import { type HeardGap, heardGap, heardLevels } from '../e2e/people/heard-levels.ts';
import { sentTrack } from '../e2e/people/sent-track.ts';
import { noisyVoice } from '../e2e/world/noisy-voice.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';

const rounds = 3;
const gapRounds = 12;
/** For so long is listened while something is switched, or nothing. */
const gapSeconds = 3;

/** What of the microphone's stored choice a round is about. */
interface Choice {
  readonly input?: string | null;
  readonly aiNoiseSuppression?: boolean;
  readonly noiseSuppression?: boolean;
  readonly echoCancellation?: boolean;
  readonly autoGainControl?: boolean;
}

/**
 * How much noise a colleague hears in a call from a noisy room, with our suppression, the browser's, and none; and how long
 * they hear nothing when the microphone or what is done with its sound is switched during the call.
 */
export async function measureMicrophone(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  return [...(await measureNoise(sidetone, people)), ...(await measureGaps(sidetone, people))];
}

async function measureNoise(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  return inCall(sidetone, people, noisyVoice(), async (speaker, listener) => {
    const levels = { none: [] as Levels[], browser: [] as Levels[], ours: [] as Levels[] };
    for (let round = 0; round < rounds; round += 1) {
      await chooses(speaker, { aiNoiseSuppression: false, noiseSuppression: false });
      levels.none.push(await settledLevels(listener));
      await chooses(speaker, { noiseSuppression: true });
      levels.browser.push(await settledLevels(listener));
      await chooses(speaker, { aiNoiseSuppression: true });
      levels.ours.push(await settledLevels(listener));
    }
    const less = (of: readonly Levels[], what: keyof Levels) =>
      of.map((level, at) => (levels.none[at]?.[what] ?? Number.NaN) - level[what]);
    const name = "the browser's own";
    const rival = (what: keyof Levels) => ({ name, values: less(levels.browser, what) });
    return [
      { what: 'Noise of the room, less by', unit: 'dB', ours: less(levels.ours, 'floor'), rival: rival('floor') },
      { what: 'The voice in it, less by', unit: 'dB', ours: less(levels.ours, 'loud'), rival: rival('loud') },
    ];
  });
}

async function measureGaps(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  return inCall(sidetone, people, tone(440), async (speaker, listener) => {
    const [first, second] = await speaker.page.evaluate(async () => {
      const devices = await navigator.mediaDevices.enumerateDevices();
      return devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== 'default');
    });
    if (!first || !second) throw new Error('Chromium has fewer than two microphones');
    const turns: readonly Choice[] = [
      { input: second.deviceId },
      { echoCancellation: true },
      { input: first.deviceId },
      { echoCancellation: false },
    ];
    const during = async (choice?: Choice) =>
      heardGap(listener.page, gapSeconds, async () => {
        if (choice) await switches(speaker, choice);
      });
    const switched: HeardGap[] = [];
    const quiet: HeardGap[] = [];
    const ours: HeardGap[] = [];
    for (let round = 0; round < gapRounds; round += 1) {
      switched.push(await during(turns[round % turns.length]));
      quiet.push(await during());
    }
    // The network takes the tone for noise: of these only what does not arrive can be told.
    for (let round = 0; round < gapRounds; round += 1) {
      ours.push(await during({ aiNoiseSuppression: round % 2 === 0 }));
    }
    const figure = (what: string, gaps: readonly HeardGap[], of: keyof HeardGap): Figure => ({
      what,
      unit: 'ms',
      ours: gaps.map((gap) => gap[of]),
      rival: undefined,
    });
    return [
      figure('Silence while the microphone is switched in a call', switched, 'silence'),
      figure('Silence while nothing is switched', quiet, 'silence'),
      figure('Sound made up while the microphone is switched', switched, 'madeUp'),
      figure('Sound made up while our suppression is switched', ours, 'madeUp'),
      figure('Sound made up while nothing is switched', quiet, 'madeUp'),
    ];
  });
}

type Levels = Awaited<ReturnType<typeof heardLevels>>;

/** The first seconds after a change belong to it. */
async function settledLevels(listener: Colleague): Promise<Levels> {
  await heardLevels(listener.page, 3);
  // As long as the room takes to come round again.
  return heardLevels(listener.page, 11);
}

/** Changes the choice; passes once the call sends another track. */
async function switches(speaker: Colleague, choice: Choice): Promise<void> {
  const sentId = async () => (await sentTrack(speaker.page)).id;
  const before = await sentId();
  await chooses(speaker, choice);
  await expect.poll(sentId, { intervals: [20] }).not.toBe(before);
}

/** Changes the choice as another tab of the same browser does. */
async function chooses({ page }: Colleague, change: Choice): Promise<void> {
  await page.evaluate((wanted) => {
    const key = 'sidetone.audio';
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), ...wanted });
    localStorage.setItem(key, newValue);
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  }, change);
}

async function inCall<Result>(
  { origin }: Sidetone,
  [speaks, listens]: readonly SignIn[],
  microphone: string,
  run: (speaker: Colleague, listener: Colleague) => Promise<Result>,
): Promise<Result> {
  if (!speaks || !listens) throw new Error('The demo company lacks people');
  const speaker = await Colleague.signIn(speaks, { origin, ownBrowser: 'whole', microphone });
  const listener = await Colleague.signIn(listens, { origin, ownBrowser: 'whole', microphone: tone(1000) });
  try {
    // Both change how loud everything is, as time goes by.
    await chooses(speaker, { echoCancellation: false, autoGainControl: false });
    await speaker.calls(listens.name);
    await listener.accepts();
    await speaker.expectsToHear(1000, 440);
    const result = await run(speaker, listener);
    await speaker.hangsUp();
    await expect(listener.dock.getByRole('button', { name: /^(hang up|auflegen)/i })).toBeHidden();
    return result;
  } finally {
    await speaker.leaves();
    await listener.leaves();
  }
}
