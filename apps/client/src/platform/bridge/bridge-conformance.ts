import { beforeEach, describe, expect, test } from 'vitest';
import type { DesktopBridge, Notice } from '../bridge-parts.ts';

/** A bridge with a machine around it that the suite can inspect and control. */
export interface BridgeUnderTest {
  readonly bridge: DesktopBridge;
  /** Waits until every order so far is carried out. */
  settled(): Promise<void>;
  /** Addresses that other programs were told to open, mails among them. */
  opened(): readonly string[];
  /** Files that the user was given. */
  saved(): readonly { readonly name: string; readonly text: string }[];
  theme(): string;
  badge(): number;
  reloads(): number;
  /** Tags and titles of the notifications that are shown. */
  notices(): readonly (readonly [tag: string, title: string])[];
  /** Presses a notification, or the button of it with this id. */
  press(tag: string, action: string | null): void;
  /** Whether the machine lets the app show notifications. */
  allowNotifications(allowed: boolean): void;
  /** The user will choose the line with this id of the next menu; nothing for null. */
  willChoose(id: string | null): void;
  /** A user presses a link with a number anywhere on the machine. */
  pressLink(link: string): void;
}

/** The bridge of the test that runs now. */
type Current = () => BridgeUnderTest;

/** The behaviour of every bridge, whatever the machine around it is. */
export function provesBridge(name: string, make: () => Promise<BridgeUnderTest>): void {
  describe(name, () => {
    let it: BridgeUnderTest;
    beforeEach(async () => {
      it = await make();
    });
    const current: Current = () => it;
    provesAddresses(current);
    provesFiles(current);
    provesWindow(current);
    provesNotices(current);
    provesProgram(current);
  });
}

const notice = (change: Partial<Notice> = {}): Notice => ({
  tag: 'call',
  title: 'Jonas is calling',
  body: 'Private',
  onPressed: () => {},
  actions: [
    { id: 'accept', title: 'Accept' },
    { id: 'decline', title: 'Decline' },
  ],
  ...change,
});

/** Pages and mails that are opened in other programs. */
function provesAddresses(current: Current): void {
  test('pages open beside the app', async () => {
    const it = current();
    it.bridge.openInBrowser('https://help.example/faq?x=1');
    it.bridge.openInBrowser('http://127.0.0.1:8080/');
    await it.settled();
    expect(it.opened()).toEqual(['https://help.example/faq?x=1', 'http://127.0.0.1:8080/']);
  });

  test.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'not an address', ''])(
    '%j is not opened',
    async (address) => {
      const it = current();
      expect(() => it.bridge.openInBrowser(address)).toThrow();
      await it.settled();
      expect(it.opened()).toEqual([]);
    },
  );

  test('an email is started, and its subject cannot add recipients', async () => {
    const it = current();
    it.bridge.mailTo('mara@company.example');
    it.bridge.mailTo('mara@company.example', 'About & cc=eve@evil.example');
    await it.settled();
    expect(it.opened()).toEqual([
      'mailto:mara@company.example',
      'mailto:mara@company.example?subject=About%20%26%20cc%3Deve%40evil.example',
    ]);
  });

  test.each(['nobody', 'a@b.example?cc=eve@evil.example', 'a@b.example,c@d.example', ''])(
    'a mail to %j is refused',
    async (address) => {
      const it = current();
      expect(() => it.bridge.mailTo(address)).toThrow();
      await it.settled();
      expect(it.opened()).toEqual([]);
    },
  );
}

/** The log, and files that users are given. */
function provesFiles(current: Current): void {
  test('the log has files, each with a name of its own', async () => {
    const it = current();
    const files = await it.bridge.logFiles();
    expect(files.length).toBeGreaterThan(0);
    expect(new Set(files.map((file) => file.name)).size).toBe(files.length);
  });

  test('lines are saved as a file', async () => {
    const it = current();
    await it.bridge.exportLog(['first', 'second ü']);
    expect(it.saved()).toEqual([{ name: 'sidetone.log', text: 'first\nsecond ü' }]);
  });
}

