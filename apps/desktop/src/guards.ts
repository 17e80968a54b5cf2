import type { HIDDevice, Session, WebContents } from 'electron';
import { isOwnPage, mayLeave, numberLinkOf } from './addresses.ts';
import type { ElectronModules, Surroundings } from './electron.ts';
import { serverFormTarget } from './pages.ts';
import type { SettingsStore } from './settings.ts';
import type { Words } from './words.ts';

/** What pages of the server may ask of Chromium; whatever is not named here is refused. */
const granted: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'hid',
  'local-network-access',
  'loopback-network',
  'media',
  'notifications',
  'persistent-storage',
  'screen-wake-lock',
  'speaker-selection',
]);

interface GuardParts {
  readonly electron: Pick<ElectronModules, 'app' | 'dialog' | 'shell' | 'systemPreferences'>;
  readonly surroundings: Surroundings;
  readonly settings: SettingsStore;
  words(): Words;
  /** The form of the first page was sent with this address. */
  onServer(address: string): void;
  /** A link with a number was pressed in the page. */
  onNumber(link: string): void;
}

/**
 * Keeps the window at the pages of its server: every other page opens in the system's browser, nothing opens a window or a
 * webview of its own, and what pages may use of the machine is listed above, for pages of the server alone.
 */
export function guard(contents: WebContents, parts: GuardParts): void {
  const own = (address: string) => isOwnPage(address, parts.settings.get().server);

  function leave(address: string) {
    const number = numberLinkOf(address);
    if (number !== null) parts.onNumber(number);
    else if (mayLeave(address)) void parts.electron.shell.openExternal(address);
  }
  contents.on('will-navigate', (details) => {
    if (own(details.url)) return;
    details.preventDefault();
    if (details.url.startsWith(serverFormTarget)) {
      // Only the page that the program itself made asks for the server.
      if (contents.getURL().startsWith('data:text/html'))
        parts.onServer(new URL(details.url).searchParams.get('address') ?? '');
    } else leave(details.url);
  });
  contents.on('will-redirect', (details) => {
    if (details.isMainFrame && !own(details.url)) details.preventDefault();
  });
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame && !own(details.url)) details.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    leave(url);
    return { action: 'deny' };
  });
  guardSession(contents.session, own, parts);
}

function guardSession(session: Session, own: (address: string) => boolean, parts: GuardParts): void {
  const { electron, surroundings, settings } = parts;
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    if (permission === 'media' && details.mediaType === 'video') return false;
    return own(origin) && granted.has(permission);
  });
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const isVideo = 'mediaTypes' in details && (details.mediaTypes?.includes('video') ?? false);
    if (isVideo || !own(contents.getURL()) || !granted.has(permission)) return answer(false);
    if (permission !== 'media' || surroundings.platform !== 'darwin') return answer(true);
    electron.systemPreferences.askForMediaAccess('microphone').then(answer, () => answer(false));
  });

  session.setDevicePermissionHandler(({ deviceType, origin, device }) => {
    if (deviceType !== 'hid' || !own(origin)) return false;
    const { vendorId, productId } = device as HIDDevice;
    return settings.get().headsets.some((known) => known.vendorId === vendorId && known.productId === productId);
  });
  session.on('select-hid-device', (event, { deviceList, frame }, answer) => {
    event.preventDefault();
    if (frame === null || !own(frame.url) || deviceList.length === 0) return answer();
    choose(deviceList, parts).then(
      (device) => {
        if (device === null) return answer();
        const { vendorId, productId } = device;
        const others = settings
          .get()
          .headsets.filter((one) => one.vendorId !== vendorId || one.productId !== productId);
        settings.change({ headsets: [...others, { vendorId, productId }] });
        answer(device.deviceId);
      },
      () => answer(),
    );
  });
}

async function choose(devices: readonly HIDDevice[], { electron, words }: GuardParts): Promise<HIDDevice | null> {
  const { headset, headsetText, cancel } = words();
  const { response } = await electron.dialog.showMessageBox({
    type: 'question',
    message: headset,
    detail: headsetText,
    cancelId: devices.length,
    noLink: true,
    buttons: [...devices.map(({ name }) => name), cancel],
  });
  return devices[response] ?? null;
}
