import type { SecretBox } from '../storage/secret-box.ts';
import { type Connection, type Entered, IntegrationError } from './connector.ts';
import { withRefusals } from './oauth/refused-tokens.ts';
import type { Registry } from './registry.ts';
import type { RenewedKeys } from './renewed-keys.ts';

/** What is kept of what someone entered. */
export interface Kept {
  readonly id: string;
  readonly name: string;
  readonly url: string | null;
  readonly key_sealed: Uint8Array | null;
  /** Where else than at `url` the key may be sent to; null where it was entered before that was kept. */
  readonly key_origins: readonly string[] | null;
}

/** Opens connections by what is kept of them. Everything rejects with an `IntegrationError`. */
export interface Connections {
  /** Tries what someone entered. */
  tryOut(name: string, entered: Entered, signal: AbortSignal, heard?: () => void): Promise<Connection>;
  /** Opens a connection again. `heard` is called with every answer that comes to it. */
  open(kept: Kept, signal: AbortSignal, heard?: () => void): Promise<Connection>;
  /**
   * Does something with a connection that may be open already; where it has changed at the other end, again with a new one,
   * unless it is `once`: then the next use has a new one.
   */
  use<T>(
    kept: Kept,
    signal: AbortSignal,
    work: (connection: Connection) => Promise<T>,
    options?: { readonly once?: boolean },
  ): Promise<T>;
  /** The next use opens it again: someone signed in, perhaps somewhere else. */
  forget(integrationId: string): void;
}

interface OpenOne {
  readonly connection: Connection;
  readonly kept: Kept;
  readonly openedAt: number;
}

/** What was found out of a server while connecting holds so long. */
const openForMs = 5 * 60_000;

/** What connections need that were signed in at their vendor's page. */
export interface SignedIn {
  accessToken(integrationId: string, name: string): Promise<string>;
  /** See `TokenKeeper`. */
  wasRefused(integrationId: string): Promise<boolean>;
}

/**
 * `renewed`: where keys are kept that the other side gives in place of others; absent: nowhere, and they are used meanwhile.
 * `signedIn`: where tokens come from; absent: nobody signs in.
 */
export function connections(
  registry: Pick<Registry, 'connectorOf'>,
  box: Pick<SecretBox, 'unseal'>,
  { renewed, signedIn }: { readonly renewed?: RenewedKeys; readonly signedIn?: SignedIn } = {},
): Connections {
  const opened = new Map<string, OpenOne>();

  const tryOut: Connections['tryOut'] = async (name, entered, signal, heard) => {
    const connector = registry.connectorOf(name);
    if (connector) return await connector.connect(entered, signal, heard);
    throw new IntegrationError('failed', `This server does not know ${name}`, { translationKey: 'failed' });
  };
  /** What was signed in at its vendor's page has no key of its own. */
  const openEntered = async (kept: Kept, entered: Entered, signal: AbortSignal, heard?: () => void) => {
    const isSignedIn = entered.key === null && registry.connectorOf(kept.name)?.signIn !== undefined;
    if (!isSignedIn || !signedIn) return await tryOut(kept.name, entered, signal, heard);
    const accessToken = () => signedIn.accessToken(kept.id, kept.name);
    const opening = { connect: () => tryOut(kept.name, { ...entered, accessToken }, signal, heard) };
    const isWorthRenewing = () => signedIn.wasRefused(kept.id);
    return withRefusals(await withRefusals(opening, isWorthRenewing).connect(), isWorthRenewing);
  };
  const open: Connections['open'] = async (kept, signal, heard) => {
    const sealed = kept.key_sealed === null ? null : ((await renewed?.of(kept)) ?? kept.key_sealed);
    const key = sealed === null ? null : unsealed(box, sealed);
    const keepKey = async (newer: string) => await renewed?.keep(kept, newer);
    const entered = { url: kept.url, key, origins: originsOf(kept), keepKey };
    const connection = await openEntered(kept, entered, signal, heard);
    const now = performance.now();
    for (const [id, { openedAt }] of opened) if (now - openedAt > openForMs) opened.delete(id);
    opened.set(kept.id, { connection, kept, openedAt: now });
    return connection;
  };

  return {
    tryOut,
    open,
    forget: (integrationId) => void opened.delete(integrationId),
    async use(kept, signal, work, { once = false } = {}) {
      const found = opened.get(kept.id);
      if (!found || !isSame(found.kept, kept) || performance.now() - found.openedAt > openForMs) {
        return await work(await open(kept, signal));
      }
      try {
        return await work(found.connection);
      } catch (error) {
        if (!(error instanceof IntegrationError && error.type === 'not_found')) throw error;
        if (opened.get(kept.id) === found) opened.delete(kept.id);
        if (once) throw error;
        return await work(await open(kept, signal));
      }
    },
  };
}

/** A sealed key. Throws an `IntegrationError` for one that another data folder sealed: it has to be entered again. */
export const unsealed = (box: Pick<SecretBox, 'unseal'>, sealed: Uint8Array): string => {
  try {
    return box.unseal(sealed);
  } catch (error) {
    throw new IntegrationError('refresh', 'The stored key can no longer be read', {
      translationKey: 'signedOut',
      cause: error,
    });
  }
};

/** Where else than at its address a stored key may be sent to. */
export const originsOf = ({ key_origins }: Pick<Kept, 'key_origins'>): readonly string[] | 'notKept' =>
  key_origins ?? 'notKept';

const isSame = (a: Kept, b: Kept): boolean =>
  a.url === b.url &&
  a.key_origins?.join(' ') === b.key_origins?.join(' ') &&
  (a.key_sealed === null ? b.key_sealed === null : isSameKey(a.key_sealed, b.key_sealed));

/** Sealed twice, the same secret is never the same: a key that was entered again is another one. */
export const isSameKey = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
