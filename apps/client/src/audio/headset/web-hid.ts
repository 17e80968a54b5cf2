/** The part of WebHID (WICG) that headsets need; the compiler's own library lacks it. */
export interface Hid extends EventTarget {
  /** Devices that the user has already allowed. */
  getDevices(): Promise<HidDevice[]>;
  /** Asks the user; needs a click just before. */
  requestDevice(options: { filters: readonly { usagePage: number; usage?: number }[] }): Promise<HidDevice[]>;
}

export interface HidDevice extends EventTarget {
  readonly opened: boolean;
  readonly productName: string;
  readonly productId: number;
  readonly vendorId: number;
  readonly collections: readonly HidCollection[];
  open(): Promise<void>;
  close(): Promise<void>;
  sendReport(reportId: number, data: Uint8Array): Promise<void>;
}

export interface HidCollection {
  readonly usagePage?: number;
  readonly usage?: number;
  readonly inputReports?: readonly HidReport[];
  readonly outputReports?: readonly HidReport[];
  readonly children?: readonly HidCollection[];
}

export interface HidReport {
  readonly reportId?: number;
  readonly items?: readonly HidItem[];
}

export interface HidItem {
  readonly isAbsolute?: boolean;
  readonly isArray?: boolean;
  readonly isRange?: boolean;
  readonly isConstant?: boolean;
  readonly hasPreferredState?: boolean;
  /** 32 bits each: page above, usage below. */
  readonly usages?: readonly number[];
  readonly usageMinimum?: number;
  readonly usageMaximum?: number;
  readonly reportSize?: number;
  readonly reportCount?: number;
  readonly logicalMinimum?: number;
}

export interface HidInput extends Event {
  readonly reportId: number;
  readonly data: DataView;
}

/** The browser's WebHID; null where there is none (Firefox, Safari, pages that are not secure). */
export function browserHid(): Hid | null {
  return (globalThis.navigator as { hid?: Hid } | undefined)?.hid ?? null;
}
