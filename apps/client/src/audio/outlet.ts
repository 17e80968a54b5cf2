import { audioDevices, browserDevices, type LostDevice, tellLoss } from './devices.ts';

/** An element whose sound can be sent to a device. Older browsers only know the system's own. */
interface Routable {
  readonly sinkId?: string;
  setSinkId?(id: string): Promise<void>;
}

/** Elements that play on another device than the wanted one; each loss is reported once. */
const astray = new WeakSet<Routable>();

/**
 * Sends an element's sound to a device, null being the system's own. Where the device is gone the system's own is used,
 * and the loss is reported. Called again once it is back, it returns there. Never throws.
 */
export async function routeTo(
  element: Routable,
  deviceId: string | null,
  kind: LostDevice,
  devices: MediaDevices | null = browserDevices(),
): Promise<void> {
  if (element.setSinkId === undefined) return;
  const wanted = deviceId ?? '';
  try {
    // A device that was unplugged keeps its name on the element, but no longer plays anything.
    if (wanted !== '' && !(await isThere(wanted, devices))) throw new Error('gone');
    if (element.sinkId !== wanted) await element.setSinkId(wanted);
    astray.delete(element);
  } catch {
    if (wanted === '') return;
    if (!astray.has(element)) tellLoss(kind);
    astray.add(element);
    if (element.sinkId !== '') await element.setSinkId('').catch(() => {});
  }
}

/** Before the microphone was allowed once, browsers list speakers without ids: then only an attempt tells. */
async function isThere(id: string, devices: MediaDevices | null): Promise<boolean> {
  const { speakers } = await audioDevices(devices);
  return speakers === null || speakers.some((each) => each.id === '' || each.id === id);
}
