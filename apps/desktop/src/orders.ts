import { writeFile } from 'node:fs/promises';
import {
  type Answered,
  type Parsed,
  type ShellOrderName,
  shellMessage,
  shellOrders,
} from '@sidetone/contract/desktop/shell-orders.ts';
import type { IpcMainInvokeEvent, MenuItemConstructorOptions } from 'electron';
import { isOwnPage } from './addresses.ts';
import type { Autostart } from './autostart.ts';
import type { ElectronModules, Surroundings } from './electron.ts';
import { askChannel } from './line.ts';
import type { LogFile } from './log-file.ts';
import { type MainWindow, summonKeys } from './main-window.ts';
import type { NativeSignIn } from './native-sign-in.ts';
import type { notices } from './notices.ts';
import type { SettingsStore } from './settings.ts';
import type { Language } from './words.ts';

interface OrderParts {
  readonly electron: ElectronModules;
  readonly surroundings: Surroundings;
  readonly settings: SettingsStore;
  readonly log: LogFile;
  readonly main: MainWindow;
  readonly autostart: Autostart;
  readonly signIn: NativeSignIn;
  readonly notices: ReturnType<typeof notices>;
  onSummoned(): void;
  setLanguage(language: Language): void;
  count(waiting: number): void;
}

type Handlers = {
  readonly [Name in ShellOrderName]: (asked: Parsed<Name>) => Answered<Name> | Promise<Answered<Name>>;
};

/**
 * Answers what the page orders. Only the server's own page in the main frame is heard, and what it says is parsed before
 * anything is done; throws at everything else.
 */
export function answerOrders(parts: OrderParts): void {
  const handlers = handlersOf(parts);
  const { electron, settings, log, main } = parts;
  electron.ipcMain.handle(askChannel, async (event: IpcMainInvokeEvent, said: unknown) => {
    const frame = event.senderFrame;
    const isOwn = frame !== null && frame.parent === null && event.sender === main.window.webContents;
    if (!isOwn || !isOwnPage(frame.url, settings.get().server)) {
      log.write('warn', 'orders: order of another page refused');
      throw new Error('this page may not order anything');
    }
    const { name, asked } = shellMessage.parse(said);
    try {
      const handler = handlers[name] as (asked: unknown) => unknown;
      return await handler(shellOrders[name].asked.parse(asked));
    } catch (error) {
      log.write('warn', 'order failed', { name, kind: error instanceof Error ? error.name : 'unknown' });
      throw error;
    }
  });
}

const handlersOf = (parts: OrderParts): Handlers => ({
  ...outsideHandlers(parts),
  ...settingHandlers(parts),
  ...windowHandlers(parts),
  ...noticeHandlers(parts),
  awaitSignIn: () => parts.signIn.listen(),
  async signIn({ url }) {
    // The page signs in at its own server and nowhere else.
    if (!isOwnPage(url, parts.settings.get().server)) throw new TypeError('not the server of this program');
    return parts.signIn.finish(url);
  },
});

/** What goes to other programs and into files. */
const outsideHandlers = ({ electron: { dialog, shell }, log, main }: OrderParts) =>
  ({
    openInBrowser: ({ url }) => shell.openExternal(url) as Promise<undefined>,
    mailTo({ address, subject }) {
      const about = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
      return shell.openExternal(`mailto:${address}${about}`) as Promise<undefined>;
    },
    logFiles: () => log.read(),
    async exportLog({ lines }) {
      const { canceled, filePath } = await dialog.showSaveDialog(main.window, { defaultPath: 'sidetone.log' });
      if (!canceled) await writeFile(filePath, lines.join('\n'), { mode: 0o600 });
      return undefined;
    },
  }) satisfies Partial<Handlers>;

const settingHandlers = (parts: OrderParts) =>
  ({
    setTheme({ theme }) {
      parts.electron.nativeTheme.themeSource = theme;
      parts.settings.change({ theme });
      return undefined;
    },
    setLanguage({ language }) {
      parts.setLanguage(language);
      return undefined;
    },
    readSwitch: ({ name }) => (name === 'launchOnStartup' ? parts.autostart.get() : parts.settings.get()[name]),
    turnSwitch({ name, on }) {
      if (name === 'launchOnStartup') parts.autostart.set(on);
      else if (name === 'startMinimized') parts.settings.change({ startMinimized: on });
      else {
        turnShortcut(parts.electron, on, parts.onSummoned);
        parts.settings.change({ globalShortcut: on });
      }
      return undefined;
    },
  }) satisfies Partial<Handlers>;

const windowHandlers = ({ electron, main }: OrderParts) =>
  ({
    showContextMenu: ({ items, x, y }) =>
      new Promise((resolve) => {
        const template: MenuItemConstructorOptions[] = items.map(({ id, label, disabled }) =>
          id === null ? { type: 'separator' } : { label, enabled: !disabled, click: () => resolve(id) },
        );
        electron.Menu.buildFromTemplate(template).popup({
          window: main.window,
          x: Math.round(x),
          y: Math.round(y),
          // A press is told after the menu has gone.
          callback: () => setImmediate(() => resolve(null)),
        });
      }),
    resizeWindow({ size }) {
      main.resize(size);
      return undefined;
    },
    focusWindow() {
      main.bringToFront();
      return undefined;
    },
    async forceReload() {
      const { webContents } = main.window;
      // Without a connection what is kept is all there is.
      if (electron.net.isOnline()) {
        await webContents.session.clearStorageData({ storages: ['serviceworkers', 'cachestorage'] });
      }
      webContents.reloadIgnoringCache();
      return undefined;
    },
  }) satisfies Partial<Handlers>;

const noticeHandlers = (parts: OrderParts) =>
  ({
    microphonePermission: () => microphonePermission(parts),
    // Electron knows no more than whether there are notifications; the system asks the person by itself.
    notificationPermission: () => (parts.electron.Notification.isSupported() ? 'granted' : 'denied'),
    notify(notice) {
      parts.notices.show(notice);
      return undefined;
    },
    closeNotice({ tag }) {
      parts.notices.close(tag);
      return undefined;
    },
    setBadge({ count }) {
      parts.count(count);
      return undefined;
    },
  }) satisfies Partial<Handlers>;

/**
 * Chromium says of the program's own page that it may listen, whatever the system says; only a Mac and Windows tell that.
 * Windows never asks: it lets programs listen until someone forbids it.
 */
function microphonePermission({ electron, surroundings: { platform } }: OrderParts): 'granted' | 'denied' | 'prompt' {
  if (platform !== 'darwin' && platform !== 'win32') return 'granted';
  const said = electron.systemPreferences.getMediaAccessStatus('microphone');
  if (said === 'denied' || said === 'restricted') return 'denied';
  return platform === 'darwin' && said === 'not-determined' ? 'prompt' : 'granted';
}

/** Turns the keys on or off that bring the window to the front. Throws where another program has them. */
export function turnShortcut(
  { globalShortcut }: Pick<ElectronModules, 'globalShortcut'>,
  on: boolean,
  onSummoned: () => void,
): void {
  globalShortcut.unregister(summonKeys);
  if (on && !globalShortcut.register(summonKeys, onSummoned)) throw new Error('another program has these keys');
}
