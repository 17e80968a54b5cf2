import { randomBytes } from 'node:crypto';
import { SrtpDecryptor, SrtpEncryptor } from '../process/wire/srtp/srtp.ts';
import { type CryptoAttribute, srtpSuites, writeCrypto } from '../sdes.ts';

const parts = (base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  return { key: bytes.subarray(0, 16), salt: bytes.subarray(16) };
};

/** How a test's phone encrypts: what it says of it, and its keys. */
export class PhoneSrtp {
  readonly profile: 'RTP/SAVP' | 'RTP/AVP';
  /** Packets that came encrypted for it and could be read. */
  received = 0;
  /** Packets that could not. */
  unreadable = 0;
  #key = '';
  #encryptor: SrtpEncryptor | undefined;
  #decryptor: SrtpDecryptor | undefined;

  constructor(profile: 'RTP/SAVP' | 'RTP/AVP' = 'RTP/SAVP') {
    this.profile = profile;
    this.rekey();
  }

  /** A new key, as after the phone handed its call to another device. */
  rekey(): void {
    this.#key = randomBytes(30).toString('base64');
    this.#encryptor = undefined;
  }

  /** The phone's line with the suite and tag that were agreed on, or both suites. */
  lines(agreed?: CryptoAttribute): string[] {
    const keys = { AES_CM_128_HMAC_SHA1_80: this.#key, AES_CM_128_HMAC_SHA1_32: this.#key };
    const choices = agreed ? [agreed] : srtpSuites.map((suite, index) => ({ tag: index + 7, suite }));
    return choices.map((choice) => `a=crypto:${writeCrypto(choice, keys)}`);
  }

  agree({ suite, key }: CryptoAttribute): void {
    this.#encryptor ??= new SrtpEncryptor(suite, parts(this.#key));
    this.#decryptor = new SrtpDecryptor(suite, parts(key));
  }

  seal(packet: Buffer): Buffer {
    const sealed = this.#encryptor?.protect(packet);
    if (sealed === undefined) throw new Error('the phone could not encrypt');
    return sealed;
  }

  open(packet: Buffer, isReport: boolean): Buffer | undefined {
    const opened = isReport ? this.#decryptor?.unprotectRtcp(packet) : this.#decryptor?.unprotect(packet);
    if (opened === undefined) this.unreadable += 1;
    else this.received += 1;
    return opened;
  }
}
