import { driveHeadset, type HeadsetDevice, type Press } from './headset-device.ts';
import { layoutOf } from './layout.ts';
import type { HidDevice } from './web-hid.ts';

/** The state of calls, as headsets light it. */
type Lights = Parameters<HeadsetDevice['show']>[0];

interface JoinedParts {
  readonly now: () => number;
  /** Whether the user wants this headset to control calls. */
  isChosen(device: HidDevice): boolean;
  lights(): Lights;
  pressed(press: Press): void;
  failed(cause: unknown): void;
}

/** The headsets that control calls now. */
export interface JoinedHeadsets {
  /** Opens those of these headsets that are chosen and have buttons for calls. Opening one again does nothing. */
  join(devices: readonly HidDevice[]): void;
  leave(device: HidDevice): void;
  /** Closes those that are no longer chosen, with their lights off. */
  leaveOthers(): void;
  /** Sets the lights of all of them. */
  show(): void;
  close(): void;
}

/** Opens headsets, drives them while they are chosen and closes them. */
export function joinedHeadsets(parts: JoinedParts): JoinedHeadsets {
  const { now, isChosen, pressed, failed } = parts;
  const headsets = new Map<HidDevice, HeadsetDevice>();
  const opening = new Set<HidDevice>();
  let isClosed = false;

  async function join(device: HidDevice) {
    const layout = layoutOf(device);
    if (layout === null || headsets.has(device) || opening.has(device) || !isChosen(device)) return;
    opening.add(device);
    try {
      if (!device.opened) await device.open();
    } finally {
      opening.delete(device);
    }
    // The user may have signed out in the meantime, or chosen another one.
    if (isClosed || !isChosen(device)) {
      await device.close();
      return;
    }
    const headset = driveHeadset({ device, layout, now, pressed, failed });
    headsets.set(device, headset);
    headset.show(parts.lights());
  }

  function leave(device: HidDevice) {
    headsets.get(device)?.close();
    headsets.delete(device);
  }

  return {
    join(devices) {
      for (const device of devices) join(device).catch(failed);
    },
    leave,
    leaveOthers() {
      for (const [device, headset] of [...headsets]) {
        if (isChosen(device)) continue;
        headset.show({ offHook: false, mute: false, ring: false });
        leave(device);
      }
    },
    show() {
      for (const headset of headsets.values()) headset.show(parts.lights());
    },
    close() {
      isClosed = true;
      for (const device of [...headsets.keys()]) leave(device);
    },
  };
}
