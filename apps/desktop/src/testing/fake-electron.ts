import { EventEmitter } from 'node:events';
import type { IpcRenderer, MenuItemConstructorOptions } from 'electron';
import type { ElectronModules } from '../electron.ts';

type Say = { preventDefault(): void; readonly prevented: boolean };

/** An event of Electron, and whether someone prevented what would have come of it. */
export const fakeEvent = (more: object = {}): Say => {
  const event = {
    ...more,
    prevented: false,
    preventDefault() {
      event.prevented = true;
    },
  };
  return event;
};

class FakeSession extends EventEmitter {
  cleared: unknown[] = [];
  check: ((contents: unknown, permission: string, origin: string, details: object) => boolean) | null = null;
  request:
    | ((contents: unknown, permission: string, answer: (granted: boolean) => void, details: object) => void)
    | null = null;
  device: ((details: object) => boolean) | null = null;
  setPermissionCheckHandler(handler: FakeSession['check']) {
    this.check = handler;
  }
  setPermissionRequestHandler(handler: FakeSession['request']) {
    this.request = handler;
  }
  setDevicePermissionHandler(handler: FakeSession['device']) {
    this.device = handler;
  }
  async clearStorageData(what: unknown) {
    this.cleared.push(what);
  }
}

class FakeContents extends EventEmitter {
  readonly session = new FakeSession();
  url = '';
  reloads = 0;
  /** What the page's side of the line hears. */
  readonly line = new EventEmitter();
  windowOpen: ((details: { url: string }) => { action: string }) | null = null;
  getURL() {
    return this.url;
  }
  setWindowOpenHandler(handler: FakeContents['windowOpen']) {
    this.windowOpen = handler;
  }
  send(channel: string, ...said: unknown[]) {
    this.line.emit(channel, {}, ...structuredClone(said));
  }
  reloadIgnoringCache() {
    this.reloads += 1;
  }
  replaceMisspelling() {}
}

interface WindowOptions {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly webPreferences: Readonly<Record<string, unknown>> & { readonly additionalArguments: string[] };
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly options: WindowOptions;
  state: 'shown' | 'hidden' | 'minimized' = 'hidden';
  maximized = false;
  focused = false;
  size: { width: number; height: number };
  loaded: string[] = [];
  /** Addresses that cannot be reached, with Chromium's word for why. */
  readonly unreachable = new Map<string, string>();
  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.size = { width: options.width, height: options.height };
  }
  async loadURL(url: string) {
    this.loaded.push(url);
    const code = this.unreachable.get(url);
    if (code !== undefined) throw Object.assign(new Error(`${code} loading ${url}`), { code });
    this.webContents.url = url;
    this.emit('ready-to-show');
  }
  show() {
    this.state = 'shown';
  }
  hide() {
    this.state = 'hidden';
    this.focused = false;
  }
  focus() {
    this.focused = true;
  }
  restore() {
    this.state = 'shown';
  }
  maximize() {
    this.maximized = true;
  }
  /** The mark on the taskbar, as it is read out. */
  mark: string | null = null;
  setOverlayIcon(image: unknown, text: string) {
    this.mark = image === null ? null : text;
  }
  center() {}
  isMinimized = () => this.state === 'minimized';
  isMaximized = () => this.maximized;
  isFullScreen = () => false;
  isDestroyed = () => false;
  getNormalBounds = () => ({ x: this.options.x ?? 0, y: this.options.y ?? 0, ...this.size });
  setSize(width: number, height: number) {
    this.size = { width, height };
  }
  setBounds({ width, height }: { width: number; height: number }) {
    this.size = { width, height };
  }
  /** Someone presses the cross of the window; whether it went away for good. */
  close(): boolean {
    const event = fakeEvent();
    this.emit('close', event);
    return !event.prevented;
  }
}

class FakeNotification extends EventEmitter {
  static supported = true;
  static readonly shown = new Set<FakeNotification>();
  static isSupported = () => FakeNotification.supported;
  readonly options: { title: string; body: string; actions: { text: string }[] };
  constructor(options: FakeNotification['options']) {
    super();
    this.options = options;
  }
  show() {
    FakeNotification.shown.add(this);
  }
  close() {
    if (FakeNotification.shown.delete(this)) this.emit('close', {});
  }
}

class FakeApp extends EventEmitter {
  readonly folder: string;
  locked = true;
  badge = 0;
  quits = 0;
  sandboxed = false;
  isPackaged = true;
  login = { openAtLogin: false };
  readonly protocols: string[] = [];
  constructor(folder: string) {
    super();
    this.folder = folder;
  }
  requestSingleInstanceLock = () => this.locked;
  enableSandbox() {
    this.sandboxed = true;
  }
  whenReady = async () => {};
  getPath = (name: string) => `${this.folder}/${name}`;
  getAppPath = () => '/src/apps/desktop';
  getVersion = () => '0.2.0';
  getLocale = () => 'de-DE';
  setAsDefaultProtocolClient(protocol: string) {
    this.protocols.push(protocol);
    return true;
  }
  setBadgeCount(count: number) {
    this.badge = count;
    return true;
  }
  getLoginItemSettings = () => this.login;
  setLoginItemSettings({ openAtLogin }: { openAtLogin: boolean }) {
    this.login = { openAtLogin };
  }
  quit() {
    this.quits += 1;
    this.emit('before-quit', fakeEvent());
  }
}

