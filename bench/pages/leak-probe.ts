/** What a page holds on to, counted without holding on to any of it. */
export interface LeakProbe {
  connections: number;
  tracks: number;
  /** Timeouts and intervals that wait. */
  timers: number;
}

/** Each runs by itself in the page, before its own code, and in this order. */
export const leakProbes = [installCount, countConnections, countTracks, countTimers];

function installCount(): void {
  Object.assign(window, { leakProbe: { connections: 0, tracks: 0, timers: 0 } });
}

function countConnections(): void {
  const count = (window as unknown as { leakProbe: LeakProbe }).leakProbe;
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
}

function countTracks(): void {
  const count = (window as unknown as { leakProbe: LeakProbe }).leakProbe;
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
}

function countTimers(): void {
  const count = (window as unknown as { leakProbe: LeakProbe }).leakProbe;
  const waiting = new Set<number>();
  const note = (id: number) => {
    waiting.add(id);
    count.timers = waiting.size;
  };
  const forget = (id: unknown) => {
    if (typeof id === 'number') waiting.delete(id);
    count.timers = waiting.size;
  };
  const every = window.setInterval.bind(window);
  const later = window.setTimeout.bind(window);
  window.setInterval = ((...given: Parameters<typeof every>) => {
    const id = every(...given) as unknown as number;
    note(id);
    return id;
  }) as typeof window.setInterval;
  window.setTimeout = ((task: TimerHandler, ms?: number, ...more: unknown[]) => {
    if (typeof task !== 'function') throw new TypeError('a timer is a function');
    const id = later(() => {
      forget(id);
      task(...more);
    }, ms) as unknown as number;
    note(id);
    return id;
  }) as typeof window.setTimeout;
  // One list of numbers serves both, so either function ends either kind.
  for (const end of ['clearInterval', 'clearTimeout'] as const) {
    const native = window[end].bind(window);
    window[end] = (id) => {
      forget(id);
      native(id);
    };
  }
}
