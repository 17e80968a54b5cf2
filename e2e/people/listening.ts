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
  Object.assign(window, { storyConnections: connections });
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
