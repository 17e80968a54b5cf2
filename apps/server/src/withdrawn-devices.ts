import pg from 'pg';
import { z } from 'zod';

const withdrawn = z.object({ table: z.literal('endpoints'), keys: z.object({ id: z.string() }) });

const RETRY_MS = 1_000;

/**
 * Calls `onWithdrawn` with the id of each device whose row is removed, by whatever process: a phone that was taken away
 * must not ring until its registration runs out. Gives the way to stop listening.
 */
export function hearWithdrawnDevices(
  databaseUrl: string,
  onWithdrawn: (endpointId: string) => void,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const listen = async () => {
    const fresh = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    client = fresh;
    let isLost = false;
    const lost = (error: unknown) => {
      if (isLost || isStopped) return;
      isLost = true;
      onTrouble(error);
      fresh.end().catch(() => {}); // It is broken already.
      timer = setTimeout(() => void listen(), RETRY_MS);
    };
    fresh.on('error', lost);
    fresh.on('end', () => lost(new Error('the connection ended')));
    fresh.on('notification', ({ payload = '' }) => {
      const notice = withdrawn.safeParse(JSON.parse(payload));
      if (notice.success) onWithdrawn(notice.data.keys.id);
    });
    try {
      await fresh.connect();
      await fresh.query('listen changes');
    } catch (error) {
      lost(error);
    }
  };
  void listen();

  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
