type Platform = 'mac' | 'windows' | 'linux' | 'other';

/** A file of the log, as it is sent with a feedback. */
interface LogFile {
  readonly name: string;
  readonly text: string;
}

/** A line of a context menu; without an id it parts what is above it from what is below. */
export interface ContextMenuItem {
  readonly id: string | null;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Something that the machine does or does not do. `set` throws where the system refuses it. */
export interface Switch {
  get(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}

/** A notification of the system. A second one with the same tag takes the place of the first. */
export interface Notice {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** At most two; systems without buttons on notifications leave them out. */
  readonly actions: readonly { readonly id: string; readonly title: string }[];
  /** Its button with this id was pressed, or with null the notification itself. */
  onPressed(action: string | null): void;
}

/**
 * What the machine around the page can do: a browser, or the desktop program (specification 7). What is null cannot be
 * done there, and nothing that leads to it is shown. What both have in common is proved by one suite for both.
 */
export interface DesktopBridge {
  readonly kind: 'browser' | 'desktop';
  readonly platform: Platform;
  /** Height of the bar that the page itself draws at its top, in pixels; 0 where the system or the browser draws it. */
  readonly titleBarHeight: number;
  /** Opens a page of http or https beside the app. Throws at any other address. */
  openInBrowser(url: string): void;
  /** Begins a mail in the program for mails. Throws where this is no address. */
  mailTo(address: string, subject?: string): void;
  /** What was logged, newest last. */
  logFiles(): Promise<readonly LogFile[]>;
  /** Lets the person keep these lines as a file. */
  exportLog(lines: readonly string[]): Promise<void>;
  /** Shows a menu at this place of the page; gives the id of what was chosen, null for nothing. */
  showContextMenu(items: readonly ContextMenuItem[], at: { x: number; y: number }): Promise<string | null>;
  /** Brings what the system draws around the page into line with it. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  setLanguage(language: 'de' | 'en'): void;
  /** Whether headsets can steer calls. */
  readonly hid: boolean;
  readonly launchOnStartup: Switch | null;
  readonly startMinimized: Switch | null;
  /** A combination of keys that brings the app to the front from anywhere; `keys` as Electron writes them. */
  readonly globalShortcut: (Switch & { readonly keys: string }) | null;
  resizeWindow(size: 'setup' | 'main'): void;
  /** Whether the person looks at something else now, so that only a notification reaches them. */
  isOutOfSight(): boolean;
  /** Brings the app to the front, where the machine lets it do so by itself. */
  focusWindow(): void;
  /** Loads the app again, past everything that is kept of it on this machine. What people wrote stays. */
  forceReload(): void;
  /** What the system says of the microphone; null where it is the browser's to say. Throws in programs of before. */
  readonly microphonePermission: (() => Promise<PermissionState>) | null;
  notificationPermission(): Promise<PermissionState>;
  /** Asks the person, where they have not decided yet; to be called from a click. */
  requestNotificationPermission(): Promise<PermissionState>;
  /** Shows a notification where the person allows them; gives the way to take it back. */
  notify(notice: Notice): () => void;
  /** A number on the icon of the app; 0 for none. */
  setBadge(count: number): void;
  /**
   * Has a person sign in in the system's browser, where their passwords are. `addressOf` makes the address of the identity
   * provider from the one that it has to lead back to; what comes back is the address at which it did. Rejects when nobody
   * signed in within ten minutes.
   */
  readonly nativeSignIn: ((addressOf: (redirectUri: string) => Promise<string>) => Promise<string>) | null;
  /** Calls back with each link with a number that the machine hands to the app; gives the way to stop. */
  onDial(listener: (link: string) => void): () => void;
  /** Calls back when the global shortcut brought the app to the front; gives the way to stop. */
  onSummoned(listener: () => void): () => void;
}
