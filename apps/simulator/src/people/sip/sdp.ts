import { type Law, payloadTypeOf } from '../audio/g711.ts';

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** What the other side's description says about its audio. */
export interface FarAudio {
  readonly host: string;
  readonly port: number;
  readonly law: Law;
  /** Payload type of key presses (RFC 4733); undefined when the other side takes none. */
  readonly keys: number | undefined;
  readonly direction: Direction;
}

/** Our side of the audio. */
export interface OwnAudio {
  readonly host: string;
  readonly port: number;
  readonly direction: Direction;
  /** The answer names only what it takes of the offer; an offer names everything. */
  readonly answers?: FarAudio;
}

const ownKeys = 101;

/** Writes our offer or answer (RFC 8866); `version` grows with every new one of a call. */
export function writeAudio(own: OwnAudio, sessionId: number, version: number): string {
  const { host, port, direction, answers } = own;
  const family = host.includes(':') ? 'IP6' : 'IP4';
  const laws: readonly Law[] = answers ? [answers.law] : ['PCMU', 'PCMA'];
  const keys = answers ? answers.keys : ownKeys;
  const types = [...laws.map((law) => payloadTypeOf[law]), ...(keys === undefined ? [] : [keys])];
  const lines = [
    'v=0',
    `o=- ${sessionId} ${version} IN ${family} ${host}`,
    's=-',
    `c=IN ${family} ${host}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${types.join(' ')}`,
    ...laws.map((law) => `a=rtpmap:${payloadTypeOf[law]} ${law}/8000`),
    ...(keys === undefined ? [] : [`a=rtpmap:${keys} telephone-event/8000`, `a=fmtp:${keys} 0-15`]),
    'a=ptime:20',
    // One port for everything: RTCP is let lie, and must not find a closed port.
    'a=rtcp-mux',
    `a=${direction}`,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Reads the first audio part; undefined when it is refused (port 0) or has no G.711. */
export function readFarAudio(sdp: string): FarAudio | undefined {
  const lines = sdp.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('m=audio '));
  if (start === -1) return undefined;
  const next = lines.findIndex((line, index) => index > start && line.startsWith('m='));
  const firstMedia = lines.findIndex((line) => line.startsWith('m='));
  const section = lines.slice(start, next === -1 ? undefined : next);
  const session = lines.slice(0, firstMedia);
  // A value of the media part goes before that of the session.
  const firstOf = (pattern: RegExp) =>
    [...section, ...session].map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined);
  const [, port = '0', , ...types] = (section[0] ?? '').split(' ');
  const host = firstOf(/^c=IN IP[46] ([^\s/]+)/);
  const law = types.map(Number).flatMap((type) => lawOf(type))[0];
  if (port === '0' || host === undefined || law === undefined) return undefined;
  const keys = firstOf(/^a=rtpmap:(\d+) telephone-event\/8000/i);
  return {
    host,
    port: Number(port),
    law,
    keys: keys === undefined ? undefined : Number(keys),
    direction: (firstOf(/^a=(sendrecv|sendonly|recvonly|inactive)$/) ?? 'sendrecv') as Direction,
  };
}

const lawOf = (payloadType: number): Law[] =>
  (Object.keys(payloadTypeOf) as Law[]).filter((law) => payloadTypeOf[law] === payloadType);

/** The direction to answer with: what they send we hear, what they hear we send, as far as `wanted` goes. */
export function answering(far: Direction, wanted: Direction): Direction {
  const sends = /^send/.test(wanted) && (far === 'sendrecv' || far === 'recvonly');
  const hears = /recv/.test(wanted) && /^send/.test(far);
  if (sends && hears) return 'sendrecv';
  if (sends) return 'sendonly';
  return hears ? 'recvonly' : 'inactive';
}
