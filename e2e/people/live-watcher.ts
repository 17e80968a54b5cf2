import { once } from 'node:events';
import type { Sidetone } from '../world/sidetone.ts';

/** What comes back for one subscription: data of a message, or the error it ended with. */
export interface LiveAnswer {
  readonly data?: unknown;
  readonly error?: { readonly message: string; readonly code: string; readonly stack: unknown };
}

interface Frame {
  readonly id?: number;
  readonly result?: { readonly type: string; readonly data?: unknown };
  readonly error?: { readonly message: string; readonly data?: { readonly code: string; readonly stack?: unknown } };
}

/** Asks one live query on a connection of its own, in tRPC's own words, and gives the first answer. */
export async function watchOnce(sidetone: Sidetone, token: string, name: string, input: unknown): Promise<LiveAnswer> {
  const socket = new WebSocket(`ws://127.0.0.1:${sidetone.ports.http}/live?connectionParams=1`);
  try {
    const answer = new Promise<LiveAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer to ${name}`)), 5_000);
      socket.addEventListener('message', ({ data }) => {
        if (data === 'PING') return;
        const frame = JSON.parse(String(data)) as Frame;
        const error = frame.error;
        if (!error && frame.result?.type !== 'data') return;
        clearTimeout(timer);
        if (!error) resolve({ data: frame.result?.data });
        else resolve({ error: { message: error.message, code: error.data?.code ?? '', stack: error.data?.stack } });
      });
    });
    await once(socket, 'open');
    socket.send(JSON.stringify({ method: 'connectionParams', data: { token } }));
    socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'subscription', params: { path: name, input } }));
    return await answer;
  } finally {
    socket.close();
  }
}
