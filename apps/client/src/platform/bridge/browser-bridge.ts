import type { DesktopBridge, Notice } from '../bridge-parts.ts';
import { keptLines } from '../log/log-ring.ts';
import { type BrowserParts, browserParts } from './browser-parts.ts';

/** The abilities of a browser. It has no autostart, no native sign-in and no global shortcut. */
export function browserBridge(parts: BrowserParts = browserParts()): DesktopBridge {
  return {
    kind: 'browser',
    platform: platformOf(parts.agent),
    titleBarHeight: 0,
    openInBrowser: (url) => parts.open(webAddress(url)),
    mailTo: (address, subject) => parts.follow(mailAddress(address, subject)),
    logFiles: async () => [{ name: 'sidetone.log', text: keptLines().join('\n') }],
    exportLog: async (lines) => parts.save('sidetone.log', lines.join('\n')),
    showContextMenu: (items, at) => parts.showMenu(items, at),
    setTheme: (theme) => parts.colour(theme),
    setLanguage: (language) => parts.speak(language),
    hid: parts.hid,
    launchOnStartup: null,
    startMinimized: null,
    globalShortcut: null,
    // A page may not change the size of a tab that the user opened.
    resizeWindow: () => {},
    isOutOfSight: () => document.hidden,
    focusWindow: () => parts.focus(),
    forceReload: () => void parts.reloadAnew(),
    microphonePermission: null,
    notificationPermission: async () => permissionOf(parts),
    async requestNotificationPermission() {
      return permissionOf(parts) === 'prompt' ? named(await parts.askForNotifications()) : permissionOf(parts);
    },
    notify: (notice: Notice) => (permissionOf(parts) === 'granted' ? parts.notify(notice) : () => {}),
    setBadge: (count) => parts.badge(count),
    nativeSignIn: null,
    onDial: (listener) =>
      parts.onLaunch((address) => {
        const link = new URL(address).searchParams.get('dial');
        if (link !== null && link !== '') listener(link.slice(0, 200));
      }),
    onSummoned: () => () => {},
  };
}

/** An address that may be opened; throws where it is not http or https. */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError(`${protocol} is not opened in a browser`);
  return href;
}

function mailAddress(address: string, subject: string | undefined): string {
  if (!/^[^\s@?&,]+@[^\s@?&,]+$/.test(address)) throw new TypeError('not an address for mail');
  return `mailto:${address}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`;
}

function platformOf(agent: string): DesktopBridge['platform'] {
  if (/Mac|iPhone|iPad/.test(agent)) return 'mac';
  if (/Win/.test(agent)) return 'windows';
  return /Linux|X11/.test(agent) ? 'linux' : 'other';
}

const permissionOf = (parts: BrowserParts): PermissionState => named(parts.notificationPermission());

/** A browser without notifications counts as one that refuses them. */
function named(permission: NotificationPermission | null): PermissionState {
  if (permission === null) return 'denied';
  return permission === 'default' ? 'prompt' : permission;
}
