import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Nonces of digest authentication (RFC 7616 §3.3). Each says when and for which address it was made, so that nothing is
 * kept of those who never answer; only the counts that were used with a right password are remembered.
 */
export interface Nonces {
  /** A nonce for senders at this address. */
  fresh(address: string): string;
  /** Whether this process made the nonce for this address within the last five minutes. */
  isOurs(nonce: string, address: string): boolean;
  /** Uses up a count of a nonce that is ours. `stale` when the nonce is used up; `replayed` when the count was used before. */
  use(nonce: string, count: number): 'ok' | 'stale' | 'replayed';
}

const lifetimeMs = 5 * 60_000;
const usesOfOneNonce = 500;
const mostNonces = 20_000;

/**
 * `token` gives a fresh unguessable word. The key lives as long as this process: what an earlier one handed out is
 * unknown to this one, which does not know the counts that were used with it either.
 */
export function openNonces(clock: { now(): Date }, token: () => string, key: string): Nonces {
  const used = new Map<string, Set<number>>();
  /** Nonces made until then count as used up: their counts had to make room for others. */
  let forgottenUntil = Number.NEGATIVE_INFINITY;
  const now = () => clock.now().getTime();

  const seal = (issuedAt: string, word: string, address: string): string =>
    createHmac('sha256', key).update(`${issuedAt} ${word} ${address}`).digest('hex').slice(0, 32);
  const forgetOld = () => {
    // The oldest stand first: a map keeps the order of insertion.
    for (const nonce of used.keys()) {
      const issuedAt = issuedAtOf(nonce);
      if (used.size <= mostNonces && now() - issuedAt < lifetimeMs) return;
      used.delete(nonce);
      if (now() - issuedAt < lifetimeMs) forgottenUntil = Math.max(forgottenUntil, issuedAt);
    }
  };

  return {
    fresh(address) {
      // The word tells apart two devices that ask from one address in the same moment.
      const [issuedAt, word] = [now().toString(16), token()];
      return `${issuedAt}-${word}-${seal(issuedAt, word, address)}`;
    },
    isOurs(nonce, address) {
      const [issuedAt = '', word = '', given = '', ...rest] = nonce.split('-');
      if (rest.length > 0 || !isSame(given, seal(issuedAt, word, address))) return false;
      const age = now() - issuedAtOf(nonce);
      return age >= 0 && age < lifetimeMs;
    },
    use(nonce, count) {
      const counts = used.get(nonce);
      if (counts?.has(count)) return 'replayed';
      if (counts ? counts.size >= usesOfOneNonce : issuedAtOf(nonce) <= forgottenUntil) return 'stale';
      if (counts) counts.add(count);
      else {
        used.set(nonce, new Set([count]));
        forgetOld();
      }
      return 'ok';
    },
  };
}

const issuedAtOf = (nonce: string): number => Number.parseInt(nonce.split('-', 1)[0] ?? '', 16);

const isSame = (left: string, right: string): boolean =>
  left.length === right.length && timingSafeEqual(Buffer.from(left, 'latin1'), Buffer.from(right, 'latin1'));
