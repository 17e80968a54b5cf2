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

/** The quality of a call at this moment. A microphone on which nothing was ever heard counts as `noAudioOut`. */
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

/** The parts of the browser that watching needs. */
export interface QualityParts {
  /** Runs a task repeatedly; returns the way to stop. */
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

/** The shortest interval between statistics: browsers keep them for about as long anyway. */
const statsMs = 1000;
/** The bars are about the last five seconds. */
const windowSamples = 6;
/** An open microphone that was never heard for so long is reported. */
const silentMicrophoneMs = 10_000;

/**
 * Watches the audio of one connection: levels every 30 ms, statistics once a second. `onChange` hears each change of
 * bars or cause. `stop` ends it and gives the figures of the whole call; nothing keeps running after it.
 */
export function watchQuality(
  connection: RTCPeerConnection,
  onChange: (quality: Quality) => void,
  parts: QualityParts = browserParts,
): { stop(): CallFigures } {
  const samples: StatsSample[] = [];
  const microphone = watchMicrophone(connection, parts);
  const whole = wholeCall();
  let shown = '';
  let lastAsked = Number.NEGATIVE_INFINITY;
  let stopped = false;

  async function sample() {
    const report = await connection.getStats();
    if (stopped || connection.connectionState !== 'connected') return;
    const taken = readStats(report as unknown as Parameters<typeof readStats>[0]);
    whole.add(taken, parts.now());
    samples.push(taken);
    if (samples.length > windowSamples) samples.shift();
    if (samples.length > 1) tell();
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
    // A connection that closes in the meantime no longer has statistics.
    sample().catch(() => {});
  });

  return {
    stop() {
      stopped = true;
      end();
      microphone.stop();
      return whole.figures(parts.now());
    },
  };
}

/** Adds up the samples of a whole call. */
function wholeCall() {
  const jitters = runningMean();
  const roundTrips = runningMean();
  const lossesOut = runningMean();
  let beganAt: number | null = null;
  let last: StatsSample | null = null;
  return {
    add(sample: StatsSample, now: number) {
      beganAt ??= now;
      last = sample;
      jitters.add(sample.jitter);
      roundTrips.add(sample.roundTrip);
      lossesOut.add(sample.lossOut);
    },
    figures(now: number): CallFigures {
      const received = last?.packetsReceived ?? 0;
      const lost = last?.packetsLost ?? 0;
      const whole: AudioFigures = {
        codec: ratedCodec(last?.codec ?? null),
        loss: share(lost, received),
        jitter: jitters.mean() ?? 0,
        roundTrip: roundTrips.mean(),
        hasPacketsIn: received > 0,
        hasPacketsOut: (last?.packetsSent ?? 0) > 0 && (lossesOut.mean() ?? 0) < 1,
      };
      return {
        codec: last?.codec ?? null,
        durationSeconds: beganAt === null ? 0 : (now - beganAt) / 1000,
        packetsSent: last?.packetsSent ?? 0,
        packetsReceived: received,
        packetsLost: lost,
        jitterSeconds: jitters.mean(),
        roundTripSeconds: roundTrips.mean(),
        mos: last === null || received === 0 ? null : meanOpinionScore(ratingOf(whole)),
        cause: last === null ? null : audioCause(whole),
        candidateType: last?.candidateType ?? null,
      };
    },
  };
}

/** The mean of the values that are known. */
function runningMean() {
  let sum = 0;
  let count = 0;
  return {
    add(value: number | null) {
      if (value === null) return;
      sum += value;
      count += 1;
    },
    mean: () => (count === 0 ? null : sum / count),
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

/** Listens whether the microphone was ever heard. A muted one is not expected to be. */
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
