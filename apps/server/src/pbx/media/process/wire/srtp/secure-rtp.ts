import { randomBytes } from 'node:crypto';
import type { SrtpPolicy, SrtpStats } from '../../../media.ts';
import type { CryptoAttribute, SrtpKeys, SrtpSuite } from '../../../sdes.ts';
import type { MasterKey } from './session-keys.ts';
import { SrtpDecryptor, SrtpEncryptor } from './srtp.ts';

interface Keyed<T> {
  readonly suite: SrtpSuite;
  readonly key: string;
  readonly coder: T;
}

/**
 * The encryption of one endpoint's plain RTP, through all its descriptions: as long as a key stays, so do its roll-over
 * counters. `plain` lets packets through as they are, `waiting` none at all.
 */
export class SecureRtp {
  #state: 'plain' | 'waiting' | 'secured';
  /** Master keys of ours, as descriptions name them. */
  #keys = newKeys();
  #out: Keyed<SrtpEncryptor> | undefined;
  #in: Keyed<SrtpDecryptor> | undefined;
  #sent = 0;
  #received = 0;
  #rejected = 0;

  /** Where encryption is wanted at all, nothing goes out or counts before the far side's first description. */
  constructor(policy: SrtpPolicy) {
    this.#state = policy === 'off' ? 'plain' : 'waiting';
  }

  /** Whether a packet that opens was made with the far side's key. */
  get isKeyed(): boolean {
    return this.#state === 'secured';
  }

  get keys(): SrtpKeys {
    return this.#keys;
  }

  /** Undefined while nothing is encrypted. */
  get stats(): SrtpStats | undefined {
    if (this.#out === undefined) return undefined;
    return { suite: this.#out.suite, sent: this.#sent, received: this.#received, rejected: this.#rejected };
  }

  /**
   * Follows the line that was agreed on; undefined for none. With a new key in an offer the far side begins again, and
   * so do we: it could not know how often our numbers went round (RFC 4568 §7.1.4).
   */
  follow(line: CryptoAttribute | undefined, inOffer: boolean): void {
    if (line === undefined) {
      this.#state = 'plain';
      return;
    }
    const { suite, key, mkiBytes } = line;
    const isSame = this.#in?.suite === suite && this.#in.key === key;
    if (!isSame && inOffer && this.#in !== undefined) this.#keys = newKeys();
    if (!isSame) this.#in = { suite, key, coder: new SrtpDecryptor(suite, masterKey(key), mkiBytes) };
    const own = this.#keys[suite];
    if (this.#out?.suite !== suite || this.#out.key !== own) {
      this.#out = { suite, key: own, coder: new SrtpEncryptor(suite, masterKey(own)) };
    }
    this.#state = 'secured';
  }

  /** The packet for the wire; undefined where it must not leave. */
  seal(packet: Buffer, isReport: boolean): Buffer | undefined {
    if (this.#state === 'plain') return packet;
    const coder = this.#state === 'secured' ? this.#out?.coder : undefined;
    const sealed = isReport ? coder?.protectRtcp(packet) : coder?.protect(packet);
    if (sealed !== undefined) this.#sent += 1;
    return sealed;
  }

  /** The packet in the clear; undefined where it doesn't count. Spoils its buffer. */
  open(packet: Buffer, isReport: boolean): Buffer | undefined {
    if (this.#state === 'plain') return packet;
    if (this.#state === 'waiting') return undefined;
    const coder = this.#in?.coder;
    const opened = isReport ? coder?.unprotectRtcp(packet) : coder?.unprotect(packet);
    if (opened === undefined) this.#rejected += 1;
    else this.#received += 1;
    return opened;
  }
}

function newKeys(): SrtpKeys {
  const fresh = () => randomBytes(30).toString('base64');
  return { AES_CM_128_HMAC_SHA1_80: fresh(), AES_CM_128_HMAC_SHA1_32: fresh() };
}

function masterKey(base64: string): MasterKey {
  const bytes = Buffer.from(base64, 'base64');
  return { key: bytes.subarray(0, 16), salt: bytes.subarray(16, 30) };
}
