/** The part of a microphone's track that calls use. */
interface FakeTrack extends EventTarget {
  readonly kind: 'audio';
  enabled: boolean;
  readyState: 'live' | 'ended';
  stop(): void;
  getSettings(): { deviceId: string };
}

/** A machine whose microphones and speakers a test plugs in and out. */
export interface FakeDevices {
  readonly media: MediaDevices;
  plug(kind: MediaDeviceKind, id: string, named?: { label?: string; group?: string }): void;
  unplug(id: string): void;
  /** Ids of the microphones that are open now. */
  open(): readonly string[];
  /** The processing that microphones were asked for, oldest first. */
  asked(): readonly Pick<MediaTrackConstraints, 'noiseSuppression' | 'echoCancellation' | 'autoGainControl'>[];
}

export function fakeDevices(...microphones: readonly string[]): FakeDevices {
  let plugged: { kind: MediaDeviceKind; deviceId: string; label: string; groupId: string }[] = [];
  const tracks: FakeTrack[] = [];
  const asked: MediaTrackConstraints[] = [];
  const target = new EventTarget();

  const media = Object.assign(target, {
    enumerateDevices: async () => plugged,
    async getUserMedia({ audio }: { audio: MediaTrackConstraints & { deviceId?: { exact: string } } }) {
      const { deviceId, ...rest } = audio;
      const how = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)]));
      asked.push(how);
      const inputs = plugged.filter(({ kind }) => kind === 'audioinput');
      const wanted = deviceId?.exact;
      const found = wanted === undefined ? inputs[0] : inputs.find(({ deviceId }) => deviceId === wanted);
      if (inputs.length === 0) throw new DOMException('none', 'NotFoundError');
      if (found === undefined) throw new DOMException('gone', 'OverconstrainedError');
      const track = fakeTrack(found.deviceId);
      tracks.push(track);
      return fakeStream([track]);
    },
  }) as unknown as MediaDevices;

  function plug(kind: MediaDeviceKind, deviceId: string, { label = deviceId, group = '' } = {}) {
    plugged = [...plugged, { kind, deviceId, label, groupId: group }];
    target.dispatchEvent(new Event('devicechange'));
  }

  for (const id of microphones) plug('audioinput', id);
  return {
    media,
    plug,
    unplug(id) {
      plugged = plugged.filter(({ deviceId }) => deviceId !== id);
      for (const track of tracks) {
        if (track.getSettings().deviceId !== id || track.readyState === 'ended') continue;
        track.readyState = 'ended';
        track.dispatchEvent(new Event('ended'));
      }
      target.dispatchEvent(new Event('devicechange'));
    },
    asked: () => asked,
    open: () => tracks.filter(({ readyState }) => readyState === 'live').map((track) => track.getSettings().deviceId),
  };
}

/** The wanted value, whether it is asked for exactly or not. */
const plain = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as { exact?: unknown }).exact : value;

/** A stream that holds tracks, and nothing else. */
export function fakeStream(tracks: readonly unknown[]): MediaStream {
  let now = [...tracks];
  return {
    getTracks: () => now,
    getAudioTracks: () => now,
    addTrack: (track: unknown) => now.push(track),
    removeTrack: (track: unknown) => {
      now = now.filter((each) => each !== track);
    },
  } as unknown as MediaStream;
}

/** A silent track that lives until it is stopped. */
export function fakeTrack(deviceId: string): FakeTrack {
  const track: FakeTrack = Object.assign(new EventTarget(), {
    kind: 'audio' as const,
    enabled: true,
    readyState: 'live' as FakeTrack['readyState'],
    stop: () => {
      track.readyState = 'ended';
    },
    getSettings: () => ({ deviceId }),
  });
  return track;
}
