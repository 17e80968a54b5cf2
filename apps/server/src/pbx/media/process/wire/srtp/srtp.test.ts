import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type SrtpSuite, srtpSuites } from '../../../sdes.ts';
import { rtpPacket } from '../../../testing/rtp.ts';
import { AesCounter } from './aes-counter.ts';
import { indexOf, ReplayWindow } from './replay-window.ts';
import { deriveBytes, ivOf, type MasterKey } from './session-keys.ts';
import { SrtpDecryptor, SrtpEncryptor } from './srtp.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
/** RFC 3711 appendix B.3. */
const rfcMaster: MasterKey = {
  key: hex('E1F97A0D3E018BE0D64FA32C06DE4139'),
  salt: hex('0EC675AD498AFEEBB6960B3AABE6'),
};
const someMaster = (): MasterKey => ({ key: randomBytes(16), salt: randomBytes(14) });
const packetOf = (sequence: number, ssrc = 0xcafe_babe) =>
  rtpPacket({ payloadType: 8, sequence: sequence & 0xffff, timestamp: sequence * 160, ssrc }, randomBytes(160));
const pair = (suite: SrtpSuite = 'AES_CM_128_HMAC_SHA1_80') => {
  const master = someMaster();
  return { encryptor: new SrtpEncryptor(suite, master), decryptor: new SrtpDecryptor(suite, master) };
};
const sent = (encryptor: SrtpEncryptor, packet: Buffer): Buffer => {
  const made = encryptor.protect(packet);
  if (made === undefined) throw new Error('the packet was not encrypted');
  return made;
};

