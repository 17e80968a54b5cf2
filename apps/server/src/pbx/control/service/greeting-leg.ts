import { rm, writeFile } from 'node:fs/promises';
import { leftSide } from '@sidetone/wav/left-side.ts';
import { beep, soundFile } from '../../media/sounds.ts';
import type { Voicemails } from '../../ports.ts';
import { CallerLeft, type ServiceLeg, untilSaid } from './service-leg.ts';

const longestMs = 120_000;
const shortestMs = 1000;
const patienceMs = 10_000;
const mostTries = 5;

/** A member says the greeting of a channel, hears it, and keeps it with #; 1 begins again. Nothing else changes it. */
export async function sayGreeting(
  leg: ServiceLeg,
  { channelId, locale, newId }: { channelId: string; locale: 'de' | 'en'; newId(): string },
  voicemails: Voicemails,
): Promise<void> {
  const spoken = (name: 'greetingRecord' | 'greetingKeep') => ({ file: soundFile(name, locale), loop: false });
  for (let tries = 0; tries < mostTries; tries += 1) {
    const id = newId();
    const path = voicemails.passing(id);
    const heard = `${path}.mono`;
    try {
      await leg.play(spoken('greetingRecord'), '#');
      await leg.play(beep);
      const { durationMs } = await leg.record(id, path, untilSaid(longestMs));
      if (durationMs < shortestMs) continue;
      const { wav } = await leftSide(path);
      await writeFile(heard, wav, { mode: 0o600 });
      const key = await askToKeep(leg, heard, spoken('greetingKeep'));
      if (key === null) return;
      if (key === '1') continue;
      await voicemails.greetingRecorded(channelId, path);
      await leg.play('confirmation');
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
  const early = await leg.play({ file, loop: false }, '#1');
  return early ?? (await leg.play(question, '#1')) ?? (await leg.nextKey('#1', patienceMs));
}
