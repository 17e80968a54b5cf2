import { ApiError } from '../api-error.ts';

/** A token as it is stored for all tabs, with the time it has left in seconds, if it says so. */
export interface StoredToken {
  readonly token: string;
  readonly secondsLeft: number | null;
}

export interface TokenKeeperDeps {
  /** The stored token of the signed-in user; null while nobody is signed in. */
  read(): Promise<StoredToken | null>;
  /** Gets and stores a new one. Rejects when the provider refuses or cannot be reached. */
  refresh(): Promise<string>;
  /** Whether a rejected refresh means that the session is over. */
  isRefusal(cause: unknown): boolean;
  /** Runs this while no other tab does. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** The session is over: it is forgotten. */
  onEnded(): Promise<void>;
}

export interface TokenKeeper {
  /**
   * A token that the server accepts now. It is renewed when it is about to expire; where that is impossible now, the
   * old one is kept (specification 5). Throws ApiError.
   */
  accessToken(): Promise<string>;
  /** A new token, whatever the state of the stored one. Throws ApiError. */
  renewToken(): Promise<string>;
}

/** A token with less than this left counts as expired, in seconds. */
const marginSeconds = 20;

/** Keeps the token valid: a refresh token is valid only once, so one refresh runs at a time over all tabs. */
export function tokenKeeper(deps: TokenKeeperDeps): TokenKeeper {
  let running: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const before = (await deps.read())?.token;
    return deps.alone(async () => {
      const stored = await deps.read();
      if (!stored) {
        await deps.onEnded();
        throw new ApiError('UNAUTHENTICATED', 'nobody is signed in');
      }
      // Another tab renewed it while this one waited its turn: its token is the valid one.
      if (stored.token !== before && isFresh(stored)) return stored.token;
      try {
        return await deps.refresh();
      } catch (cause) {
        if (!deps.isRefusal(cause)) throw new ApiError('NETWORK', 'the session could not be renewed now', { cause });
        await deps.onEnded();
        throw new ApiError('TOKEN_EXPIRED', 'the session has ended', { cause });
      }
    });
  }

  function renewToken(): Promise<string> {
    running ??= renew().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    renewToken,
    async accessToken() {
      const stored = await deps.read();
      if (!stored) throw new ApiError('UNAUTHENTICATED', 'nobody is signed in');
      if (isFresh(stored)) return stored.token;
      return renewToken().catch((cause: unknown) => {
        // It may have seconds left; only the server can say.
        if (cause instanceof ApiError && cause.code === 'NETWORK') return stored.token;
        throw cause;
      });
    },
  };
}

function isFresh({ secondsLeft }: StoredToken): boolean {
  return secondsLeft === null || secondsLeft > marginSeconds;
}