/** The parts that the system draws around the page, and whether the page is visible. */
function provesWindow(current: Current): void {
  test.each([{ chosen: 'copy' }, { chosen: null }])(
    'a menu returns $chosen when that is chosen',
    async ({ chosen }) => {
      const it = current();
      it.willChoose(chosen);
      const items = [
        { id: 'call', label: 'Call' },
        { id: null, label: '' },
        { id: 'copy', label: 'Copy' },
      ];
      expect(await it.bridge.showContextMenu(items, { x: 10, y: 20 })).toBe(chosen);
    },
  );

  test.each(['dark', 'light', 'system'] as const)('the parts drawn by the system become %s', async (theme) => {
    const it = current();
    it.bridge.setTheme(theme);
    await it.settled();
    expect(it.theme()).toBe(theme);
  });

  test.each(['de', 'en'] as const)('the page says that its language is %s', async (language) => {
    const it = current();
    it.bridge.setLanguage(language);
    await it.settled();
    expect(document.documentElement.lang).toBe(language);
  });

  test('the icon has a number as long as something is waiting', async () => {
    const it = current();
    it.bridge.setBadge(3);
    await it.settled();
    expect(it.badge()).toBe(3);
    it.bridge.setBadge(0);
    await it.settled();
    expect(it.badge()).toBe(0);
  });

  test('a page that is hidden is out of sight', () => {
    const it = current();
    Object.assign(document, { hidden: false, hasFocus: () => true });
    expect(it.bridge.isOutOfSight()).toBe(false);
    Object.assign(document, { hidden: true });
    expect(it.bridge.isOutOfSight()).toBe(true);
  });

  test('the app is reloaded', async () => {
    const it = current();
    it.bridge.forceReload();
    await it.settled();
    expect(it.reloads()).toBe(1);
  });
}

/** Notifications, their buttons and their end. */
function provesNotices(current: Current): void {
  test('the user decides whether notifications are shown', async () => {
    const it = current();
    it.allowNotifications(true);
    expect(await it.bridge.notificationPermission()).toBe('granted');
    expect(await it.bridge.requestNotificationPermission()).toBe('granted');
    it.allowNotifications(false);
    expect(await it.bridge.notificationPermission()).toBe('denied');
    expect(await it.bridge.requestNotificationPermission()).toBe('denied');
    it.bridge.notify(notice());
    await it.settled();
    expect(it.notices()).toEqual([]);
  });

  test('a notification is shown, and its buttons answer it once', async () => {
    const it = current();
    it.allowNotifications(true);
    const pressed: (string | null)[] = [];
    it.bridge.notify(notice({ onPressed: (action) => pressed.push(action) }));
    await it.settled();
    expect(it.notices()).toEqual([['call', 'Jonas is calling']]);
    it.press('call', 'decline');
    await it.settled();
    expect(pressed).toEqual(['decline']);
    expect(it.notices()).toEqual([]);
    it.bridge.notify(notice({ onPressed: (action) => pressed.push(action) }));
    await it.settled();
    it.press('call', null);
    await it.settled();
    expect(pressed).toEqual(['decline', null]);
  });

  test('a second notification replaces the first, which no longer hears anything', async () => {
    const it = current();
    it.allowNotifications(true);
    const pressed: string[] = [];
    const closeFirst = it.bridge.notify(notice({ onPressed: () => pressed.push('first') }));
    it.bridge.notify(notice({ title: 'Priya is calling', onPressed: () => pressed.push('second') }));
    await it.settled();
    expect(it.notices()).toEqual([['call', 'Priya is calling']]);
    closeFirst();
    await it.settled();
    expect(it.notices()).toEqual([['call', 'Priya is calling']]);
    it.press('call', 'accept');
    await it.settled();
    expect(pressed).toEqual(['second']);
  });

  test('a notification can be withdrawn', async () => {
    const it = current();
    it.allowNotifications(true);
    const close = it.bridge.notify(notice());
    await it.settled();
    close();
    await it.settled();
    expect(it.notices()).toEqual([]);
  });
}

/** Abilities that only a program has, and links from elsewhere. */
function provesProgram(current: Current): void {
  test('a link with a number reaches the listener, and no longer after it was removed', async () => {
    const it = current();
    const heard: string[] = [];
    const stop = it.bridge.onDial((link) => heard.push(link));
    it.pressLink('tel:+4930901820');
    await it.settled();
    expect(heard).toEqual(['tel:+4930901820']);
    stop();
    it.bridge.onDial(() => {});
    it.pressLink('tel:+4930901821');
    await it.settled();
    expect(heard).toEqual(['tel:+4930901820']);
  });

  test('a bridge has all abilities that need a program, or none', () => {
    const it = current();
    const { launchOnStartup, startMinimized, globalShortcut, nativeSignIn } = it.bridge;
    const native = [launchOnStartup, startMinimized, globalShortcut, nativeSignIn];
    expect(native.map((each) => each !== null)).toEqual(native.map(() => it.bridge.kind === 'desktop'));
  });

  test.each(['launchOnStartup', 'startMinimized', 'globalShortcut'] as const)('%s keeps its setting', async (name) => {
    const it = current();
    const its = it.bridge[name];
    if (its === null) return expect(it.bridge.kind).toBe('browser');
    expect(await its.get()).toBe(false);
    await its.set(true);
    expect(await its.get()).toBe(true);
    await its.set(false);
    expect(await its.get()).toBe(false);
  });
}
