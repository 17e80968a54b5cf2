import type { LiveMessage } from '@sidetone/contract/documents/live-query.ts';
import { createTRPCUntypedClient, createWSClient, TRPCClientError, wsLink } from '@trpc/client';
import { WebSocket } from 'ws';

interface Row {
  readonly id: string;
  readonly rev: number;
}

/** Watches live queries as a browser does. */
export function liveClient(origin: string, token: () => string) {
  const socket = createWSClient({
    url: `${origin.replace(/^http/, 'ws')}/live`,
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: () => ({ token: token(), deltas: 'short' }),
    retryDelayMs: () => 20,
  });
  const client = createTRPCUntypedClient({ links: [wsLink({ client: socket })] });
  return {
    /** Follows a query; `rows` is what a client would show right now. */
    watch<R extends Row>(name: string, params: object = {}) {
      const seen = { rows: undefined as readonly R[] | undefined, messages: 0, error: undefined as string | undefined };
      const running = client.subscription(name, params, {
        onData(data) {
          const message = data as LiveMessage<R>;
          seen.messages += 1;
          seen.rows = applied(seen.rows ?? [], message);
        },
        onError(error) {
          seen.error = codeOf(error);
        },
      });
      return Object.assign(seen, { stop: () => running.unsubscribe() });
    },
    close: () => socket.close(),
  };
}

/** The code that the server gave, or the words of an error that is not the server's, such as a closed connection. */
const codeOf = (error: unknown): string => {
  const data: unknown = error instanceof TRPCClientError ? error.data : undefined;
  return (data as { readonly code?: string } | undefined)?.code ?? String(error);
};

const applied = <R extends Row>(rows: readonly R[], message: LiveMessage<R>): readonly R[] => {
  if (message.type === 'snapshot') return message.rows;
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of message.changed) {
    if (row.rev < (byId.get(row.id)?.rev ?? 0)) throw new Error(`Row ${row.id} went back in time.`);
    byId.set(row.id, row);
  }
  return (message.ids ?? rows.map(({ id }) => id)).map((id) => {
    const row = byId.get(id);
    if (!row) throw new Error(`Row ${id} was never sent.`);
    return row;
  });
};
