import { expect } from '@playwright/test';
import { toneIn } from '@sidetone/signals/spectrum.ts';
import type { Sidetone } from '../world/sidetone.ts';
import type { ApiSession } from './api-session.ts';

/** Bytes before the samples of a plain WAV file. */
const headerLength = 44;

/** Fetches the original recording of someone's newest call once it is ready: the tone that leads on each side, in Hz. */
export async function recordingOf(
  session: ApiSession,
  sidetone: Sidetone,
  email: string,
  tones: number[],
): Promise<{ left: number | undefined; right: number | undefined }> {
  const [event] = await sidetone.query<{ id: string; channel_id: string; account_id: string }>(
    `select e.id, e.channel_id, e.account_id from inbox_events e join users u on u.id = e.owner
      where u.email = $1 order by e.started_at desc limit 1`,
    [email],
  );
  if (!event) throw new Error('The call is in no inbox');
  const address = `/recording-neopbx/${event.account_id}/${event.channel_id}/${event.id}`;
  await expect.poll(async () => (await session.request('GET', address)).status, { timeout: 30_000 }).toBe(200);
  const reply = await session.request('GET', `${address}?format=wav`);
  const wav = Buffer.from(await reply.arrayBuffer());
  expect(wav.readUInt16LE(22)).toBe(2);
  const rate = wav.readUInt32LE(24);
  const frames = Math.floor((wav.length - headerLength) / 4);
  const side = (at: 0 | 1) =>
    Array.from({ length: frames }, (_, frame) => wav.readInt16LE(headerLength + frame * 4 + at * 2) / 32_768);
  return { left: toneIn(side(0), rate, tones), right: toneIn(side(1), rate, tones) };
}
