/** Nonces that were handed out, and the counts that were used with them (RFC 2617 §3.2.2). */
export interface Nonces {
  fresh(): string;
  /**
   * Uses up a nonce count. `stale` when the nonce is unknown, too old or used up; `replayed` when this count was used
   * before.
   */
  use(nonce: string, count: number): 'ok' | 'stale' | 'replayed';
}

const lifetimeMs = 5 * 60_000;
const usesOfOneNonce = 500;
const mostNonces = 20_000;

/** `token` gives a fresh unguessable word. */
export function openNonces(clock: { now(): Date }, token: () => string): Nonces {
  const known = new Map<string, { readonly issuedAt: number; readonly used: Set<number> }>();
  return {
    fresh() {
      const nonce = token();
      // The oldest go first: a map keeps the order of insertion.
      for (const [old, { issuedAt }] of known) {
        if (known.size < mostNonces && clock.now().getTime() - issuedAt < lifetimeMs) break;
        known.delete(old);
      }
      known.set(nonce, { issuedAt: clock.now().getTime(), used: new Set() });
      return nonce;
    },
    use(nonce, count) {
      const entry = known.get(nonce);
      if (!entry || clock.now().getTime() - entry.issuedAt >= lifetimeMs) return 'stale';
      if (entry.used.has(count)) return 'replayed';
      if (entry.used.size >= usesOfOneNonce) return 'stale';
      entry.used.add(count);
      return 'ok';
    },
  };
}
