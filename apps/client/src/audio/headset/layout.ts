import type { HidCollection, HidDevice, HidItem, HidReport } from './web-hid.ts';

/** Telephony page of the HID usage tables: the meaning of a headset's buttons. */
export const telephonyPage = 0x0b;
const hookSwitch = 0x000b_0020;
const phoneMute = 0x000b_002f;
/** LED page: the lights that the host sets. */
const lights = { offHook: 0x0008_0017, mute: 0x0008_0009, ring: 0x0008_0018 } as const;

export type Button = 'hook' | 'mute';
export type Light = keyof typeof lights;

/** The place of a button in input reports. */
interface ButtonPlace {
  readonly reportId: number;
  /**
   * The button springs back: each press is one change. Otherwise it reports a state that it stays in. HID 1.11
   * §6.2.2.5: relative data, and absolute data with a preferred state, spring back.
   */
  readonly springsBack: boolean;
  isDown(data: DataView): boolean;
}

/** The bits of an output report for each light; all lights of a report are sent together. */
export interface LightReport {
  readonly reportId: number;
  readonly bytes: number;
  /** Bit offsets by light. */
  readonly bits: Partial<Record<Light, number>>;
}

export interface HeadsetLayout {
  readonly buttons: Partial<Record<Button, ButtonPlace>>;
  readonly lights: readonly LightReport[];
}

/**
 * The layout of a headset's reports, read from its own description: there is no list of models. Null for a device that
 * has neither a hook switch nor a mute button.
 */
export function layoutOf({ collections }: Pick<HidDevice, 'collections'>): HeadsetLayout | null {
  const inputs: HidReport[] = [];
  const outputs: HidReport[] = [];
  for (const each of collections.flatMap(withChildren)) {
    inputs.push(...(each.inputReports ?? []));
    outputs.push(...(each.outputReports ?? []));
  }
  const buttons: HeadsetLayout['buttons'] = {};
  for (const report of inputs) {
    for (const [name, usage] of [
      ['hook', hookSwitch],
      ['mute', phoneMute],
    ] as const) {
      const place = findButton(report, usage);
      if (place !== null) buttons[name] ??= place;
    }
  }
  if (buttons.hook === undefined && buttons.mute === undefined) return null;
  return { buttons, lights: outputs.map(lightsOf).filter(({ bits }) => Object.keys(bits).length > 0) };
}

/** A report with these lights on and all others off. */
export function lightBytes(
  { bytes, bits }: LightReport,
  on: Readonly<Record<Light, boolean>>,
): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(bytes);
  for (const [light, bit] of Object.entries(bits) as [Light, number][]) {
    if (on[light]) data[bit >> 3] = (data[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return data;
}

function findButton(report: HidReport, usage: number): ButtonPlace | null {
  for (const { item, offset } of itemsOf(report)) {
    if (item.isConstant) continue;
    const springsBack = item.isAbsolute === false || item.hasPreferredState === true;
    const common = { reportId: report.reportId ?? 0, springsBack };
    const size = item.reportSize ?? 1;
    const count = item.reportCount ?? 1;
    if (item.isArray) {
      const value = arrayValueOf(item, usage);
      if (value === null) continue;
      return {
        ...common,
        isDown: (data) =>
          Array.from({ length: count }, (_, at) => read(data, offset + at * size, size)).includes(value),
      };
    }
    const at = positionOf(item, usage);
    if (at !== null) return { ...common, isDown: (data) => read(data, offset + at * size, size) !== 0 };
  }
  return null;
}

function lightsOf(report: HidReport): LightReport {
  const bits: Partial<Record<Light, number>> = {};
  let end = 0;
  for (const { item, offset } of itemsOf(report)) {
    const size = item.reportSize ?? 1;
    end = offset + size * (item.reportCount ?? 1);
    if (item.isConstant || item.isArray) continue;
    for (const [light, usage] of Object.entries(lights) as [Light, number][]) {
      const at = positionOf(item, usage);
      if (at !== null) bits[light] ??= offset + at * size;
    }
  }
  return { reportId: report.reportId ?? 0, bytes: Math.ceil(end / 8), bits };
}

/** Items of a report, each with its first bit: they follow one another. */
function itemsOf({ items = [] }: HidReport): { item: HidItem; offset: number }[] {
  let offset = 0;
  return items.map((item) => {
    const at = offset;
    offset += (item.reportSize ?? 1) * (item.reportCount ?? 1);
    return { item, offset: at };
  });
}

/** The field of an item with this usage; the last usage applies to all remaining fields. */
function positionOf(item: HidItem, usage: number): number | null {
  const count = item.reportCount ?? 1;
  if (item.isRange) {
    const at = usage - (item.usageMinimum ?? 0);
    return at >= 0 && usage <= (item.usageMaximum ?? -1) && at < count ? at : null;
  }
  const at = (item.usages ?? []).indexOf(usage);
  return at >= 0 && at < count ? at : null;
}

/** The value by which an array says that this usage is active. */
function arrayValueOf(item: HidItem, usage: number): number | null {
  const first = item.logicalMinimum ?? 0;
  if (item.isRange) {
    const at = usage - (item.usageMinimum ?? 0);
    return at >= 0 && usage <= (item.usageMaximum ?? -1) ? first + at : null;
  }
  const at = (item.usages ?? []).indexOf(usage);
  return at >= 0 ? first + at : null;
}

/** An unsigned little-endian field of up to 32 bits; bits beyond the report are 0. */
function read(data: DataView, bit: number, size: number): number {
  let value = 0;
  for (let at = 0; at < size; at += 1) {
    const byte = (bit + at) >> 3;
    if (byte < data.byteLength && (data.getUint8(byte) >> ((bit + at) & 7)) & 1) value += 2 ** at;
  }
  return value;
}

function withChildren(collection: HidCollection): HidCollection[] {
  return [collection, ...(collection.children ?? []).flatMap(withChildren)];
}
