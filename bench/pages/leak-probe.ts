/** What a page holds on to, counted without holding on to any of it. */
export interface LeakProbe {
  connections: number;
  tracks: number;
  timers: number;
}

/** Runs in the page before its own code. */
export function installLeakProbe(): void {
  const count: LeakProbe = { connections: 0, tracks: 0, timers: 0 };
  const Native = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Native {
    #counted = true;
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      count.connections += 1;
    }
    override close(): void {
      if (this.#counted) count.connections -= 1;
      this.#counted = false;
      super.close();
    }
  };

  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const stopped = new WeakSet<MediaStreamTrack>();
  const stop = MediaStreamTrack.prototype.stop;
  const opened = new WeakSet<MediaStreamTrack>();
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    for (const track of stream.getTracks()) {
      opened.add(track);
      count.tracks += 1;
    }
    return stream;
  };
  MediaStreamTrack.prototype.stop = function () {
    if (opened.has(this) && !stopped.has(this)) {
      stopped.add(this);
      count.tracks -= 1;
    }
    stop.call(this);
  };

  const intervals = new Set<number>();
  const every = window.setInterval.bind(window);
  const noMore = window.clearInterval.bind(window);
  window.setInterval = ((...given: Parameters<typeof every>) => {
    const id = every(...given) as unknown as number;
    intervals.add(id);
    count.timers = intervals.size;
    return id;
  }) as typeof window.setInterval;
  window.clearInterval = (id) => {
    if (typeof id === 'number') intervals.delete(id);
    count.timers = intervals.size;
    noMore(id);
  };
  Object.assign(window, { leakProbe: count });
}
