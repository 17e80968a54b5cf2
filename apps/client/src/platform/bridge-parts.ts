type Platform = 'mac' | 'windows' | 'linux' | 'other';

/** A file of the log, as it is sent with a feedback. */
interface LogFile {
  readonly name: string;
  readonly text: string;
}

/** A line of a context menu; without an id it is a separator. */
export interface ContextMenuItem {
  readonly id: string | null;
  readonly label: string;
  readonly disabled?: boolean;
}

/** A setting of the machine. `set` throws where the system refuses it. */
export interface Switch {
  get(): Promise<boolean>;
  set(on: boolean): Promise<void>;
}

/** A notification of the system. A second one with the same tag replaces the first. */
export interface Notice {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** At most two; systems without buttons on notifications leave them out. */
  readonly actions: readonly { readonly id: string; readonly title: string }[];
  /** Its button with this id was pressed, or for null the notification itself. */
  onPressed(action: string | null): void;
}

/**
 * The abilities of the machine around the page: a browser, or the desktop program (specification 7). A member that is
 * null is impossible there, and nothing that leads to it is shown. One suite proves the common behaviour of both.
 */
export interface DesktopBridge {
  readonly kind: 'browser' | 'desktop';
  readonly platform: Platform;
  /** Height of the bar that the page itself draws at its top, in pixels; 0 where the system or the browser draws it. */
  readonly titleBarHeight: number;
  /** Opens a page of http or https beside the app. Throws for any other address. */
  openInBrowser(url: string): void;
  /** Begins a mail in the program for mails. Throws where the address is not one. */
  mailTo(address: string, subject?: string): void;
  /** The lines of the log, newest last. */
  logFiles(): Promise<readonly LogFile[]>;
  /** Lets the user save these lines as a file. */
  exportLog(lines: readonly string[]): Promise<void>;
  /** Shows a menu at this place of the page; gives the id of the chosen line, null for none. */
  showContextMenu(items: readonly ContextMenuItem[], at: { x: number; y: number }): Promise<string | null>;
  /** Gives the parts that the system draws around the page the same theme. */
  setTheme(theme: 'system' | 'light' | 'dark'): void;
  setLanguage(language: 'de' | 'en'): void;
  /** Whether headsets can control calls. */
  readonly hid: boolean;
  readonly launchOnStartup: Switch | null;
  readonly startMinimized: Switch | null;
  /** A combination of keys that brings the app to the front from anywhere; `keys` as Electron writes them. */
  readonly globalShortcut: (Switch & { readonly keys: string }) | null;
  resizeWindow(size: 'setup' | 'main'): void;
  /** Whether the user is looking at something else, so that only a notification reaches them. */
  isOutOfSight(): boolean;
  /** Brings the app to the front, where the machine allows that. */
  focusWindow(): void;
  /** Loads the app again, without its cached files on this machine. Texts that users wrote stay. */
  forceReload(): void;
  /** The system's permission for the microphone; null where the browser decides. Throws in earlier programs. */
  readonly microphonePermission: (() => Promise<PermissionState>) | null;
  notificationPermission(): Promise<PermissionState>;
  /** Asks users who have not decided yet; to be called from a click. */
  requestNotificationPermission(): Promise<PermissionState>;
  /** Shows a notification where the user allows them; returns the way to withdraw it. */
  notify(notice: Notice): () => void;
  /** A number on the icon of the app; 0 for none. */
  setBadge(count: number): void;
  /**
   * Has a user sign in in the system's browser, where their passwords are. `addressOf` makes the address of the
   * identity provider from the address that it has to lead back to; resolves to the address that it led back to.
   * Rejects when nobody signed in within ten minutes.
   */
  readonly nativeSignIn: ((addressOf: (redirectUri: string) => Promise<string>) => Promise<string>) | null;
  /** Calls back with each link with a number that the machine hands to the app; returns the way to stop. */
  onDial(listener: (link: string) => void): () => void;
  /** Calls back when the global shortcut brought the app to the front; returns the way to stop. */
  onSummoned(listener: () => void): () => void;
}
