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
   * Calls back when a lost connection has a new chance. When the reason is that the network is back, the line may be
   * dead without any sign of it.
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
  readonly client: ReturnType<typeof createTRPCUntypedClient>;
}

interface Source {
  readonly deps: TrpcSourceDeps;
  readonly subscriptions: Set<Subscription>;
  line: Line | null;
  isRenewing: boolean;
  /** Renewed tokens that the server refused as well: each one waits longer, so that this never runs in circles. */
  renewals: number;
}

/**
 * Live queries over one tRPC WebSocket. The library reconnects and subscribes again by itself. It cannot get a new
 * token when the server refuses the one it connected with, so that is done here.
 */
export function trpcSource(deps: TrpcSourceDeps): LiveSource {
  const source: Source = { deps, subscriptions: new Set(), line: null, isRenewing: false, renewals: 0 };
  deps.onChance((networkWasGone) => {
    if (source.line === null) return;
    if (networkWasGone) connection.setState({ live: 'lost' });
    if (connection.getState().live === 'lost') moveToNewLine(source);
  });
  return {
    renew: () => moveToNewLine(source),
    subscribe(name, params, listener) {
      const subscription: Subscription = { name, params, listener, attempts: 0, stop: () => {} };
      source.subscriptions.add(subscription);
      start(source, subscription);
      return () => {
        source.subscriptions.delete(subscription);
        subscription.stop();
      };
    },
  };
}

function start(source: Source, subscription: Subscription): void {
  source.line ??= openLine(source);
  subscription.stop = subscribeOn(source.line, source, subscription);
}

function openLine(source: Source): Line {
  const { deps } = source;
  const socket: TRPCWebSocketClient = createWSClient({
    url: deps.url,
    connectionParams: async () => ({ token: await deps.accessToken(), deltas: 'short' }),
    retryDelayMs,
    keepAlive: { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5_000 },
    onOpen: () => connection.setState({ live: 'open' }),
    onClose: () => socket === source.line?.socket && connection.setState({ live: 'lost' }),
  });
  return { socket, client: createTRPCUntypedClient({ links: [wsLink({ client: socket })] }) };
}

function subscribeOn({ client }: Line, source: Source, subscription: Subscription): () => void {
  let isWanted = true;
  const running = client.subscription(subscription.name, subscription.params, {
    onData(message) {
      if (!isWanted) return;
      subscription.attempts = 0;
      source.renewals = 0;
      subscription.listener.message(message);
    },
    onError: (error) => isWanted && handleRefusal(source, subscription, error),
  });
  return () => {
    isWanted = false;
    running.unsubscribe();
  };
}

function handleRefusal(source: Source, subscription: Subscription, error: unknown): void {
  const code = codeFrom(error);
  if (code === 'TOKEN_EXPIRED') renewLine(source);
  else if (code === 'FORBIDDEN' || code === 'NOT_FOUND' || code === 'VALIDATION_FAILED') {
    subscription.listener.failed(new ApiError(code, `live query ${subscription.name} was refused`, { cause: error }));
  } else {
    // The server failed at this one query: it is asked again, more slowly each time.
    subscription.attempts += 1;
    const timer = setTimeout(() => start(source, subscription), retryDelayMs(subscription.attempts));
    subscription.stop = () => clearTimeout(timer);
  }
}

/** Gets a new token, and a line that is bound to it. */
function renewLine(source: Source): void {
  if (source.isRenewing) return;
  source.isRenewing = true;
  const wait = retryDelayMs(source.renewals);
  source.renewals += 1;
  setTimeout(() => {
    source.deps
      .renewToken()
      .then(() => moveToNewLine(source))
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'NETWORK') return moveToNewLine(source);
        for (const { listener } of source.subscriptions) listener.failed(asApiError(error));
      })
      .finally(() => {
        source.isRenewing = false;
      });
  }, wait);
}

/** A line is bound to the token it was opened with, and waits by itself between two attempts. */
function moveToNewLine(source: Source): void {
  const old = source.line;
  source.line = null;
  for (const subscription of source.subscriptions) subscription.stop();
  void old?.socket.close();
  for (const subscription of source.subscriptions) start(source, subscription);
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
