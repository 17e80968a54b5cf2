import { expect, test } from 'vitest';
import { freePort } from '../storage/postgres/cluster.ts';
import { openWaitingDoor } from './seat.ts';

test('a server without a node lives, and answers everything else as the API does', async () => {
  const port = await freePort();
  const close = await openWaitingDoor({ host: '127.0.0.1', port });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await (await ask('/api/live')).json()).toEqual({ status: 'live' });
  for (const path of ['/api/ready', '/api/me', '/']) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ code: 'NO_CARRIER', type: 'spare', detail: 'seat' });
  }
  await close();
  await expect(ask('/api/live')).rejects.toThrow();
});
