import {
  createTRPCUntypedClient,
  createWSClient,
  TRPCClientError,
  type TRPCWebSocketClient,
  wsLink,
} from '@trpc/client';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { connection, retryDelayMs } from './connection.ts';
import type { LiveListener, LiveSource } from './live-source.ts';

interface TrpcSourceDeps {
  url: string;
  accessToken: () => Promise<string>;
  renewToken: () => Promise<string>;
  /**
   * Calls back whenever a lost connection has a new chance. When that is because the network is there again, the line
   * may be dead without anyone having noticed.
   */
  onChance: (hurry: (networkWasGone: boolean) => void) => void;
}

interface Subscription {
  readonly name: string;
  readonly params: unknown;
  readonly listener: LiveListener;
  attempts: number;
  stop: () => void;
}

interface Line {
  readonly socket: TRPCWebSocketClient;
  subscribe(subscription: Subscription): () => void;
}

/**
 * Live queries over one tRPC WebSocket. The library reconnects and subscribes again by itself; what it cannot
 * do is get a new token when the server refuses the one it connected with, so that is done here.
 */
export function trpcSource(deps: TrpcSourceDeps): LiveSource {
  const subscriptions = new Set<Subscription>();
  let line: Line | null = null;
  let renewing = false;
  /** Renewed tokens that the server did not take either: each waits longer, so that nobody runs in circles. */
  let renewals = 0;

  deps.onChance((networkWasGone) => {
    if (line === null) return;
    if (networkWasGone) connection.setState({ live: 'lost' });
    if (connection.getState().live === 'lost') moveToNewLine();
  });

  function openLine(): Line {
    const socket = createWSClient({
      url: deps.url,
      connectionParams: async () => ({ token: await deps.accessToken() }),
      retryDelayMs,
      keepAlive: { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5_000 },
      onOpen: () => connection.setState({ live: 'open' }),
      onClose: () => opened.socket === line?.socket && connection.setState({ live: 'lost' }),
    });
    const client = createTRPCUntypedClient({ links: [wsLink({ client: socket })] });
    const opened: Line = {
      socket,
      subscribe(subscription) {
        let wanted = true;
        const running = client.subscription(subscription.name, subscription.params, {
          onData(message) {
            if (!wanted) return;
            subscription.attempts = 0;
            renewals = 0;
            subscription.listener.message(message);
          },
          onError: (error) => wanted && refused(subscription, error),
        });
        return () => {
          wanted = false;
          running.unsubscribe();
        };
      },
    };
    return opened;
  }

  function refused(subscription: Subscription, error: unknown): void {
    const code = codeFrom(error);
    if (code === 'TOKEN_EXPIRED') renewLine();
    else if (code === 'FORBIDDEN' || code === 'NOT_FOUND' || code === 'VALIDATION_FAILED') {
      subscription.listener.failed(new ApiError(code, `live query ${subscription.name} was refused`, { cause: error }));
    } else {
      // The server stumbled over this one query: try it again, slower each time.
      subscription.attempts += 1;
      const timer = setTimeout(() => start(subscription), retryDelayMs(subscription.attempts));
      subscription.stop = () => clearTimeout(timer);
    }
  }

  function renewLine(): void {
    if (renewing) return;
    renewing = true;
    const wait = retryDelayMs(renewals);
    renewals += 1;
    setTimeout(() => {
      deps
        .renewToken()
        .then(moveToNewLine)
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'NETWORK') return moveToNewLine();
          for (const subscription of subscriptions) subscription.listener.failed(asApiError(error));
        })
        .finally(() => {
          renewing = false;
        });
    }, wait);
  }

  /** A line is bound to the token it was opened with, and to its own patience between two attempts. */
  function moveToNewLine(): void {
    const old = line;
    line = null;
    for (const subscription of subscriptions) subscription.stop();
    void old?.socket.close();
    for (const subscription of subscriptions) start(subscription);
  }

  function start(subscription: Subscription): void {
    line ??= openLine();
    subscription.stop = line.subscribe(subscription);
  }

  return {
    renew: moveToNewLine,
    subscribe(name, params, listener) {
      const subscription: Subscription = { name, params, listener, attempts: 0, stop: () => {} };
      subscriptions.add(subscription);
      start(subscription);
      return () => {
        subscriptions.delete(subscription);
        subscription.stop();
      };
    },
  };
}

function codeFrom(error: unknown): ApiErrorCode {
  const data: unknown = error instanceof TRPCClientError ? error.data : null;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : null;
  if (code === 'UNAUTHORIZED') return 'TOKEN_EXPIRED';
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return code;
  if (code === 'BAD_REQUEST') return 'VALIDATION_FAILED';
  return 'UNAVAILABLE';
}

function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError('UNAVAILABLE', 'the live connection failed', { cause: error });
}
