import type { ContextMenuItem, Notice } from '../bridge-parts.ts';
import { saveText } from '../save-file.ts';
import { notifyHere } from './notifications.ts';

/** The parts of a browser that a bridge needs, so that it can be tested without one. */
export interface BrowserParts {
  /** The browser's own name for itself and its system. */
  readonly agent: string;
  readonly hid: boolean;
  /** Opens an address in a tab of its own. */
  open(url: string): void;
  /** Hands a link to the program that opens its kind. */
  follow(link: string): void;
  save(name: string, text: string): void;
  showMenu(items: readonly ContextMenuItem[], at: { x: number; y: number }): Promise<string | null>;
  colour(theme: 'system' | 'light' | 'dark'): void;
  speak(language: string): void;
  /** Browsers let a page come to the front only after a press of the user. */
  focus(): void;
  reloadAnew(): Promise<void>;
  /** Null where the browser has no notifications. */
  notificationPermission(): NotificationPermission | null;
  askForNotifications(): Promise<NotificationPermission | null>;
  notify(notice: Notice): () => void;
  badge(count: number): void;
  /** Calls back with the address of each launch of the installed app that this window is to show. */
  onLaunch(listener: (address: string) => void): () => void;
}

/** The browser around this page. */
export const browserParts = (): BrowserParts => ({
  agent: navigator.userAgent,
  hid: 'hid' in navigator,
  open: (url) => void window.open(url, '_blank', 'noopener,noreferrer'),
  follow(link) {
    const anchor = document.createElement('a');
    anchor.href = link;
    anchor.click();
  },
  save: (name, text) => saveText(text, name),
  showMenu: async (items, at) => (await import('./browser-menu.ts')).showBrowserMenu(items, at),
  colour: colourBars,
  speak(language) {
    document.documentElement.lang = language;
  },
  focus: () => window.focus(),
  reloadAnew,
  notificationPermission: () => ('Notification' in globalThis ? Notification.permission : null),
  askForNotifications: async () => ('Notification' in globalThis ? Notification.requestPermission() : null),
  notify: notifyHere,
  badge(count) {
    const wanted = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    wanted?.catch((cause: unknown) => console.warn('[platform] setting the badge failed', cause));
  },
  onLaunch: listenForLaunches,
});

/** The bars of the installed app and of phones have the colour of the left column; `index.html` names it for both themes. */
function colourBars(theme: 'system' | 'light' | 'dark'): void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const own = (meta: HTMLMetaElement) => {
    meta.dataset['own'] ??= meta.content;
    return meta.dataset['own'];
  };
  const chosen = metas.find((meta) => theme !== 'system' && meta.media.includes(theme));
  for (const meta of metas) {
    const colour = own(meta);
    meta.content = chosen === undefined ? colour : own(chosen);
  }
}

/** Without a connection nothing is removed: the cached files are then all there is. */
async function reloadAnew(): Promise<void> {
  try {
    if (navigator.onLine && 'serviceWorker' in navigator) {
      const workers = await navigator.serviceWorker.getRegistrations();
      await Promise.all(workers.map((worker) => worker.unregister()));
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    }
  } catch (cause) {
    console.warn('[platform] removing the cached app failed', cause);
  }
  location.reload();
}

/** Chromium hands the launches of an installed app to the window that is open (`launch_handler` of the manifest). */
interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string }) => void): void;
}

const launchListeners = new Set<(address: string) => void>();
let consumes = false;

function listenForLaunches(listener: (address: string) => void): () => void {
  launchListeners.add(listener);
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  if (!consumes && launchQueue !== undefined) {
    consumes = true;
    // The launch that loaded this page is reported as well, and its address was followed already.
    let loaded: string | null = performance.getEntriesByType('navigation')[0]?.name ?? null;
    launchQueue.setConsumer(({ targetURL }) => {
      const isOwn = targetURL === loaded;
      loaded = null;
      if (targetURL !== undefined && !isOwn) for (const each of launchListeners) each(targetURL);
    });
  }
  return () => launchListeners.delete(listener);
}
