import { z } from 'zod';

/** An address that may be opened in the system's browser: a page, never a file or another program. */
const webAddress = z.url({ protocol: /^https?$/ }).max(4000);

const nothing = z.undefined();
const order = <Asked extends z.ZodType, Answered extends z.ZodType>(asked: Asked, answered: Answered) => ({
  asked,
  answered,
});

/** One line of a context menu; a line without an id parts what is above it from what is below. */
export const contextMenuItem = z.strictObject({
  id: z.string().min(1).max(100).nullable(),
  label: z.string().max(200),
  disabled: z.boolean().default(false),
});

/** A file of the log: its name and its lines. */
export const logFile = z.strictObject({ name: z.string().min(1).max(200), text: z.string() });

/** A notification of the system with the buttons under it. A second one with the same tag takes the place of the first. */
export const notice = z.strictObject({
  tag: z.string().min(1).max(100),
  title: z.string().max(300),
  body: z.string().max(1000),
  actions: z.array(z.strictObject({ id: z.string().min(1).max(50), title: z.string().max(100) })).max(2),
});

export const permissionState = z.enum(['granted', 'denied', 'prompt']);

/** RFC 8252 §7.3: the browser comes back to the machine it runs on, at a port that was free just now. */
const loopback = z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ });

/**
 * What a page of Sidetone may order of the desktop program that shows it, with what it says and what it is answered. Both
 * sides parse: the program what a page asks, the page what it is answered.
 */
export const shellOrders = {
  openInBrowser: order(z.strictObject({ url: webAddress }), nothing),
  mailTo: order(z.strictObject({ address: z.email().max(320), subject: z.string().max(500).optional() }), nothing),
  logFiles: order(nothing, z.array(logFile)),
  exportLog: order(z.strictObject({ lines: z.array(z.string().max(10_000)).max(10_000) }), nothing),
  showContextMenu: order(
    z.strictObject({ items: z.array(contextMenuItem).min(1).max(50), x: z.number(), y: z.number() }),
    z.string().nullable(),
  ),
  setTheme: order(z.strictObject({ theme: z.enum(['system', 'light', 'dark']) }), nothing),
  setLanguage: order(z.strictObject({ language: z.enum(['de', 'en']) }), nothing),
  readSwitch: order(
    z.strictObject({ name: z.enum(['launchOnStartup', 'startMinimized', 'globalShortcut']) }),
    z.boolean(),
  ),
  turnSwitch: order(
    z.strictObject({ name: z.enum(['launchOnStartup', 'startMinimized', 'globalShortcut']), on: z.boolean() }),
    nothing,
  ),
  resizeWindow: order(z.strictObject({ size: z.enum(['setup', 'main']) }), nothing),
  focusWindow: order(nothing, nothing),
  forceReload: order(nothing, nothing),
  /** What the system says of the microphone: of the program's own page the browser in it says that all is allowed. */
  microphonePermission: order(nothing, permissionState),
  notificationPermission: order(nothing, permissionState),
  notify: order(notice, nothing),
  closeNotice: order(z.strictObject({ tag: z.string().min(1).max(100) }), nothing),
  setBadge: order(z.strictObject({ count: z.int().nonnegative() }), nothing),
  /** Begins to listen for a sign-in; the address that it has to lead back to. */
  awaitSignIn: order(nothing, loopback),
  /** Opens the identity provider; the address at which it led back. */
  signIn: order(z.strictObject({ url: webAddress }), loopback),
} as const;
type ShellOrders = typeof shellOrders;
export type ShellOrderName = keyof ShellOrders;
export type Asked<Name extends ShellOrderName> = z.input<ShellOrders[Name]['asked']>;
/** What an order says once it was parsed. */
export type Parsed<Name extends ShellOrderName> = z.output<ShellOrders[Name]['asked']>;
export type Answered<Name extends ShellOrderName> = z.output<ShellOrders[Name]['answered']>;

/** An order as it travels: its name, and what it says, which the schema of that name parses. */
export const shellMessage = z.strictObject({
  name: z.enum(Object.keys(shellOrders) as [ShellOrderName, ...ShellOrderName[]]),
  asked: z.unknown(),
});

/** What the program tells its page, each with what it says. */
export const shellFacts = {
  /** A link with a number was pressed somewhere on this machine. */
  dial: z.strictObject({ link: z.string().min(1).max(200) }),
  /** The global shortcut was pressed: the window is in front. */
  summoned: z.strictObject({}),
  /** Someone pressed a notification, or a button of it. */
  noticeAnswered: z.strictObject({ tag: z.string(), action: z.string().nullable() }),
} as const;
export type ShellFacts = typeof shellFacts;
export type ShellFactName = keyof ShellFacts;
export type Fact<Name extends ShellFactName> = z.output<ShellFacts[Name]>;

/** What a page knows of its program before it asks; titleBarHeight is in pixels, 0 where the system draws the bar. */
export const shellTraits = z.strictObject({
  platform: z.enum(['mac', 'windows', 'linux', 'other']),
  titleBarHeight: z.number().nonnegative(),
  shortcut: z.string(),
});
export type ShellTraits = z.infer<typeof shellTraits>;

/** The one thing that the program puts into its page, under the name `sidetoneShell`. */
export interface ShellPort {
  readonly traits: unknown;
  ask(name: string, asked: unknown): Promise<unknown>;
  /** Calls back with each fact of this name; gives the way to stop. */
  hear(name: string, listener: (fact: unknown) => void): () => void;
}
