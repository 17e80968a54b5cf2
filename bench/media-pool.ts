import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaClient } from '../apps/server/src/pbx/media/media-client.ts';
import { MediaPool } from '../apps/server/src/pbx/media/media-pool.ts';
import { someOwner } from '../apps/server/src/pbx/media/testing/owner.ts';
import type { Figure } from './figures.ts';
import { calls, talk, targetOf, withPhones } from './media.ts';

const script = fileURLToPath(new URL('../apps/server/src/pbx/media/process/main.ts', import.meta.url));

const start = (folder: string, index: number) => {
  const socketPath = join(folder, `media-${index}.sock`);
  const from = 47_000 + index * 450;
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: {
      ...process.env,
      MEDIA_SOCKET: socketPath,
      MEDIA_PORT: String(47_990 + index),
      RTP_PORTS: `${from}-${from + 449}`,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
  });
  return { child, client: new MediaClient({ socketPath, owner: someOwner }) };
};

/** Calls in so many media processes; `apart`: both ends of each call in different ones. */
const measure = (processes: number, { apart }: { readonly apart: boolean }) =>
  withPhones(async (phones) => {
    const folder = mkdtempSync(join(tmpdir(), 'sidetone-bench-'));
    const started = Array.from({ length: processes }, (_, index) => start(folder, index));
    try {
      await Promise.all(started.map(({ client }) => client.closeAll()));
      const media = new MediaPool(started.map(({ client }, index) => ({ name: `media-${index}`, client })));
      for (const [index, phone] of phones.entries()) {
        const { sdp } = await media.openEndpoint({
          endpointId: `phone-${index}`,
          kind: 'rtp',
          offer: phone.sdp,
          codecs: ['PCMU'],
          farAddress: '127.0.0.1',
          beside: index % 2 === 1 && !apart ? [`phone-${index - 1}`] : [],
        });
        phone.target = targetOf(sdp);
        if (index % 2 === 1) await media.bridge(`phone-${index - 1}`, `phone-${index}`);
      }
      return await talk(phones, ...started.flatMap(({ child }) => child.pid ?? []));
    } finally {
      for (const { child, client } of started) {
        client.stop();
        child.kill('SIGTERM');
      }
      rmSync(folder, { recursive: true, force: true });
    }
  });

/** What several media processes cost, and what a call costs whose ends are in two of them. */
export async function measureMediaPool(): Promise<Figure[]> {
  const kinds = [
    { what: 'one media process', processes: 1, apart: false },
    { what: 'two media processes', processes: 2, apart: false },
    { what: 'two media processes, each call tied across them', processes: 2, apart: true },
  ];
  const figures: Figure[] = [];
  for (const { what, processes, apart } of kinds) {
    const { perCallMinute, loss } = await measure(processes, { apart });
    const lost = `${(loss * 100).toFixed(2)} % lost`;
    figures.push({
      what: `CPU for a bridged call-minute, ${calls} G.711 calls in ${what} (${lost})`,
      unit: 'CPU-s',
      ours: [perCallMinute],
      rival: undefined,
    });
  }
  return figures;
}
