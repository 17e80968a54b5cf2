import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { AesCounter } from './aes-counter.ts';

/** What SDP carries for one direction (RFC 4568 §6.1): 16 bytes of key, 14 of salt. */
export interface MasterKey {
  readonly key: Buffer;
  readonly salt: Buffer;
}

/** One half of the six session keys (RFC 3711 §4.3): for RTP or for RTCP. */
export interface SessionKeys {
  readonly cipher: AesCounter;
  /** 14 bytes. */
  readonly salt: Buffer;
  readonly authentication: KeyObject;
}

/** Labels of RFC 3711 §4.3.1 and §4.3.2, for cipher, authentication and salt. */
const labels = { rtp: [0x00, 0x01, 0x02], rtcp: [0x03, 0x04, 0x05] } as const;

/** Derives the session keys of a master key, once for its whole life (a key derivation rate of zero). */
export function deriveKeys(master: MasterKey, kind: 'rtp' | 'rtcp'): SessionKeys {
  const [cipher, authentication, salt] = labels[kind];
  return {
    cipher: new AesCounter(deriveBytes(master, cipher, 16)),
    salt: Buffer.from(deriveBytes(master, salt, 14)),
    authentication: createSecretKey(deriveBytes(master, authentication, 20)),
  };
}

/** `length` bytes for a label (RFC 3711 §4.3.3). */
export function deriveBytes({ key, salt }: MasterKey, label: number, length: number): Buffer {
  const x = Buffer.from(salt);
  x[7] = (x[7] as number) ^ label;
  return new AesCounter(key).keystream(x, length);
}

const iv = Buffer.alloc(14);

/** The counter's upper bytes for one packet (RFC 3711 §4.1.1); valid until the next call. `index`: up to 48 bits. */
export function ivOf(salt: Buffer, ssrc: number, index: number): Buffer {
  salt.copy(iv);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  const high = Math.floor(index / 0x1_0000_0000);
  iv.writeUInt16BE(iv.readUInt16BE(8) ^ high, 8);
  iv.writeUInt32BE((iv.readUInt32BE(10) ^ (index >>> 0)) >>> 0, 10);
  return iv;
}

/** HMAC-SHA1 over the parts (RFC 3711 §4.2.1); the writer cuts it to the length of its suite. */
export function authenticate(key: KeyObject, data: Buffer, more?: Buffer): Buffer {
  const hmac = createHmac('sha1', key).update(data);
  return (more === undefined ? hmac : hmac.update(more)).digest();
}
