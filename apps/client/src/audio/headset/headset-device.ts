import { inTurn } from '#platform/in-turn.ts';
import { type HeadsetButton, springingButton, stayingButton } from './buttons.ts';
import { type Button, type HeadsetLayout, type Light, type LightReport, lightBytes } from './layout.ts';
import type { HidDevice, HidInput } from './web-hid.ts';

type Lights = Readonly<Record<Light, boolean>>;

/** One headset that is open. */
export interface HeadsetDevice {
  /** Sets the headset's lights. */
  show(lights: Lights): void;
  close(): void;
}

/** A press of a button. `on` is null for a button that springs back: it was pressed, and nothing more is known. */
export interface Press {
  readonly button: Button;
  /** Off the hook, or muted. */
  readonly on: boolean | null;
}

interface DeviceParts {
  readonly device: HidDevice;
  readonly layout: HeadsetLayout;
  readonly now: () => number;
  pressed(press: Press): void;
  failed(cause: unknown): void;
}

type Buttons = Partial<Record<Button, HeadsetButton>>;

/** Reads presses from a headset and writes its lights. Never takes an echo of a light for a press. */
export function driveHeadset(parts: DeviceParts): HeadsetDevice {
  const { device, layout, failed } = parts;
  const buttons = buttonsOf(parts);
  const sent = new Map<number, string>();
  const reports = inTurn<void>();

  const heard = (event: Event) => {
    const { reportId, data } = event as HidInput;
    for (const button of ['hook', 'mute'] as const) {
      const place = layout.buttons[button];
      if (place?.reportId === reportId) buttons[button]?.hear(place.isDown(data));
    }
  };
  const send = (report: LightReport, lights: Lights) => {
    const data = lightBytes(report, lights);
    reports.run('all', () => device.sendReport(report.reportId, data)).catch(failed);
  };

  device.addEventListener('inputreport', heard);
  return {
    show(lights) {
      for (const report of layout.lights) {
        const key = lightBytes(report, lights).join();
        const before = sent.get(report.reportId) ?? new Uint8Array(report.bytes).join();
        if (before === key) continue;
        sent.set(report.reportId, key);
        tellChanges(buttons, report, before, lights);
        send(report, lights);
      }
      // A hook that was lifted without a call stays so on the headset until it is told otherwise.
      const hookReport = layout.lights.find(({ bits }) => bits.offHook !== undefined);
      if (hookReport === undefined || !buttons.hook?.isElsewhere(lights.offHook)) return;
      buttons.hook.told(lights.offHook);
      send(hookReport, lights);
    },
    close() {
      device.removeEventListener('inputreport', heard);
      reports.run('all', () => device.close()).catch(failed);
    },
  };
}

function buttonsOf({ layout, now, pressed }: DeviceParts): Buttons {
  const made: Buttons = {};
  for (const button of ['hook', 'mute'] as const) {
    const place = layout.buttons[button];
    if (place === undefined) continue;
    const make = place.springsBack ? springingButton : stayingButton;
    made[button] = make({ now, pressed: (on) => pressed({ button, on }) });
  }
  return made;
}

/** Tells the buttons which of them the headset moves by itself because of a report. `before` is the previous report. */
function tellChanges(buttons: Buttons, report: LightReport, before: string, lights: Lights): void {
  const bytes = before.split(',').map(Number);
  for (const [button, light] of [
    ['hook', 'offHook'],
    ['mute', 'mute'],
  ] as const) {
    const bit = report.bits[light];
    if (bit === undefined) continue;
    const was = (((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
    if (was !== lights[light]) buttons[button]?.told(lights[light]);
  }
}
