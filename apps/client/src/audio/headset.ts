import { audioChoice } from './device-choice.ts';
import type { Press } from './headset/headset-device.ts';
import { joinedHeadsets } from './headset/joined-headsets.ts';
import { layoutOf, telephonyPage } from './headset/layout.ts';
import { browserHid, type Hid, type HidDevice } from './headset/web-hid.ts';

/** Calls as a headset sees them. */
export interface HeadsetView {
  /** The incoming call that rings; null for none. */
  readonly ringing: string | null;
  /** The call that the user hears, or that is being placed; null for none. */
  readonly active: string | null;
  readonly muted: boolean;
}

/** The calls as headsets control them. */
export interface HeadsetCalls {
  view(): HeadsetView;
  /** Calls back when the view may have changed; returns the way to stop. */
  subscribe(onChange: () => void): () => void;
  accept(id: string): void;
  hangUp(id: string): void;
  toggleMute(id: string): void;
}

export interface HeadsetParts {
  readonly hid: Hid | null;
  now(): number;
  after(ms: number, task: () => void): () => void;
  failed(cause: unknown): void;
}

const browserParts = (): HeadsetParts => ({
  hid: browserHid(),
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  failed: (cause) => console.warn('[audio] headset failed', cause),
});

/** The time that the calls have to follow a press before the headset is set to their state. */
const settleMs = 1500;

/**
 * Lets every headset that the user has allowed accept, end and mute calls, and sets its lights to the state of the
 * calls (specification 4). Headsets that are plugged in later join by themselves. Returns the way to stop.
 */
export function followHeadset(calls: HeadsetCalls, parts: HeadsetParts = browserParts()): () => void {
  const { hid, now, failed } = parts;
  if (hid === null) return () => {};
  const headsets = joinedHeadsets({
    now,
    isChosen,
    failed,
    pressed: (press) => steering.press(press),
    lights() {
      const { ringing, active, muted } = calls.view();
      return { offHook: active !== null, mute: active !== null && muted, ring: ringing !== null };
    },
  });
  const steering = steerCalls(calls, parts, headsets.show);
  const deviceOf = (event: Event) => (event as Event & { device: HidDevice }).device;
  const connected = (event: Event) => headsets.join([deviceOf(event)]);
  const disconnected = (event: Event) => headsets.leave(deviceOf(event));
  /** Newly allowed devices are found only by listing them. */
  const look = () => void hid.getDevices().then(headsets.join).catch(failed);

  hid.addEventListener('connect', connected);
  hid.addEventListener('disconnect', disconnected);
  granted.add(look);
  const stopChoice = audioChoice.subscribe((choice, before) => {
    if (choice.headset === before.headset && choice.headsetButtons === before.headsetButtons) return;
    headsets.leaveOthers();
    look();
  });
  const stopCalls = calls.subscribe(steering.follow);
  look();

  return () => {
    stopCalls();
    stopChoice();
    steering.stop();
    granted.delete(look);
    hid.removeEventListener('connect', connected);
    hid.removeEventListener('disconnect', disconnected);
    headsets.close();
  };
}

/** Turns presses into orders for the calls. `show` sets the headsets to their state. */
function steerCalls(calls: HeadsetCalls, { after }: Pick<HeadsetParts, 'after'>, show: () => void) {
  /** The purpose of the last press of the hook; until the calls have followed, the headset is ahead of them. */
  let wanted: 'up' | 'down' | null = null;
  let cancelWait = () => {};

  function waitFor(what: 'up' | 'down') {
    wanted = what;
    cancelWait();
    cancelWait = after(settleMs, arrived);
  }

  function arrived() {
    wanted = null;
    cancelWait();
    show();
  }

  return {
    press({ button, on }: Press) {
      const { ringing, active, muted } = calls.view();
      if (button === 'mute') {
        if (active !== null && on !== muted) calls.toggleMute(active);
        else show();
        return;
      }
      // A hook that is put down means the end, also while a second call rings.
      if (active !== null && on !== true) {
        waitFor('down');
        calls.hangUp(active);
      } else if (ringing !== null && on !== false) {
        waitFor('up');
        calls.accept(ringing);
      } else show();
    },
    /** The calls may have changed. */
    follow() {
      const isUp = calls.view().active !== null;
      if (wanted === null || isUp === (wanted === 'up')) arrived();
    },
    stop: () => cancelWait(),
  };
}

/** A headset whose buttons may control calls. */
export interface Headset {
  /** The same for all of one make, since browsers tell them apart by nothing else. */
  readonly key: string;
  readonly name: string;
}

/** Listeners for newly allowed headsets. */
const granted = new Set<() => void>();

/** Headsets that the user has allowed and that are plugged in, each make once. */
export async function allowedHeadsets(hid: Hid | null = browserHid()): Promise<readonly Headset[]> {
  const devices = (await hid?.getDevices()) ?? [];
  const found = devices.filter((device) => layoutOf(device) !== null).map(asHeadset);
  return found.filter(({ key }, at) => found.findIndex((each) => each.key === key) === at);
}

/**
 * Asks the user for a headset; to be called from a click. Gives null when none was chosen, or one without buttons for
 * calls.
 */
export async function requestHeadset(hid: Hid | null = browserHid()): Promise<Headset | null> {
  const devices = (await hid?.requestDevice({ filters: [{ usagePage: telephonyPage }] })) ?? [];
  const headset = devices.find((device) => layoutOf(device) !== null);
  if (headset === undefined) return null;
  for (const look of [...granted]) look();
  return asHeadset(headset);
}

/** Follows headsets that come and go, and newly allowed ones. Returns the way to stop. */
export function followHeadsets(onChange: () => void, hid: Hid | null = browserHid()): () => void {
  granted.add(onChange);
  hid?.addEventListener('connect', onChange);
  hid?.addEventListener('disconnect', onChange);
  return () => {
    granted.delete(onChange);
    hid?.removeEventListener('connect', onChange);
    hid?.removeEventListener('disconnect', onChange);
  };
}

function asHeadset({ vendorId, productId, productName }: HidDevice): Headset {
  return { key: `${vendorId}:${productId}`, name: productName };
}

function isChosen(device: HidDevice): boolean {
  const { headsetButtons, headset } = audioChoice.getState();
  return headsetButtons && (headset === null || headset === asHeadset(device).key);
}
