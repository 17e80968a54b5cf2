import { loadRnnoise, RnnoiseWorkletNode } from '@sapphi-red/web-noise-suppressor';
import wasmUrl from '@sapphi-red/web-noise-suppressor/rnnoise.wasm?url';
import simdWasmUrl from '@sapphi-red/web-noise-suppressor/rnnoise_simd.wasm?url';
import workletUrl from '@sapphi-red/web-noise-suppressor/rnnoiseWorklet.js?url';
import { noiseSuppressionHz } from '@sidetone/contract/rules/screen-timing.ts';
import { openSilentContext } from './audio-context.ts';
import { rememberOrigin } from './microphone-track.ts';

/** After this long without a working network, calls do without it. */
const patienceMs = 3_000;

/** The interval of checks whether the network works, in milliseconds. */
const lookMs = 10;

let binary: Promise<ArrayBuffer> | null = null;

/**
 * Removes noise from a microphone's stream with a small neural network (RNNoise) in an audio worklet, on this machine
 * alone. Gives a stream with one track; closing that closes the microphone (`closeTrack`). It works from the moment it
 * is given: no speech is lost meanwhile. Throws where the browser cannot; the original stream then stays open.
 */
export async function suppressNoise(microphone: MediaStream): Promise<MediaStream> {
  const [raw] = microphone.getAudioTracks();
  if (raw === undefined) throw new Error('no track');
  const { context, close } = openSilentContext(noiseSuppressionHz);
  let network: RnnoiseWorkletNode | null = null;
  const end = () => {
    network?.destroy();
    close();
  };
  try {
    // The network knows only sounds of 48 kHz; at another rate it would turn voices into noise.
    if (context.sampleRate !== noiseSuppressionHz) throw new Error(`runs at ${context.sampleRate} Hz`);
    const source = context.createMediaStreamSource(microphone);
    const [wasmBinary] = await Promise.all([networkBinary(), context.audioWorklet.addModule(workletUrl)]);
    network = new RnnoiseWorkletNode(context, { maxChannels: 1, wasmBinary });
    network.channelCount = 1;
    network.channelCountMode = 'explicit';
    await untilWorking(context, network);
    const out = context.createMediaStreamDestination();
    out.channelCount = 1;
    source.connect(network).connect(out);
    const [track] = out.stream.getAudioTracks();
    if (track === undefined) throw new Error('no track');
    network.onprocessorerror = rememberOrigin(track, raw, end);
    context.onstatechange = () => {
      if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => {});
    };
    return out.stream;
  } catch (cause) {
    end();
    throw cause;
  }
}

function networkBinary(): Promise<ArrayBuffer> {
  binary ??= loadRnnoise({ url: wasmUrl, simdUrl: simdWasmUrl }).catch((cause: unknown) => {
    binary = null;
    throw cause;
  });
  return binary;
}

/**
 * The worklet compiles the network after it was made, gives silence until then, and does not report that. So it hears
 * an inaudible tone until some of it comes out.
 */
async function untilWorking(context: AudioContext, network: RnnoiseWorkletNode): Promise<void> {
  const probe = new OscillatorNode(context, { frequency: 200 });
  const quiet = new GainNode(context, { gain: 1e-4 });
  const ear = new AnalyserNode(context, { fftSize: 2048 });
  probe.connect(quiet).connect(network).connect(ear);
  probe.start();
  const samples = new Float32Array(ear.fftSize);
  const until = performance.now() + patienceMs;
  try {
    for (;;) {
      ear.getFloatTimeDomainData(samples);
      if (samples.some((sample) => sample !== 0)) return;
      if (performance.now() > until) throw new Error(`silent, context ${context.state}`);
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
  } finally {
    probe.stop();
    probe.disconnect();
    quiet.disconnect();
    network.disconnect();
  }
}