describe('vectors of RFC 3711', () => {
  test('B.2: the keystream of AES in counter mode, up to its last blocks', () => {
    const counter = new AesCounter(hex('2B7E151628AED2A6ABF7158809CF4F3C'));
    const iv = ivOf(hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'), 0, 0);
    expect(counter.keystream(iv, 48)).toEqual(
      hex('E03EAD0935C95E80E166B16DD92B4EB4 D23513162B02D0F72A43A2FE4A5F97AB 41E95B3BB0A2E8DD477901E4FCA894C0'),
    );
    expect(counter.keystream(iv, 48, 0xfeff)).toEqual(
      hex('EC8CDF7398607CB0F2D21675EA9EA1E4 362B7C3C6773516318A077D7FC5073AE 6A2CC3787889374FBEB4C81B17BA6C44'),
    );
    expect(counter.keystream(iv, 0x1_0000 * 16).subarray(0xff01 * 16, 0xff02 * 16)).toEqual(
      hex('6A2CC3787889374FBEB4C81B17BA6C44'),
    );
  });

  test('B.3: the session keys of a master key', () => {
    expect(deriveBytes(rfcMaster, 0, 16)).toEqual(hex('C61E7A93744F39EE10734AFE3FF7A087'));
    expect(deriveBytes(rfcMaster, 2, 14)).toEqual(hex('30CBBC08863D8C85D49DB34A9AE1'));
    expect(deriveBytes(rfcMaster, 1, 94)).toEqual(
      hex(`CEBE321F6FF7716B6FD4AB49AF256A15 6D38BAA48F0A0ACF3C34E2359E6CDBCE
           E049646C43D9327AD175578EF7227098 6371C10C9A369AC2F94A8C5FBCDDDC25
           6D6E919A48B610EF17C2041E47403576 6B68642C59BBFC2F34DB60DBDFB2`),
    );
  });

  test('a whole packet of RTP and of RTCP as another implementation writes them with that master key', () => {
    const encryptor = new SrtpEncryptor('AES_CM_128_HMAC_SHA1_80', rfcMaster);
    const rtp = Buffer.concat([hex('800F1234DECAFBADCAFEBABE'), Buffer.alloc(16, 0xab)]);
    expect(encryptor.protect(rtp)).toEqual(
      hex('800F1234DECAFBADCAFEBABE 4E55DC4CE79978D88CA4D215949D2402 B78D6ACC99EA179B8DBB'),
    );
    const rtcp = Buffer.concat([hex('81C8000BCAFEBABE'), Buffer.alloc(16, 0xab)]);
    expect(encryptor.protectRtcp(rtcp)).toEqual(
      hex('81C8000BCAFEBABE 7128035BE487B9BDBEF89041F977A5A8 80000001 993E08CD54D6C1230798'),
    );
  });
});

describe.each(srtpSuites)('%s', (suite) => {
  test('what is encrypted comes out as it was, and nothing of it can be read on the way', () => {
    const { encryptor, decryptor } = pair(suite);
    for (let at = 0; at < 200; at++) {
      const packet = packetOf(65_400 + at);
      const wire = sent(encryptor, packet);
      expect(wire.length).toBe(packet.length + (suite.endsWith('80') ? 10 : 4));
      expect(wire.subarray(0, 12)).toEqual(packet.subarray(0, 12));
      expect(wire.includes(packet.subarray(12, 40))).toBe(false);
      expect(decryptor.unprotect(wire)).toEqual(packet);
    }
  });

  test('a packet changed in any byte, of another key or cut short is refused, and the right one still comes through', () => {
    const { encryptor, decryptor } = pair(suite);
    const packet = packetOf(7);
    const wire = sent(encryptor, packet);
    for (let at = 0; at < wire.length; at++) {
      const changed = Buffer.from(wire);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(decryptor.unprotect(changed), `byte ${at}`).toBeUndefined();
      expect(decryptor.unprotect(Buffer.from(wire.subarray(0, at))), `length ${at}`).toBeUndefined();
    }
    expect(pair(suite).decryptor.unprotect(Buffer.from(wire))).toBeUndefined();
    expect(decryptor.unprotect(wire)).toEqual(packet);
  });

  test('reports are encrypted too, count up, and come through once', () => {
    const { encryptor, decryptor } = pair(suite);
    const report = Buffer.concat([hex('80C80006CAFEBABE'), randomBytes(20)]);
    const first = encryptor.protectRtcp(report) ?? Buffer.alloc(0);
    const second = encryptor.protectRtcp(report) ?? Buffer.alloc(0);
    expect(first).not.toEqual(second);
    expect(first.length).toBe(report.length + 14);
    const again = Buffer.from(first);
    const changed = Buffer.from(second);
    changed[9] = (changed[9] ?? 0) ^ 1;
    expect(decryptor.unprotectRtcp(first)).toEqual(report);
    expect(decryptor.unprotectRtcp(again)).toBeUndefined();
    expect(decryptor.unprotectRtcp(changed)).toBeUndefined();
    expect(decryptor.unprotectRtcp(second)).toEqual(report);
    expect(decryptor.unprotectRtcp(Buffer.alloc(12))).toBeUndefined();
  });
});

test('header, CSRCs and extension stay readable, the payload does not', () => {
  const { encryptor, decryptor } = pair();
  const packet = Buffer.concat([
    hex('92081234DECAFBADCAFEBABE'), // two CSRCs, an extension
    hex('0000000100000002 BEDE0001 10AA0000'),
    randomBytes(80),
  ]);
  const wire = sent(encryptor, packet);
  expect(wire.subarray(0, 28)).toEqual(packet.subarray(0, 28));
  expect(wire.includes(packet.subarray(28, 60))).toBe(false);
  expect(decryptor.unprotect(wire)).toEqual(packet);
  const endless = Buffer.from(packet);
  endless.writeUInt16BE(0xffff, 22);
  expect(encryptor.protect(endless)).toBeUndefined();
});

test('loss, reordering and repetition over several rounds of numbers: each packet once, whatever its order', () => {
  const { encryptor, decryptor } = pair();
  let seed = 4711;
  const chance = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const packets = Array.from({ length: 200_000 }, (_, at) => ({ number: at + 65_000, at: at + chance() * 20 }))
    .filter(() => chance() > 0.1)
    .map((one) => ({ ...one, plain: rtpPacket(headerFor(one.number), Uint8Array.of(one.number & 0xff, 1, 2)) }));
  const wire = packets.map((one) => ({ ...one, bytes: sent(encryptor, one.plain) })).sort((a, b) => a.at - b.at);
  let through = 0;
  for (const [at, one] of wire.entries()) {
    if (decryptor.unprotect(Buffer.from(one.bytes))?.equals(one.plain)) through += 1;
    if (at % 50 === 0) expect(decryptor.unprotect(Buffer.from(one.bytes))).toBeUndefined();
  }
  expect(through).toBe(packets.length);
});

const headerFor = (number: number) => ({
  payloadType: 0,
  sequence: number & 0xffff,
  timestamp: number,
  ssrc: 0x1234,
});

test('a replay from an earlier round of numbers is refused', () => {
  const { encryptor, decryptor } = pair();
  const early = sent(encryptor, packetOf(10));
  expect(decryptor.unprotect(Buffer.from(early))).toBeDefined();
  for (let number = 11; number <= 65_540; number += 50) decryptor.unprotect(sent(encryptor, packetOf(number)));
  expect(decryptor.unprotect(sent(encryptor, packetOf(65_536 + 10)))).toBeDefined();
  expect(decryptor.unprotect(early)).toBeUndefined();
});

test('a number is never encrypted twice: a late packet goes out once, an ancient one not at all', () => {
  const { encryptor } = pair();
  for (const number of [500, 501, 503]) expect(encryptor.protect(packetOf(number))).toBeDefined();
  expect(encryptor.protect(packetOf(502))).toBeDefined();
  expect(encryptor.protect(packetOf(502))).toBeUndefined();
  expect(encryptor.protect(packetOf(100))).toBeUndefined();
});

test('each source has numbers of its own, and a far side that changes its source goes on', () => {
  const { encryptor, decryptor } = pair();
  for (const [at, ssrc] of [1, 2, 1, 3].entries()) {
    const packet = packetOf(ssrc * 20_000 + at, ssrc);
    expect(decryptor.unprotect(sent(encryptor, packet))).toEqual(packet);
  }
  for (let ssrc = 100; ssrc < 200; ssrc++) {
    expect(decryptor.unprotect(sent(encryptor, packetOf(5, ssrc)))).toBeDefined();
  }
});

test('a master key identifier before the tag is left out', () => {
  const master = someMaster();
  const encryptor = new SrtpEncryptor('AES_CM_128_HMAC_SHA1_80', master);
  const decryptor = new SrtpDecryptor('AES_CM_128_HMAC_SHA1_80', master, 2);
  const packet = packetOf(9);
  const wire = sent(encryptor, packet);
  const marked = Buffer.concat([wire.subarray(0, -10), Buffer.from([0, 1]), wire.subarray(-10)]);
  expect(decryptor.unprotect(marked)).toEqual(packet);
});

test('the index nearest to the highest one is meant (RFC 3711 appendix A)', () => {
  expect(indexOf(65_535, -1)).toBe(65_535);
  expect(indexOf(3, 65_530)).toBe(0x1_0003);
  expect(indexOf(65_535, 0x1_0003)).toBe(65_535);
  expect(indexOf(65_535, 3)).toBeLessThan(0);
  expect(indexOf(0x9000, 0x2_1000 + 5)).toBe(0x2_9000);
  expect(indexOf(0x9006, 0x2_1000 + 5)).toBe(0x1_9006);
});

test('the window takes each index once and none that is too old', () => {
  const window = new ReplayWindow();
  for (const index of [1000, 1001, 900]) {
    expect(window.isFresh(index)).toBe(true);
    window.use(index);
    expect(window.isFresh(index)).toBe(false);
  }
  expect(window.isFresh(1001 - 128)).toBe(false);
  expect(window.isFresh(1001 - 127)).toBe(true);
  expect(window.isFresh(-1)).toBe(false);
});
