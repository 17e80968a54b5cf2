import { normalAudioLevel, statsPollingMs } from '@sidetone/contract/rules/call-timing.ts';
import {
  type AudioCause,
  type AudioFigures,
  audioBars,
  audioCause,
  meanOpinionScore,
  ratingOf,
} from '@sidetone/contract/rules/e-model.ts';
import { type LevelMeter, measureLevel } from './levels.ts';
import { ratedCodec, readStats, type StatsSample } from './stats-sample.ts';

/** How a call sounds just now. A microphone that nobody was ever heard on counts as `noAudioOut`. */
export interface Quality {
  readonly bars: 0 | 1 | 2 | 3 | 4;
  readonly cause: AudioCause | null;
}

/** The figures of a whole call, as `POST /webrtc-statistics` takes them. Seconds and packets. */
export interface CallFigures {
  readonly codec: string | null;
  readonly durationSeconds: number;
  readonly packetsSent: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  readonly jitterSeconds: number | null;
  readonly roundTripSeconds: number | null;
  /** 1 to 4.5; null when nothing was measured. */
  readonly mos: number | null;
  readonly cause: string | null;
  readonly candidateType: string | null;
}

/** What watching needs of the browser. */
export interface QualityParts {
  /** Runs a task again and again; gives the way to end that. */
  every(ms: number, task: () => void): () => void;
  now(): number;
  measure(track: MediaStreamTrack): LevelMeter;
}

const browserParts: QualityParts = {
  every(ms, task) {
    const timer = setInterval(task, ms);
    return () => clearInterval(timer);
  },
  now: () => performance.now(),
  measure: (track) => measureLevel(new MediaStream([track])),
};

/** Statistics are read at most so often: browsers keep them for about as long anyway. */
const statsMs = 1000;
/** The bars tell of the last five seconds. */
const windowSamples = 6;
/** A microphone that is open and was never heard for so long is pointed out. */
const silentMicrophoneMs = 10_000;

/**
 * Watches the audio of one connection: levels every 30 ms, statistics once a second. `onChange` hears each change of bars
 * or cause. Ends with `stop`, which gives the figures of the whole call; nothing is left running after it.
 */
export function watchQuality(
  connection: RTCPeerConnection,
  onChange: (quality: Quality) => void,
  parts: QualityParts = browserParts,
): { stop(): CallFigures } {
  const samples: StatsSample[] = [];
  const microphone = watchMicrophone(connection, parts);
  const sums = { jitter: 0, jitters: 0, roundTrip: 0, roundTrips: 0, lossOut: 0, lossesOut: 0 };
  let shown = '';
  let beganAt: number | null = null;
  let lastAsked = Number.NEGATIVE_INFINITY;
  let stopped = false;

  async function sample() {
    const report = await connection.getStats();
    if (stopped || connection.connectionState !== 'connected') return;
    const taken = readStats(report as unknown as Parameters<typeof readStats>[0]);
    beganAt ??= parts.now();
    samples.push(taken);
    if (samples.length > windowSamples) samples.shift();
    add('jitter', 'jitters', taken.jitter);
    add('roundTrip', 'roundTrips', taken.roundTrip);
    add('lossOut', 'lossesOut', taken.lossOut);
    if (samples.length > 1) tell();
  }

  function add(
    sum: 'jitter' | 'roundTrip' | 'lossOut',
    count: 'jitters' | 'roundTrips' | 'lossesOut',
    value: number | null,
  ) {
    if (value === null) return;
    sums[sum] += value;
    sums[count] += 1;
  }

  function tell() {
    const figures = figuresBetween(samples);
    const cause = audioCause(figures) ?? (microphone.isSilent() ? 'noAudioOut' : null);
    const quality: Quality = { bars: audioBars(figures), cause };
    const key = `${quality.bars} ${quality.cause}`;
    if (key === shown) return;
    shown = key;
    onChange(quality);
  }

  const end = parts.every(statsPollingMs, () => {
    microphone.listen();
    if (parts.now() - lastAsked < statsMs) return;
    lastAsked = parts.now();
    // A connection that closes meanwhile has no statistics any more.
    sample().catch(() => {});
  });

  return {
    stop() {
      stopped = true;
      end();
      microphone.stop();
      const last = samples.at(-1);
      const jitter = sums.jitters === 0 ? null : sums.jitter / sums.jitters;
      const roundTrip = sums.roundTrips === 0 ? null : sums.roundTrip / sums.roundTrips;
      const received = last?.packetsReceived ?? 0;
      const lost = last?.packetsLost ?? 0;
      const whole: AudioFigures = {
        codec: ratedCodec(last?.codec ?? null),
        loss: share(lost, received),
        jitter: jitter ?? 0,
        roundTrip,
        hasPacketsIn: received > 0,
        hasPacketsOut: (last?.packetsSent ?? 0) > 0 && (sums.lossesOut === 0 || sums.lossOut / sums.lossesOut < 1),
      };
      return {
        codec: last?.codec ?? null,
        durationSeconds: beganAt === null ? 0 : (parts.now() - beganAt) / 1000,
        packetsSent: last?.packetsSent ?? 0,
        packetsReceived: received,
        packetsLost: lost,
        jitterSeconds: jitter,
        roundTripSeconds: roundTrip,
        mos: last === undefined || received === 0 ? null : meanOpinionScore(ratingOf(whole)),
        cause: last === undefined ? null : audioCause(whole),
        candidateType: last?.candidateType ?? null,
      };
    },
  };
}

/** The last few seconds: counts as differences, the rest as means. */
function figuresBetween(samples: readonly StatsSample[]): AudioFigures {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no samples');
  const received = last.packetsReceived - first.packetsReceived;
  // One second without a packet is a hiccup; the whole window without one is silence.
  const isFull = samples.length >= windowSamples;
  return {
    codec: ratedCodec(last.codec),
    loss: share(last.packetsLost - first.packetsLost, received),
    jitter: mean(samples.map(({ jitter }) => jitter)) ?? 0,
    roundTrip: mean(samples.map(({ roundTrip }) => roundTrip)),
    hasPacketsIn: received > 0 || !isFull,
    hasPacketsOut: (last.packetsSent > first.packetsSent && last.lossOut !== 1) || !isFull,
  };
}

/** Listens whether the microphone was ever heard. A shut one is not expected to be. */
function watchMicrophone(connection: RTCPeerConnection, parts: QualityParts) {
  let track: MediaStreamTrack | null = null;
  let meter: LevelMeter | null = null;
  let heard = false;
  let openSince: number | null = null;

  function follow() {
    const now = connection.getSenders().find((sender) => sender.track?.kind === 'audio')?.track ?? null;
    if (now === track) return;
    meter?.stop();
    track = now;
    meter = now === null ? null : parts.measure(now);
    heard = false;
    openSince = null;
  }

  return {
    listen() {
      follow();
      if (track === null || !track.enabled) {
        openSince = null;
        return;
      }
      openSince ??= parts.now();
      if (!heard && (meter?.read() ?? 0) > normalAudioLevel) heard = true;
    },
    isSilent: () => !heard && openSince !== null && parts.now() - openSince >= silentMicrophoneMs,
    stop: () => meter?.stop(),
  };
}

function share(lost: number, received: number): number {
  return lost <= 0 ? 0 : lost / (lost + Math.max(0, received));
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
