import type { Codec } from '../ports.ts';

const staticTypes: Record<string, Codec> = { '0': 'PCMU', '8': 'PCMA', '9': 'G722' };
const names: Record<string, Codec> = {
  'opus/48000': 'opus',
  'g722/8000': 'G722',
  'pcmu/8000': 'PCMU',
  'pcma/8000': 'PCMA',
};

/**
 * Codecs of an offer's first audio line that we speak, in the offerer's order (RFC 8866 §5.14, static payload types of
 * RFC 3551 §6). Empty when there is no audio line or nothing in common.
 */
export function offeredCodecs(sdp: string): Codec[] {
  const lines = sdp.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('m=audio '));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && line.startsWith('m='));
  const section = lines.slice(start, end < 0 ? undefined : end);
  const named = new Map<string, Codec | undefined>();
  for (const line of section) {
    const [, type, name] = /^a=rtpmap:(\d+) ([^/\s]+\/\d+)/.exec(line) ?? [];
    if (type && name) named.set(type, names[name.toLowerCase()]);
  }
  const [, , , ...types] = (section[0] ?? '').trim().split(/\s+/);
  const codecs = types.map((type) => (named.has(type) ? named.get(type) : staticTypes[type]));
  return [...new Set(codecs.filter((codec) => codec !== undefined))];
}
