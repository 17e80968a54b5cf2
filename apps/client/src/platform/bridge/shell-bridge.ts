import {
  type Answered,
  type Asked,
  type Fact,
  type ShellFactName,
  type ShellOrderName,
  type ShellPort,
  shellFacts,
  shellOrders,
  shellTraits,
} from '@sidetone/contract/desktop/shell-orders.ts';
import type { DesktopBridge, Notice, Switch } from '../bridge-parts.ts';
import { keptLines } from '../log/log-ring.ts';

/** The orders and facts of the program, parsed on their way. */
interface Shell {
  ask<Name extends ShellOrderName>(name: Name, asked: Asked<Name>): Promise<Answered<Name>>;
  /** For orders without an answer. A mistake of the page is thrown; a failure of the program is logged. */
  tell<Name extends ShellOrderName>(name: Name, asked: Asked<Name>): void;
  hear<Name extends ShellFactName>(name: Name, listener: (fact: Fact<Name>) => void): () => void;
}

/** The abilities of the desktop program for its page; null where the page is in a browser. */
export function shellBridge(page: object): DesktopBridge | null {
  const port = (page as { sidetoneShell?: ShellPort }).sidetoneShell;
  if (port === undefined) return null;
  const traits = shellTraits.parse(port.traits);
  const shell = shellOver(port);
  const { ask, tell, hear } = shell;
  return {
    kind: 'desktop',
    platform: traits.platform,
    titleBarHeight: traits.titleBarHeight,
    openInBrowser: (url) => tell('openInBrowser', { url }),
    mailTo: (address, subject) => tell('mailTo', subject === undefined ? { address } : { address, subject }),
    async logFiles() {
      return [...(await ask('logFiles', undefined)), { name: 'sidetone.log', text: keptLines().join('\n') }];
    },
    exportLog: (lines) => ask('exportLog', { lines: [...lines] }),
    showContextMenu: (items, at) => ask('showContextMenu', { items: items.map((item) => ({ ...item })), ...at }),
    setTheme: (theme) => tell('setTheme', { theme }),
    setLanguage(language) {
      document.documentElement.lang = language;
      tell('setLanguage', { language });
    },
    hid: true,
    launchOnStartup: switchOf(shell, 'launchOnStartup'),
    startMinimized: switchOf(shell, 'startMinimized'),
    globalShortcut: { ...switchOf(shell, 'globalShortcut'), keys: traits.shortcut },
    resizeWindow: (size) => tell('resizeWindow', { size }),
    // The window never slows down, and so its page counts as visible even where it is not.
    isOutOfSight: () => document.hidden || !document.hasFocus(),
    focusWindow: () => tell('focusWindow', undefined),
    forceReload: () => tell('forceReload', undefined),
    microphonePermission: () => ask('microphonePermission', undefined),
    notificationPermission: () => ask('notificationPermission', undefined),
    requestNotificationPermission: () => ask('notificationPermission', undefined),
    notify: notifierOf(shell),
    setBadge: (count) => tell('setBadge', { count }),
    async nativeSignIn(addressOf) {
      const redirectUri = await ask('awaitSignIn', undefined);
      return ask('signIn', { url: await addressOf(redirectUri) });
    },
    onDial: (listener) => hear('dial', ({ link }) => listener(link)),
    onSummoned: (listener) => hear('summoned', () => listener()),
  };
}

function shellOver(port: ShellPort): Shell {
  const ask: Shell['ask'] = async (name, asked) => {
    // A mistake of the page is reported here, and not only in the log of the program.
    const parsed = shellOrders[name].asked.parse(asked);
    return shellOrders[name].answered.parse(await port.ask(name, parsed)) as Answered<typeof name>;
  };
  return {
    ask,
    tell(name, asked) {
      shellOrders[name].asked.parse(asked);
      ask(name, asked).catch((cause: unknown) => console.warn(`[platform] order failed: ${name}`, cause));
    },
    hear: (name, listener) => port.hear(name, (fact) => listener(shellFacts[name].parse(fact) as Fact<typeof name>)),
  };
}

const switchOf = ({ ask }: Shell, name: Asked<'readSwitch'>['name']): Switch => ({
  get: () => ask('readSwitch', { name }),
  set: (on) => ask('turnSwitch', { name, on }),
});

/** Shows notifications. Of two with one tag the later replaces the earlier, which then hears nothing. */
function notifierOf({ tell, hear }: Shell): DesktopBridge['notify'] {
  const notices = new Map<string, Notice>();
  hear('noticeAnswered', ({ tag, action }) => {
    notices.get(tag)?.onPressed(action);
    notices.delete(tag);
  });
  return (notice) => {
    notices.set(notice.tag, notice);
    const { onPressed: _, actions, ...said } = notice;
    tell('notify', { ...said, actions: actions.map((action) => ({ ...action })) });
    return () => {
      if (notices.get(notice.tag) !== notice) return;
      notices.delete(notice.tag);
      tell('closeNotice', { tag: notice.tag });
    };
  };
}
