import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monoWav, sine } from '@sidetone/signals/tones.ts';
import { type AiServer, openAiServer } from '@sidetone/simulator/ai/ai-server.ts';
import type { ApiSession } from '../people/api-session.ts';
import { ownSidetone } from './own-sidetone.ts';
import type { Sidetone } from './sidetone.ts';
import { test as base, expect } from './story.ts';

/** Stories with a Sidetone that may ask a service on its own machine, and that service. */
export const test = base.extend<object, { sidetone: Sidetone; service: AiServer }>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone({ settings: { AI_PRIVATE_HOSTS: '127.0.0.1' } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const service = await openAiServer();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

/** The service writes the calls of the company down from now on. */
export async function setsUpRecogniser(administrator: ApiSession, service: AiServer): Promise<void> {
  const asked = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await administrator.request(method, path, body);
    expect(reply.status, `${path} ${await reply.clone().text()}`).toBe(200);
    return await reply.json();
  };
  const { connections } = (await asked('GET', '/admin/ai-connections')) as { connections: object[] };
  if (connections.length > 0) return;
  const { id } = (await asked('POST', '/admin/ai-connections', {
    purpose: 'speech',
    kind: 'openaiCompatible',
    name: 'Own recogniser',
    model: 'hear-1',
    url: service.urlOf('own'),
    key: service.key,
  })) as { id: string };
  expect(await asked('POST', `/admin/ai-connections/${id}/test`, {})).toMatchObject({ problem: null });
  await asked('PATCH', '/admin/ai-settings', { documentation: 'all' });
}

/** A microphone that speaks in one tone, with pauses as between words. */
export function speaking(hertz: number): string {
  const folder = join(tmpdir(), 'sidetone-tones');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `speaking-${hertz}-${process.pid}.wav`);
  const rate = 48_000;
  const samples = sine(hertz, 10, rate).map((sample, at) => (at % rate < rate * 0.7 ? sample : 0));
  writeFileSync(path, monoWav(samples, rate));
  return path;
}
