import { rm, writeFile } from 'node:fs/promises';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { readWav } from '@sidetone/wav/wav.ts';
import { beep, type SoundName, soundFile } from '../../media/sounds.ts';
import type { SayingStep } from '../../spoken-announcements.ts';
import { CallerLeft, type ServiceLeg, untilSaid } from './service-leg.ts';

const shortestMs = 1000;
const patienceMs = 10_000;
const mostTries = 5;
/** How often somebody may hear what they said before they decide. */
const mostTimesHeard = 10;
/** Loudest sample, of 32,768, of what says nothing. */
const silentBelow = 300;
/** # keeps it, 1 has it said again, and 2 plays it again. */
const keys = '#12';

/** What somebody said, and where it lies until they hang up. */
interface Said {
  readonly path: string;
  /** The same as one channel. */
  readonly wav: Buffer;
  readonly durationMs: number;
}

/** A sound that somebody says by telephone, hears, and keeps. */
export interface SoundToSay {
  /** Says what to do. */
  readonly prompt: SoundName;
  readonly locale: 'de' | 'en';
  readonly longestMs: number;
  newId(): string;
  /** Where a file of this name may lie during the call. */
  passing(name: string): string;
  /** Hears how far they are; fulfils with false where nobody wants it any longer. Left out: somebody does. */
  reached?(step: SayingStep): Promise<boolean>;
  /** Fulfils with false where nobody wants it any longer. */
  keep(said: Said): Promise<boolean>;
}

/** The caller says a sound, hears it, and keeps it. Nothing else changes what was there; silence is asked for again. */
export async function sayAndKeep(leg: ServiceLeg, sound: SoundToSay): Promise<void> {
  const { locale, longestMs } = sound;
  const spoken = (name: SoundName) => ({ file: soundFile(name, locale), loop: false });
  const isWanted = async (step: SayingStep) => (await sound.reached?.(step)) ?? true;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const id = sound.newId();
    const path = sound.passing(id);
    const heard = `${path}.mono`;
    try {
      if (!(await isWanted('asked'))) return;
      await leg.play(spoken(sound.prompt), '#');
      await leg.play(beep);
      if (!(await isWanted('speaking'))) return;
      const { durationMs } = await leg.record(id, path, untilSaid(longestMs));
      if (durationMs < shortestMs) continue;
      const { wav } = await leftSide(path);
      if (isSilent(wav)) continue;
      await writeFile(heard, wav, { mode: 0o600 });
      if (!(await isWanted('hearing'))) return;
      const key = await askToKeep(leg, heard, spoken('greetingKeep'));
      if (key === null) return;
      if (key === '1') continue;
      if (await sound.keep({ path, wav, durationMs })) await leg.play('confirmation');
      return;
    } catch (error) {
      if (error instanceof CallerLeft) return;
      throw error;
    } finally {
      await rm(path, { force: true });
      await rm(heard, { force: true });
    }
  }
}

async function askToKeep(leg: ServiceLeg, file: string, question: { file: string; loop: boolean }) {
  for (let times = 0; times < mostTimesHeard; times += 1) {
    const early = await leg.play({ file, loop: false }, keys);
    const key = early ?? (await leg.play(question, keys)) ?? (await leg.nextKey(keys, patienceMs));
    if (key !== '2') return key;
  }
  return null;
}

/** Ends at the first sample that is loud enough, so a recording with words takes no time. */
function isSilent(wav: Buffer): boolean {
  for (let at = readWav(wav).dataStart; at + 2 <= wav.length; at += 2) {
    if (Math.abs(wav.readInt16LE(at)) >= silentBelow) return false;
  }
  return true;
}
