import type { Direction } from './media.ts';
import { type CryptoChoice, type SrtpKeys, writeCrypto } from './sdes.ts';
import type { AudioDescription, IceParameters, PayloadType } from './sdp.ts';
import { clockOf } from './sdp.ts';

/** Everything a description of ours consists of. */
export interface LocalDescription {
  readonly kind: 'webrtc' | 'rtp';
  readonly sessionId: string;
  readonly version: number;
  readonly direction: Direction;
  readonly codecs: readonly PayloadType[];
  readonly telephoneEvents: readonly { readonly payloadType: number; readonly clock: number }[];
  readonly transport: LocalTransport;
  readonly ssrc: number;
  readonly mid: string;
  /** Crypto lines of plain RTP; none in the clear. */
  readonly crypto?: readonly CryptoChoice[];
  /** Whether the far side must encrypt: an offer says so by its profile. */
  readonly mustEncrypt?: boolean;
  /** The far side's last description: its other media lines are refused in their places, ever after. */
  readonly shape?: AudioDescription;
}

export interface LocalTransport {
  /** For the connection line and, without ICE, for the far side to send to. */
  readonly address: string;
  readonly port: number;
  readonly ice?: IceParameters;
  readonly candidates?: readonly string[];
  /** Without ICE: whether RTCP shares the port of RTP, which the far side has to ask for. */
  readonly rtcpMux?: boolean;
  /** Without ICE: what crypto lines are written with. */
  readonly srtpKeys?: SrtpKeys;
}

/** Writes an offer or an answer of ours (RFC 8866, 8843, 8840 where ICE is spoken). */
export function writeSdp(local: LocalDescription): string {
  const { transport, shape } = local;
  const family = transport.address.includes(':') ? 'IP6' : 'IP4';
  const bundled = local.kind === 'webrtc' && (shape === undefined || shape.bundled);
  const lines = [
    'v=0',
    `o=- ${local.sessionId} ${local.version} IN ${family} ${transport.address}`,
    's=-',
    `c=IN ${family} ${transport.address}`,
    't=0 0',
  ];
  if (bundled) lines.push(`a=group:BUNDLE ${local.mid}`);
  if (local.kind === 'webrtc') lines.push('a=msid-semantic: WMS sidetone');
  if (shape === undefined) lines.push(...audioSection(local));
  else {
    for (const [index, media] of shape.media.entries()) {
      if (index === shape.audioIndex) lines.push(...audioSection(local));
      else {
        lines.push(`m=${media.type} 0 ${media.protocol} 0`);
        if (media.mid !== undefined) lines.push(`a=mid:${media.mid}`);
        lines.push('a=inactive');
      }
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}

function audioSection(local: LocalDescription): string[] {
  const { transport } = local;
  const plain = local.mustEncrypt === true ? 'RTP/SAVP' : 'RTP/AVP';
  const protocol = local.shape?.protocol ?? (local.kind === 'webrtc' ? 'UDP/TLS/RTP/SAVPF' : plain);
  const payloadTypes = [...local.codecs, ...local.telephoneEvents].map((entry) => entry.payloadType);
  const lines = [`m=audio ${transport.port} ${protocol} ${payloadTypes.join(' ')}`];
  if (local.shape === undefined ? local.kind === 'webrtc' : local.shape.mid !== undefined)
    lines.push(`a=mid:${local.mid}`);
  for (const { codec, payloadType } of local.codecs) {
    lines.push(`a=rtpmap:${payloadType} ${codec}/${clockOf[codec]}${codec === 'opus' ? '/2' : ''}`);
    if (codec === 'opus') lines.push(`a=fmtp:${payloadType} minptime=10;useinbandfec=1`);
  }
  for (const { payloadType, clock } of local.telephoneEvents) {
    lines.push(`a=rtpmap:${payloadType} telephone-event/${clock}`, `a=fmtp:${payloadType} 0-15`);
  }
  lines.push('a=ptime:20', `a=${local.direction}`);
  if (local.kind === 'webrtc') lines.push(...webrtcLines(local));
  else {
    if (transport.rtcpMux === true) lines.push('a=rtcp-mux');
    lines.push(...cryptoLines(local));
  }
  return lines;
}

function cryptoLines({ crypto = [], transport: { srtpKeys } }: LocalDescription): string[] {
  if (crypto.length === 0) return [];
  if (srtpKeys === undefined) throw new TypeError('an encrypted description needs keys');
  return crypto.map((choice) => `a=crypto:${writeCrypto(choice, srtpKeys)}`);
}

function webrtcLines(local: LocalDescription): string[] {
  const { ice, candidates = [] } = local.transport;
  if (ice === undefined) throw new TypeError('a WebRTC description needs ICE parameters');
  return [
    'a=rtcp-mux',
    // Chromium puts the track into a stream, which JsSIP hands to the page, only where an msid names one.
    'a=msid:sidetone audio',
    `a=ssrc:${local.ssrc} cname:sidetone`,
    `a=ssrc:${local.ssrc} msid:sidetone audio`,
    `a=ice-ufrag:${ice.ufrag}`,
    `a=ice-pwd:${ice.password}`,
    `a=fingerprint:${ice.fingerprint}`,
    `a=setup:${ice.setup}`,
    ...candidates.map((candidate) => `a=${candidate}`),
    'a=end-of-candidates',
  ];
}

/**
 * The far side's description cut down to what the ICE and DTLS library needs. What came from outside never reaches the
 * library's own parser. `controlling` is the ICE role we need, which the one who offered has (RFC 8445 §6.1.1).
 */
export function writeForLibrary(far: AudioDescription, mid: string, controlling: boolean): string {
  const { ice } = far;
  if (ice === undefined) throw new TypeError('a WebRTC description needs ICE parameters');
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mid}`,
    // The library lets the peer of an ICE-lite agent control; the far side needn't be one for that.
    ...(controlling ? ['a=ice-lite'] : []),
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=sendrecv',
    'a=rtcp-mux',
    'a=rtpmap:0 PCMU/8000',
    `a=ice-ufrag:${ice.ufrag}`,
    `a=ice-pwd:${ice.password}`,
    `a=fingerprint:${ice.fingerprint}`,
    `a=setup:${ice.setup}`,
    ...far.candidates.map((candidate) => `a=${candidate}`),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
