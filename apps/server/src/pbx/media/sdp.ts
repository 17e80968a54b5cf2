import type { Codec, Direction, SrtpPolicy } from './media.ts';
import { MediaError } from './media.ts';
import { type CryptoAttribute, readCrypto } from './sdes.ts';

/** What a session description says about its audio; all of it comes from outside and is checked while it is read. */
export interface AudioDescription {
  readonly kind: 'webrtc' | 'rtp';
  /** Every media line as it came, so that an answer can refuse the others in their places (RFC 3264 §6). */
  readonly media: readonly { readonly type: string; readonly protocol: string; readonly mid?: string }[];
  /** Which of `media` is the audio that the rest describes. */
  readonly audioIndex: number;
  readonly protocol: string;
  readonly mid?: string;
  readonly bundled: boolean;
  readonly direction: Direction;
  /** Codecs we speak, in the far side's order. */
  readonly codecs: readonly PayloadType[];
  readonly telephoneEvents: readonly { readonly payloadType: number; readonly clock: number }[];
  readonly address: string;
  readonly port: number;
  readonly rtcpMux: boolean;
  readonly rtcp?: { readonly address: string; readonly port: number };
  readonly ice?: IceParameters;
  /** UDP candidates with numeric addresses, without `a=`. Names (`.local`) are left out: their owner finds us. */
  readonly candidates: readonly string[];
  /** Crypto lines of plain RTP that we can use, in the far side's order; none where nothing is to be encrypted. */
  readonly crypto: readonly CryptoAttribute[];
}

export interface PayloadType {
  readonly codec: Codec;
  readonly payloadType: number;
}

export interface IceParameters {
  readonly ufrag: string;
  readonly password: string;
  readonly fingerprint: string;
  readonly setup: 'active' | 'passive' | 'actpass';
}

/**
 * RTP clock of each codec; Opus always counts 48 kHz (RFC 7587 §4.1), G.711 8 kHz (RFC 3551 §4.5.14), and so does G.722 by an old
 * mistake that stays (§4.5.2), though it has 16,000 samples a second.
 */
export const clockOf: Readonly<Record<Codec, 48000 | 8000>> = { opus: 48000, G722: 8000, PCMU: 8000, PCMA: 8000 };

const maxLength = 65_536;
const maxMediaLines = 32;
const codecNames: Readonly<Record<string, Codec>> = { opus: 'opus', g722: 'G722', pcmu: 'PCMU', pcma: 'PCMA' };
const directions: ReadonlySet<string> = new Set<Direction>(['sendrecv', 'sendonly', 'recvonly', 'inactive']);
const webrtcProtocols = new Set(['UDP/TLS/RTP/SAVPF', 'UDP/TLS/RTP/SAVP', 'RTP/SAVPF']);
const rtpProtocols = new Set(['RTP/AVP', 'RTP/AVPF']);
const srtpProtocols = new Set(['RTP/SAVP', 'RTP/SAVPF']);

interface Section {
  readonly type: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly lines: { readonly key: string; readonly value: string }[];
}

/**
 * Reads an offer or answer (RFC 8866). Throws `MediaError` BAD_SDP for anything malformed, and NO_COMMON_CODEC where
 * there is no audio line, or none that speaks this kind of transport with the encryption that `srtp` wants.
 */
export function readSdp(text: string, kind: 'webrtc' | 'rtp', srtp: SrtpPolicy = 'off'): AudioDescription {
  const { session, sections } = splitSections(text);
  const audioIndex = kind === 'webrtc' ? audioOf(sections, webrtcProtocols) : plainAudioOf(sections, srtp);
  const audio = sections[audioIndex];
  if (audio === undefined) {
    const wanted = srtp === 'require' ? 'encrypted audio line' : 'audio line';
    throw new MediaError('NO_COMMON_CODEC', `no ${wanted} for ${kind}`);
  }

  const value = (key: string) => first(audio.lines, key) ?? first(session, key);
  const attribute = (name: string) => attributeOf(audio.lines, name) ?? attributeOf(session, name);
  const mid = attributeOf(audio.lines, 'mid');
  const address = readConnection(value('c'), kind);
  const group = attributeOf(session, 'group');
  const rtcp = readRtcp(attributeOf(audio.lines, 'rtcp'), address, audio.port);
  return {
    kind,
    media: sections.map((section) => {
      const its = attributeOf(section.lines, 'mid');
      return { type: section.type, protocol: section.protocol, ...(its !== undefined && { mid: checkToken(its) }) };
    }),
    audioIndex,
    protocol: audio.protocol,
    ...(mid !== undefined && { mid: checkToken(mid) }),
    bundled: group?.startsWith('BUNDLE') === true && mid !== undefined && group.split(' ').includes(mid),
    direction: readDirection(audio.lines) ?? readDirection(session) ?? 'sendrecv',
    ...readPayloadTypes(audio),
    address,
    port: audio.port,
    rtcpMux: attributeOf(audio.lines, 'rtcp-mux') !== undefined,
    ...(rtcp !== undefined && { rtcp }),
    ...(kind === 'webrtc' && { ice: readIce(attribute) }),
    candidates: kind === 'webrtc' ? readCandidates(audio.lines) : [],
    crypto: kind === 'rtp' && srtp !== 'off' ? cryptoOf(audio) : [],
  };
}