class FakeTray extends EventEmitter {
  tip = '';
  menu: MenuItemConstructorOptions[] = [];
  setToolTip(tip: string) {
    this.tip = tip;
  }
  setContextMenu(menu: { template: MenuItemConstructorOptions[] }) {
    this.menu = menu.template;
  }
}

/** Electron in memory, as far as the program uses it, with hands for what people do to it. */
export function fakeElectron(folder: string) {
  FakeNotification.shown.clear();
  FakeNotification.supported = true;
  const app = new FakeApp(folder);
  const windows: FakeWindow[] = [];
  const trays: FakeTray[] = [];
  const opened: string[] = [];
  const keys = new Map<string, () => void>();
  const handlers = new Map<string, (event: unknown, said: unknown) => Promise<unknown>>();
  const menus: MenuItemConstructorOptions[][] = [];
  const hands = {
    app,
    windows,
    trays,
    opened,
    keys,
    menus,
    notifications: FakeNotification,
    /** Which line of the next menus is pressed; none for null. */
    presses: null as string | null,
    /** Where the person lets a file be saved; null where they give it up. */
    saveTo: null as string | null,
    /** Keys that other programs have. */
    takenKeys: new Set<string>(),
    /** Which button of the next dialogs is pressed. */
    button: 0,
    /** Servers that answer as Sidetone does. */
    servers: new Set<string>(),
    online: true,
    /** What the system says of the microphone. */
    microphone: 'granted' as ReturnType<Electron.SystemPreferences['getMediaAccessStatus']>,
    window(): FakeWindow {
      const [window] = windows;
      if (window === undefined) throw new Error('there is no window');
      return window;
    },
    /** The page's end of the line between page and program. Both ends copy what is said, as Electron does. */
    ipcRenderer(frame?: { url: string; parent: unknown }): Pick<IpcRenderer, 'invoke' | 'on'> {
      const { webContents } = hands.window();
      return {
        on: (channel: string, listener: (...said: unknown[]) => void) => webContents.line.on(channel, listener),
        async invoke(channel: string, said: unknown) {
          const handler = handlers.get(channel);
          if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
          const senderFrame = frame ?? { url: webContents.url, parent: null };
          try {
            return structuredClone(await handler({ sender: webContents, senderFrame }, structuredClone(said)));
          } catch (error) {
            throw new Error(`Error invoking remote method '${channel}': ${String(error)}`);
          }
        },
      } as unknown as Pick<IpcRenderer, 'invoke' | 'on'>;
    },
  };
  const modules = {
    app,
    BrowserWindow: class extends FakeWindow {
      constructor(options: WindowOptions) {
        super(options);
        windows.push(this);
      }
    },
    clipboard: { writeText: () => {} },
    dialog: {
      showSaveDialog: async () => ({ canceled: hands.saveTo === null, filePath: hands.saveTo ?? '' }),
      showMessageBox: async () => ({ response: hands.button }),
    },
    globalShortcut: {
      register(combination: string, callback: () => void) {
        if (hands.takenKeys.has(combination)) return false;
        keys.set(combination, callback);
        return true;
      },
      unregister: (combination: string) => keys.delete(combination),
      unregisterAll: () => keys.clear(),
    },
    ipcMain: {
      handle(channel: string, handler: (event: unknown, said: unknown) => Promise<unknown>) {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
        handlers.set(channel, handler);
      },
    },
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
        template,
        popup({ callback }: { callback?: () => void } = {}) {
          menus.push(template);
          callback?.();
          const line = template.find((each) => each.label === hands.presses && each.enabled !== false);
          (line?.click as (() => void) | undefined)?.();
        },
      }),
      setApplicationMenu: () => {},
    },
    nativeImage: {
      createFromDataURL: () => ({ resize: () => ({}) }),
      createFromBitmap: (bitmap: Buffer) => ({ bitmap }),
    },
    nativeTheme: { themeSource: 'system', shouldUseDarkColors: false },
    net: {
      isOnline: () => hands.online,
      fetch: async (address: string) => {
        if (!hands.servers.has(new URL(address).origin)) throw new Error('net::ERR_CONNECTION_REFUSED');
        return { json: async () => ({ status: 'ok' }) };
      },
    },
    Notification: FakeNotification,
    screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
    shell: {
      openExternal: async (address: string) => {
        opened.push(address);
      },
    },
    systemPreferences: { askForMediaAccess: async () => true, getMediaAccessStatus: () => hands.microphone },
    Tray: class extends FakeTray {
      constructor() {
        super();
        trays.push(this);
      }
    },
  };
  return { modules: modules as unknown as ElectronModules, theme: () => modules.nativeTheme.themeSource, hands };
}
