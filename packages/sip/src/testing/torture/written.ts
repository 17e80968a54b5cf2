import { utf8Length } from '../../messages/serialize.ts';

/** What a message of torture is written for: one conversation over one way. */
export interface Setting {
  /** Unique for each message; is in its branch and, outside of a call, in its Call-ID. */
  readonly id: string;
  readonly transport: 'UDP' | 'TCP' | 'WS';
  /** Who sends, where that matters: a user name that may register. */
  readonly user: string;
  readonly callId: string;
  readonly fromTag: string;
  /** Inside a call the tag of the other side, else ''. */
  readonly toTag: string;
  readonly cseq: number;
}

/** What becomes of a message: a status; no answer; or an answer that a call deserves, whatever it says of the call. */
export type Fate = number | 'silence' | 'understood';

/** One case of RFC 4475, with a message of our own for it. */
export interface TortureCase {
  readonly name: string;
  /** Of RFC 4475. */
  readonly section: string;
  write(setting: Setting): string;
  /** What the parser makes of it: a message, the status of a refusal, or nothing that could be answered. */
  readonly parsed: 'message' | 'garbage' | number;
  /** What the exchange does once it knows who sent it. */
  readonly fate: Fate;
  /** The same inside a call, where that differs. */
  readonly inside?: Fate;
  /** What becomes of a stream that carried it, where it does not go on. */
  readonly stream?: 'closed' | 'waits';
  /** What the answer holds besides. */
  readonly tells?: RegExp;
}

/** Parts of a request that differ from what a careful phone would send; `null` leaves a line out. */
interface Parts {
  readonly uri?: string;
  readonly line?: string;
  readonly via?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly callId?: string | null;
  readonly cseq?: string;
  readonly hops?: string | null;
  readonly contact?: string | null;
  /** Further header lines. */
  readonly more?: readonly string[];
  readonly type?: string;
  readonly body?: string;
  /** The whole line of the content's length. */
  readonly length?: string | null;
}

export const branchOf = ({ id }: Setting): string => `z9hG4bK${id}`;
export const fromOf = ({ fromTag }: Setting, address = '<sip:lotte@nord.example>'): string =>
  `${address};tag=${fromTag}`;
export const toOf = ({ toTag }: Setting, address = '<sip:300@nord.example>'): string =>
  toTag === '' ? address : `${address};tag=${toTag}`;

/** An offer of one audio stream. */
export const sdp = [
  'v=0',
  'o=lotte 4711 1 IN IP4 127.0.0.1',
  's=-',
  'c=IN IP4 127.0.0.1',
  't=0 0',
  'm=audio 40100 RTP/AVP 0 8',
  '',
].join('\r\n');

/** An offer of one audio stream as a browser makes it. */
export const pageSdp = [
  'v=0',
  'o=- 4711 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 8 0',
  'c=IN IP4 0.0.0.0',
  'a=candidate:1 1 udp 2122260223 127.0.0.1 40102 typ host',
  'a=ice-ufrag:lott',
  'a=ice-pwd:nobodyguessesthispassword',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  'a=setup:actpass',
  'a=mid:0',
  'a=sendrecv',
  'a=rtcp-mux',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:0 PCMU/8000',
  '',
].join('\r\n');

/** A request as a careful phone sends it, but for `parts`. */
export function requestText(setting: Setting, method: string, parts: Parts = {}): string {
  const { transport, callId, cseq } = setting;
  const body = parts.body ?? '';
  const lines: (string | null)[] = [
    parts.line ?? `${method} ${parts.uri ?? 'sip:300@nord.example'} SIP/2.0`,
    parts.via === undefined ? `Via: SIP/2.0/${transport} lotte.nord.example;branch=${branchOf(setting)}` : parts.via,
    parts.hops === undefined ? 'Max-Forwards: 70' : parts.hops,
    parts.from === undefined ? `From: ${fromOf(setting)}` : parts.from,
    parts.to === undefined ? `To: ${toOf(setting)}` : parts.to,
    parts.callId === undefined ? `Call-ID: ${callId}` : parts.callId,
    parts.cseq ?? `CSeq: ${cseq} ${method}`,
    parts.contact === undefined ? 'Contact: <sip:lotte@127.0.0.1:40000>' : parts.contact,
    ...(parts.more ?? []),
    body === '' ? null : `Content-Type: ${parts.type ?? 'application/sdp'}`,
    parts.length === undefined ? `Content-Length: ${utf8Length(body)}` : parts.length,
  ];
  return [...lines.filter((line) => line !== null), '', body].join('\r\n');
}

/** A REGISTER of the sender for themselves. */
export function registerText(setting: Setting, parts: Parts = {}): string {
  const own = `<sip:${setting.user}@nord.example>`;
  return requestText(setting, 'REGISTER', { uri: 'sip:nord.example', to: `To: ${own}`, ...parts });
}

/** A response that nobody asked for. */
export function responseText(setting: Setting, statusLine: string, more: readonly string[] = []): string {
  const lines = requestText(setting, 'INVITE', { line: statusLine, to: `To: ${toOf(setting)}`, hops: null }).split(
    '\r\n',
  );
  return [...lines.slice(0, 1), ...more, ...lines.slice(1)].join('\r\n');
}