function audioOf(sections: readonly Section[], protocols: ReadonlySet<string>): number {
  return sections.findIndex((s) => s.type === 'audio' && s.port !== 0 && protocols.has(s.protocol));
}

/** The audio line without ICE to take: an encrypted one before one in the clear, where `srtp` allows both; else -1. */
function plainAudioOf(sections: readonly Section[], srtp: SrtpPolicy): number {
  const secure = sections.findIndex(
    (s) =>
      s.type === 'audio' &&
      s.port !== 0 &&
      // RFC 8643: the keys may also come with a line that a far side without encryption takes.
      (srtpProtocols.has(s.protocol) || rtpProtocols.has(s.protocol)) &&
      cryptoOf(s).length > 0,
  );
  if (srtp !== 'off' && secure !== -1) return secure;
  return srtp === 'require' ? -1 : audioOf(sections, rtpProtocols);
}

function cryptoOf(section: Section): CryptoAttribute[] {
  return section.lines.flatMap(({ key, value }) => {
    const read = key === 'a' && value.startsWith('crypto:') ? readCrypto(value.slice('crypto:'.length)) : undefined;
    return read ?? [];
  });
}

function splitSections(text: string): { session: Section['lines']; sections: Section[] } {
  if (text.length > maxLength) throw bad('too long');
  const session: Section['lines'] = [];
  const sections: Section[] = [];
  let lines = session;
  const rows = text.split(/\r\n|\n|\r/);
  if (rows[0] !== 'v=0') throw bad('does not begin with v=0');
  for (const row of rows) {
    if (row === '') continue;
    if (row[1] !== '=' || hasControlCharacter(row)) throw bad('a line is not type=value');
    const key = row[0] ?? '';
    const value = row.slice(2);
    if (key === 'm') {
      const section = readMediaLine(value);
      sections.push(section);
      if (sections.length > maxMediaLines) throw bad('too many media lines');
      lines = section.lines;
    } else lines.push({ key, value });
  }
  return { session, sections };
}

function readMediaLine(value: string): Section {
  const [type = '', port = '', protocol = '', ...formats] = value.trim().split(/ +/);
  const match = /^(\d{1,5})(?:\/\d+)?$/.exec(port);
  if (!/^[a-z][\w-]*$/i.test(type) || match === null || !/^[\w/.-]+$/.test(protocol)) throw bad('malformed media line');
  const number = Number(match[1]);
  if (number > 65_535) throw bad('port out of range');
  return { type, port: number, protocol, formats, lines: [] };
}

function readPayloadTypes(audio: Section): Pick<AudioDescription, 'codecs' | 'telephoneEvents'> {
  const maps = new Map<number, { name: string; clock: number }>([
    [0, { name: 'pcmu', clock: 8000 }], // RFC 3551 §6: these need no rtpmap
    [8, { name: 'pcma', clock: 8000 }],
    [9, { name: 'g722', clock: 8000 }],
  ]);
  for (const { key, value } of audio.lines) {
    if (key !== 'a' || !value.startsWith('rtpmap:')) continue;
    const match = /^rtpmap:(\d{1,3}) +([\w.-]+)\/(\d{1,9})(?:\/\d+)?\s*$/.exec(value);
    if (match === null) throw bad('malformed rtpmap');
    maps.set(Number(match[1]), { name: (match[2] ?? '').toLowerCase(), clock: Number(match[3]) });
  }
  const codecs: PayloadType[] = [];
  const telephoneEvents: { payloadType: number; clock: number }[] = [];
  for (const format of audio.formats) {
    if (!/^\d{1,3}$/.test(format) || Number(format) > 127) throw bad('payload type out of range');
    const payloadType = Number(format);
    const map = maps.get(payloadType);
    if (map === undefined) continue;
    const codec = codecNames[map.name];
    if (codec !== undefined && map.clock === clockOf[codec]) codecs.push({ codec, payloadType });
    else if (map.name === 'telephone-event') telephoneEvents.push({ payloadType, clock: map.clock });
  }
  return { codecs, telephoneEvents };
}

