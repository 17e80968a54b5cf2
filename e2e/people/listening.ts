/** Frequency in Hz → amplitude, 1 being full scale. */
export type Loudness = Record<number, number>;

/** Runs in the page before its own code: keeps every peer connection, so that a story can listen to what arrives. */
export function listenInPage(): void {
  const connections: RTCPeerConnection[] = [];
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      connections.push(this);
    }
  };
  const outputs: AnalyserNode[] = [];
  const connect = AudioNode.prototype.connect as (this: AudioNode, ...rest: unknown[]) => unknown;
  AudioNode.prototype.connect = function (this: AudioNode, ...rest: unknown[]) {
    const [target] = rest;
    const leaves = target instanceof AudioDestinationNode || target instanceof MediaStreamAudioDestinationNode;
    if (leaves && !(this.context instanceof OfflineAudioContext) && !(this instanceof ScriptProcessorNode)) {
      const ear = new AnalyserNode(this.context, { fftSize: 8192, smoothingTimeConstant: 0 });
      connect.call(this, ear);
      outputs.push(ear);
    }
    return connect.apply(this, rest);
  } as typeof AudioNode.prototype.connect;
  Object.assign(window, { storyConnections: connections, storyOutputs: outputs });
}

/** Runs in the page: the loudest frequency in Hz that the app itself plays now (tones, ringing); null for silence. */
export function loudestToneInPage(): number | null {
  const { storyOutputs } = window as unknown as { storyOutputs: AnalyserNode[] };
  let loudest: { hertz: number; decibels: number } | null = null;
  for (const ear of storyOutputs) {
    const bins = new Float32Array(ear.frequencyBinCount);
    ear.getFloatFrequencyData(bins);
    for (const [at, decibels] of bins.entries()) {
      if (decibels < -60 || (loudest !== null && decibels <= loudest.decibels)) continue;
      loudest = { hertz: (at * ear.context.sampleRate) / ear.fftSize, decibels };
    }
  }
  return loudest?.hertz ?? null;
}

/** Runs in the page: records 0.8 s of the newest connection's audio and measures each frequency (Goertzel). */
export async function loudnessInPage(frequencies: number[]): Promise<Loudness> {
  const { storyConnections } = window as unknown as { storyConnections: RTCPeerConnection[] };
  const open = storyConnections.filter((one) => one.connectionState !== 'closed');
  const track = open
    .at(-1)
    ?.getReceivers()
    .find((receiver) => receiver.track.kind === 'audio')?.track;
  const silence = Object.fromEntries(frequencies.map((hz) => [hz, 0]));
  if (track?.readyState !== 'live') return silence;
  const audio = new AudioContext({ sampleRate: 48_000 });
  await audio.resume();
  const source = audio.createMediaStreamSource(new MediaStream([track]));
  const tap = audio.createScriptProcessor(4096, 1, 1);
  const wanted = 48_000 * 0.8;
  const samples: number[] = [];
  await new Promise<void>((resolve) => {
    const giveUp = setTimeout(resolve, 3_000);
    tap.onaudioprocess = (event) => {
      samples.push(...event.inputBuffer.getChannelData(0));
      if (samples.length < wanted) return;
      clearTimeout(giveUp);
      resolve();
    };
    source.connect(tap);
    tap.connect(audio.destination);
  });
  tap.onaudioprocess = null;
  await audio.close();
  if (samples.length === 0) return silence;
  return Object.fromEntries(
    frequencies.map((hz) => {
      const turn = 2 * Math.cos((2 * Math.PI * hz) / 48_000);
      let before = 0;
      let last = 0;
      for (const sample of samples) {
        const next = sample + turn * last - before;
        before = last;
        last = next;
      }
      const power = last * last + before * before - turn * last * before;
      return [hz, (2 * Math.sqrt(Math.max(power, 0))) / samples.length];
    }),
  );
}
