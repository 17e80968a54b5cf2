import { type Button, type HeadsetLayout, type Light, lightBytes } from './layout.ts';
import type { HidDevice, HidInput } from './web-hid.ts';

type Lights = Readonly<Record<Light, boolean>>;

/** One headset that is open. */
export interface HeadsetDevice {
  /** Tells the headset how things stand. */
  show(lights: Lights): void;
  close(): void;
}

/** What someone wants with a button. `on` is null for one that springs back: it was pressed, and that is all. */
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

/** A headset repeats what it was told within this; that is no press. */
const echoMs = 1000;
/** A button that springs back can bounce, and some headsets beat it once when their light changes. */
const bounceMs = 200;

/** Reads presses from a headset and writes its lights. Never takes an echo of a light for a press. */
export function driveHeadset({ device, layout, now, pressed, failed }: DeviceParts): HeadsetDevice {
  /** How each button stands, as the headset said or as it was told last. */
  const state: Record<Button, boolean> = { hook: false, mute: false };
  /** What the headset was told and may still repeat. */
  let echoes: { button: Button; value: boolean; until: number }[] = [];
  let quietUntil: Record<Button, number> = { hook: 0, mute: 0 };
  const sent = new Map<number, string>();
  let sending = Promise.resolve();

  function heard(event: Event) {
    const { reportId, data } = event as HidInput;
    for (const button of ['hook', 'mute'] as const) {
      const place = layout.buttons[button];
      if (place === undefined || place.reportId !== reportId) continue;
      const value = place.isDown(data);
      if (place.springsBack) sprung(button, value);
      else stayed(button, value);
    }
  }

  function sprung(button: Button, down: boolean) {
    const wasDown = state[button];
    state[button] = down;
    if (!down || wasDown || now() < quietUntil[button]) return;
    quietUntil = { ...quietUntil, [button]: now() + bounceMs };
    pressed({ button, on: null });
  }

  function stayed(button: Button, value: boolean) {
    echoes = echoes.filter(({ until }) => until > now());
    const echo = echoes.findIndex((each) => each.button === button && each.value === value);
    if (echo >= 0) {
      echoes.splice(echo, 1);
      return;
    }
    if (state[button] === value) return;
    state[button] = value;
    pressed({ button, on: value });
  }

  /** The headset takes this for its own state from now on. */
  function told(button: Button, value: boolean) {
    if (layout.buttons[button] === undefined) return;
    if (layout.buttons[button].springsBack) {
      quietUntil = { ...quietUntil, [button]: Math.max(quietUntil[button], now() + bounceMs) };
      return;
    }
    if (state[button] === value) return;
    state[button] = value;
    echoes.push({ button, value, until: now() + echoMs });
  }

  device.addEventListener('inputreport', heard);
  return {
    show(lights) {
      for (const report of layout.lights) {
        const data = lightBytes(report, lights);
        const key = data.join();
        if ((sent.get(report.reportId) ?? new Uint8Array(report.bytes).join()) === key) continue;
        const before = (sent.get(report.reportId) ?? '').split(',').map(Number);
        sent.set(report.reportId, key);
        for (const [button, light] of [
          ['hook', 'offHook'],
          ['mute', 'mute'],
        ] as const) {
          const bit = report.bits[light];
          if (bit === undefined) continue;
          const was = (((before[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
          if (was !== lights[light]) told(button, lights[light]);
        }
        sending = sending.then(() => device.sendReport(report.reportId, data)).catch(failed);
      }
      // A hook that went off although there is no call stays so on the headset until it is told otherwise.
      if (state.hook !== lights.offHook && layout.buttons.hook?.springsBack === false) correct(lights);
    },
    close() {
      device.removeEventListener('inputreport', heard);
      sending = sending.then(() => device.close()).catch(failed);
    },
  };

  function correct(lights: Lights) {
    const report = layout.lights.find(({ bits }) => bits.offHook !== undefined);
    if (report === undefined) return;
    told('hook', lights.offHook);
    const data = lightBytes(report, lights);
    sending = sending.then(() => device.sendReport(report.reportId, data)).catch(failed);
  }
}
