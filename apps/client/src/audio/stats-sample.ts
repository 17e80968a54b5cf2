import type { AudioCodec } from '@sidetone/contract/rules/e-model.ts';

/** A connection's statistics about its audio at one moment. Counts are since the call began, times in seconds. */
export interface StatsSample {
  readonly codec: string | null;
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly jitter: number | null;
  readonly roundTrip: number | null;
  /** Share of our packets that the far side missed since its last report, 0 to 1; null before the first one. */
  readonly lossOut: number | null;
  /** The way that packets leave this machine: `host`, `srflx`, `prflx` or `relay`. */
  readonly candidateType: string | null;
}

type Entry = { readonly id: string; readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * Picks the audio out of a statistics report (W3C webrtc-stats). A value that a browser does not report is null or 0.
 */
export function readStats(report: { forEach(each: (entry: Entry) => void): void }): StatsSample {
  const byId = new Map<string, Entry>();
  report.forEach((entry) => {
    byId.set(entry.id, entry);
  });
  const audio = (type: string) =>
    [...byId.values()].find((entry) => entry.type === type && (entry['kind'] ?? 'audio') === 'audio');
  const inbound = audio('inbound-rtp');
  const outbound = audio('outbound-rtp');
  const remote = audio('remote-inbound-rtp');
  const transport = [...byId.values()].find(({ type }) => type === 'transport');
  const pair = byId.get(String(transport?.['selectedCandidatePairId'] ?? ''));
  const codec = byId.get(String((inbound ?? outbound)?.['codecId'] ?? ''))?.['mimeType'];
  const local = byId.get(String(pair?.['localCandidateId'] ?? ''));
  return {
    codec: typeof codec === 'string' ? codec.replace(/^audio\//i, '') : null,
    packetsSent: number(outbound?.['packetsSent']) ?? 0,
    packetsReceived: number(inbound?.['packetsReceived']) ?? 0,
    packetsLost: number(inbound?.['packetsLost']) ?? 0,
    jitter: number(inbound?.['jitter']),
    // The far side's reports measure the whole way; the pair's own checks end at the server, and come sooner.
    roundTrip: number(remote?.['roundTripTime']) ?? number(pair?.['currentRoundTripTime']),
    lossOut: number(remote?.['fractionLost']),
    candidateType: typeof local?.['candidateType'] === 'string' ? local['candidateType'] : null,
  };
}

/** The codec as the E-model knows it; any other counts as Opus, which browsers choose. */
export function ratedCodec(codec: string | null): AudioCodec {
  return codec === 'PCMU' || codec === 'PCMA' || codec === 'G722' ? codec : 'opus';
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
