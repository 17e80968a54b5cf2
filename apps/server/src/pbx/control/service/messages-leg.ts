import { rm } from 'node:fs/promises';
import { beep } from '../../media/sounds.ts';
import type { Voicemails } from '../../ports.ts';
import { CallerLeft, type ServiceLeg } from './service-leg.ts';

/**
 * A user hears their messages, each after a tone: `#` for the next one, `*` for the same again. Another tone says that
 * this was the last one. A message that was played to its end counts as heard.
 */
export async function hearMessages(
  leg: ServiceLeg,
  { userId, newId }: { userId: string; newId(): string },
  voicemails: Pick<Voicemails, 'messagesOf' | 'takeOut' | 'heard' | 'passing'>,
): Promise<void> {
  for (const voicemailId of await voicemails.messagesOf(userId)) {
    const path = voicemails.passing(newId());
    try {
      if (!(await voicemails.takeOut(voicemailId, userId, path))) continue;
      const key = await playUntilDone(leg, path);
      if (key === null) await voicemails.heard(voicemailId, userId);
    } catch (error) {
      if (error instanceof CallerLeft) return;
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }
  await leg.play('confirmation');
}

/** Again and again, as often as the caller wants; the key that leads on, or null at its end. */
async function playUntilDone(leg: ServiceLeg, file: string): Promise<string | null> {
  for (;;) {
    const early = await leg.play(beep, '#*');
    const key = early ?? (await leg.play({ file, loop: false }, '#*'));
    if (key !== '*') return key;
  }
}
