import { type AudioDevices, audioDevices, browserDevices, followDevices } from './devices.ts';
import { isPluggedIn, type NewDevice, newDevices } from './new-devices.ts';

export interface AskParts {
  readonly devices: MediaDevices | null;
  /** Whether the user can be asked now: nothing rings, and this is the tab that has the phone. */
  mayAsk(): boolean;
  /** Asks whether to use a device; this many more wait behind it. */
  ask(device: NewDevice, waiting: number): Promise<boolean>;
  use(device: NewDevice): void;
  /** Devices that the user was asked about before, by key. */
  readonly answered: { has(key: string): boolean; add(key: string): void };
  after(ms: number, task: () => void): () => void;
  failed(cause: unknown): void;
}

/** The two ends of a wireless headset come one after the other. */
const settleMs = 400;

/**
 * Asks about each device that is plugged in, once, one question at a time: devices that come in the meantime wait, and
 * those that are gone again by then are not asked about (specification 4.3). `look` is to be called when the user can
 * be asked again.
 */
export function askForDevices(parts: AskParts): { look(): void; stop(): void } {
  let known: AudioDevices | null = null;
  let queue: readonly NewDevice[] = [];
  let asking = false;
  let stopped = false;
  let cancelWait = () => {};

  const read = () => audioDevices(parts.devices);

  async function arrived() {
    const now = await read();
    const found = known === null ? [] : newDevices(known, now);
    known = now;
    const isNew = (device: NewDevice) =>
      !parts.answered.has(keyOf(device)) && !queue.some((each) => keyOf(each) === keyOf(device));
    queue = [...queue, ...found.filter(isNew)];
    await askNext();
  }

  async function askNext(): Promise<void> {
    if (asking || stopped || !parts.mayAsk()) return;
    const now = await read();
    queue = queue.filter((device) => isPluggedIn(device, now));
    const [device, ...rest] = queue;
    if (device === undefined || asking || stopped) return;
    asking = true;
    queue = rest;
    try {
      const isWanted = await parts.ask(device, rest.length);
      parts.answered.add(keyOf(device));
      if (isWanted && !stopped) parts.use(device);
    } finally {
      asking = false;
    }
    await askNext();
  }

  const look = () => void askNext().catch(parts.failed);
  const stopDevices = followDevices(() => {
    cancelWait();
    cancelWait = parts.after(settleMs, () => void arrived().catch(parts.failed));
  }, parts.devices);
  read().then((now) => {
    known ??= now;
  }, parts.failed);
  return {
    look,
    stop() {
      stopped = true;
      cancelWait();
      stopDevices();
    },
  };
}

/** The browser's media devices, and time. */
export const browserAskParts: Pick<AskParts, 'devices' | 'after' | 'failed'> = {
  devices: browserDevices(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  failed: (cause) => console.warn('[audio] asking about new devices failed', cause),
};

/** The same key whenever the same device is plugged into this machine. */
function keyOf({ input, output }: NewDevice): string {
  return `${input ?? ''} ${output ?? ''}`;
}
