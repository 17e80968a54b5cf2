import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { SrtpDecryptor, SrtpEncryptor } from '../apps/server/src/pbx/media/process/wire/srtp/srtp.ts';
import { rtpPacket } from '../apps/server/src/pbx/media/testing/rtp.ts';
import type { Figure } from './figures.ts';

const rounds = 7;
const packets = Number(process.env['BENCH_PACKETS'] ?? 50_000);
const suite = 'AES_CM_128_HMAC_SHA1_80';

/**
 * Microseconds to encrypt and decrypt one packet of G.711 (20 ms). libsrtp cannot be called from here: node-datachannel
 * keeps its own behind DTLS. The rival is what OpenSSL needs for the same bytes with a cipher and a MAC of its own for
 * each packet, and nothing else: no index, no replay window, no copy.
 */
export function measureSrtp(): Figure[] {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(timed(srtp()));
    theirs.push(timed(openssl()));
  }
  const name = 'OpenSSL, a cipher and a MAC for each packet';
  return [{ what: 'SRTP of one G.711 packet, there and back', unit: 'µs', ours, rival: { name, values: theirs } }];
}

const timed = (work: (sequence: number) => void): number => {
  for (let sequence = 0; sequence < 5_000; sequence += 1) work(sequence);
  const begun = performance.now();
  for (let sequence = 5_000; sequence < 5_000 + packets; sequence += 1) work(sequence);
  return ((performance.now() - begun) * 1_000) / packets;
};

const payload = randomBytes(160);
const packetOf = (sequence: number) =>
  rtpPacket({ payloadType: 0, sequence: sequence & 0xffff, timestamp: sequence * 160, ssrc: 7 }, payload);

const srtp = () => {
  const master = { key: randomBytes(16), salt: randomBytes(14) };
  const [encryptor, decryptor] = [new SrtpEncryptor(suite, master), new SrtpDecryptor(suite, master)];
  return (sequence: number): void => {
    const sealed = encryptor.protect(packetOf(sequence));
    if (sealed === undefined || decryptor.unprotect(sealed) === undefined) throw new Error('a packet was lost');
  };
};

const openssl = () => {
  const [key, iv, macKey] = [randomBytes(16), randomBytes(16), randomBytes(20)];
  const once = (packet: Buffer): void => {
    createCipheriv('aes-128-ctr', key, iv).update(packet.subarray(12));
    createHmac('sha1', macKey).update(packet).digest();
  };
  return (sequence: number): void => {
    const packet = packetOf(sequence);
    once(packet);
    once(packet);
  };
};