function readConnection(value: string | undefined, kind: 'webrtc' | 'rtp'): string {
  const match = /^IN IP([46]) ([\w:.%-]+)(?:\/\d+)*\s*$/.exec(value ?? '');
  if (match === null) {
    if (kind === 'webrtc' && value === undefined) return '0.0.0.0'; // ICE candidates tell, not this line
    throw bad('no usable connection line');
  }
  const address = match[2] ?? '';
  if (kind === 'rtp' && !isIp(address)) throw bad('connection address is not numeric');
  return address;
}

function readRtcp(value: string | undefined, address: string, port: number): AudioDescription['rtcp'] | undefined {
  if (value === undefined) return port < 65_535 ? { address, port: port + 1 } : undefined;
  const match = /^(\d{1,5})(?: IN IP[46] (\S+))?\s*$/.exec(value);
  if (match === null || Number(match[1]) > 65_535) throw bad('malformed rtcp attribute');
  const its = match[2];
  return { address: its !== undefined && isIp(its) ? its : address, port: Number(match[1]) };
}

function readDirection(lines: Section['lines']): Direction | undefined {
  for (const { key, value } of lines) if (key === 'a' && directions.has(value)) return value as Direction;
  return undefined;
}

function readIce(attribute: (name: string) => string | undefined): IceParameters {
  const ufrag = attribute('ice-ufrag') ?? '';
  const password = attribute('ice-pwd') ?? '';
  const fingerprint = attribute('fingerprint') ?? '';
  const setup = attribute('setup') ?? 'actpass';
  if (!/^[\w+/=-]{4,256}$/.test(ufrag) || !/^[\w+/=-]{22,256}$/.test(password)) throw bad('no usable ICE credentials');
  if (!/^sha-256 (?:[\dA-F]{2}:){31}[\dA-F]{2}$/i.test(fingerprint)) throw bad('no SHA-256 fingerprint');
  if (setup !== 'active' && setup !== 'passive' && setup !== 'actpass') throw bad('unknown setup role');
  return { ufrag, password, fingerprint, setup };
}

function readCandidates(lines: Section['lines']): string[] {
  const found: string[] = [];
  for (const { key, value } of lines) {
    if (key !== 'a' || !value.startsWith('candidate:') || found.length >= 32) continue;
    const [foundation = '', component, transport, priority = '', address = '', port = '', typ, type = ''] = value
      .slice('candidate:'.length)
      .split(' ');
    const usable =
      component === '1' &&
      transport?.toLowerCase() === 'udp' &&
      typ === 'typ' &&
      isIp(address) &&
      /^\d{1,5}$/.test(port);
    if (!usable || !/^[\w+/]{1,32}$/.test(foundation) || !/^\d{1,10}$/.test(priority)) continue;
    if (Number(port) > 65_535 || Number(port) === 0 || !/^(?:host|srflx|prflx|relay)$/.test(type)) continue;
    found.push(`candidate:${foundation} 1 UDP ${priority} ${address} ${port} typ ${type}`);
  }
  return found;
}

function first(lines: Section['lines'], key: string): string | undefined {
  return lines.find((line) => line.key === key)?.value;
}

/** The value of `a=name:value`, '' for a bare `a=name`. */
function attributeOf(lines: Section['lines'], name: string): string | undefined {
  for (const { key, value } of lines) {
    if (key !== 'a') continue;
    if (value === name) return '';
    if (value.startsWith(`${name}:`)) return value.slice(name.length + 1).trim();
  }
  return undefined;
}

function checkToken(value: string): string {
  if (!/^[\w!#$%&'*+.^`{|}~-]{1,64}$/.test(value)) throw bad('malformed mid');
  return value;
}

/** Numeric IPv4 or IPv6, without zone. Kept free of `node:net` so that the browser's tests can read SDP too. */
export function isIp(address: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return address.split('.').every((part) => Number(part) < 256);
  return /^[\da-f:]{2,39}(?::\d{1,3}(?:\.\d{1,3}){3})?$/i.test(address) && URL.canParse(`http://[${address}]`);
}

function hasControlCharacter(row: string): boolean {
  for (let i = 0; i < row.length; i++) {
    const code = row.charCodeAt(i);
    if ((code < 32 && code !== 9) || code === 127) return true;
  }
  return false;
}

function bad(why: string): MediaError {
  return new MediaError('BAD_SDP', why);
}
