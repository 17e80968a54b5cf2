import type { Hid, HidCollection, HidDevice } from '../web-hid.ts';

/** A headset whose buttons a test presses; `written` is what the host sent to it, one entry per report. */
export interface FakeHeadset {
  readonly device: HidDevice;
  readonly written: string[];
  /** A report as it comes from the wire. */
  reports(reportId: number, ...bytes: number[]): void;
  isOpen(): boolean;
}

export function fakeHeadset(productName: string, collections: readonly HidCollection[], productId = 1): FakeHeadset {
  const written: string[] = [];
  const state = { opened: false };
  const device = Object.assign(new EventTarget(), {
    productName,
    productId,
    vendorId: 1,
    collections,
    async open() {
      if (state.opened) throw new DOMException('open already', 'InvalidStateError');
      state.opened = true;
    },
    async close() {
      state.opened = false;
    },
    async sendReport(reportId: number, data: Uint8Array) {
      written.push(`${reportId}: ${[...data].map((byte) => byte.toString(2).padStart(8, '0')).join(' ')}`);
    },
  });
  Object.defineProperty(device, 'opened', { get: () => state.opened });
  return {
    device: device as unknown as HidDevice,
    written,
    isOpen: () => state.opened,
    reports(reportId, ...bytes) {
      const data = new DataView(Uint8Array.from(bytes).buffer);
      device.dispatchEvent(Object.assign(new Event('inputreport'), { reportId, data }));
    },
  };
}

/** A browser with these headsets, which the user has allowed. */
export function fakeHid(...headsets: readonly FakeHeadset[]) {
  const target = new EventTarget();
  let allowed = headsets.map(({ device }) => device);
  const tell = (type: string, device: HidDevice) => target.dispatchEvent(Object.assign(new Event(type), { device }));
  const hid = Object.assign(target, {
    getDevices: async () => allowed,
    requestDevice: async () => allowed,
  }) as unknown as Hid;
  return {
    hid,
    plug({ device }: FakeHeadset) {
      allowed = [...allowed, device];
      tell('connect', device);
    },
    unplug({ device }: FakeHeadset) {
      allowed = allowed.filter((each) => each !== device);
      tell('disconnect', device);
    },
  };
}

const telephony = (usage: number) => 0x000b_0000 + usage;
const led = (usage: number) => 0x0008_0000 + usage;
const bits = (usages: number[], more: object = {}) => ({
  usages,
  isAbsolute: true,
  isArray: false,
  isRange: false,
  reportSize: 1,
  reportCount: usages.length,
  hasPreferredState: true,
  ...more,
});
const padding = (count: number) => ({ isConstant: true, reportSize: 1, reportCount: count });

/**
 * The description of most USB headsets: one report with a hook switch that stays (absolute, no preferred state), line
 * busy, and a mute button that springs back (relative); after it one output report with all lights.
 */
export const oneReport: readonly HidCollection[] = [
  {
    usagePage: 0x0c,
    usage: 1,
    inputReports: [{ reportId: 1, items: [bits([0x000c_00e9, 0x000c_00ea]), padding(6)] }],
  },
  {
    usagePage: 0x0b,
    usage: 5,
    inputReports: [
      {
        reportId: 2,
        items: [
          bits([telephony(0x20), telephony(0x97)], { hasPreferredState: false }),
          bits([telephony(0x2f), telephony(0x21), telephony(0x24)], { isAbsolute: false }),
          padding(11),
        ],
      },
    ],
    outputReports: [
      {
        reportId: 2,
        items: [
          bits([led(0x09), led(0x17), led(0x18), led(0x20), led(0x21)], { hasPreferredState: false }),
          padding(11),
        ],
      },
    ],
  },
];

/** Buttons as an array of usages in a nested collection, both springing back, and one output report for each light. */
export const manyReports: readonly HidCollection[] = [
  {
    usagePage: 0x0b,
    usage: 5,
    children: [
      {
        usagePage: 0x0b,
        usage: 6,
        inputReports: [
          {
            reportId: 8,
            items: [
              padding(4),
              {
                ...bits([telephony(0x20), telephony(0x2f)], { isArray: true }),
                reportSize: 4,
                reportCount: 1,
                logicalMinimum: 1,
              },
            ],
          },
        ],
      },
    ],
    outputReports: [
      { reportId: 9, items: [bits([led(0x09)]), padding(7)] },
      { reportId: 23, items: [padding(2), bits([led(0x17)]), padding(5)] },
      { reportId: 24, items: [bits([led(0x18)]), padding(7)] },
    ],
  },
];

/** A mute switch that stays where it is, in a range of usages beside the hook, and lights without a report id. */
export const switches: readonly HidCollection[] = [
  {
    usagePage: 0x0b,
    usage: 4,
    inputReports: [
      {
        items: [
          {
            ...bits([], { isRange: true, hasPreferredState: false }),
            usageMinimum: telephony(0x20),
            usageMaximum: telephony(0x2f),
            reportCount: 16,
          },
        ],
      },
    ],
    outputReports: [{ items: [bits([led(0x17), led(0x09)]), padding(6)] }],
  },
];
