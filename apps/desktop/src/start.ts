import { join } from 'node:path';
import { apiBase } from '@sidetone/contract/http/route.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { handledProtocols, linkAmong, numberLinkOf, serverOf } from './addresses.ts';
import { autostart, autostartWord } from './autostart.ts';
import type { ElectronModules, Surroundings } from './electron.ts';
import { guard } from './guards.ts';
import { type LogFile, logFile } from './log-file.ts';
import { type MainWindow, mainWindow } from './main-window.ts';
import { nativeSignIn } from './native-sign-in.ts';
import { notices } from './notices.ts';
import { answerOrders, turnShortcut } from './orders.ts';
import { signedInPage } from './pages.ts';
import { type SettingsStore, settingsStore } from './settings.ts';
import { trayIcon } from './tray.ts';
import { type Language, type Words, wordsIn } from './words.ts';

interface Start {
  readonly electron: ElectronModules;
  readonly surroundings: Surroundings;
  /** Path of the built preload script. */
  readonly preload: string;
  /** The program's icon as a data URL. */
  readonly icon: string;
}

/**
 * Runs the program: one window of one server, that stays reachable in the tray. A second start of it hands its link to the
 * first and ends; then this gives false.
 */
export async function startDesktop({ electron, surroundings, preload, icon }: Start): Promise<boolean> {
  const { app } = electron;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.enableSandbox();
  const settings = settingsStore(join(app.getPath('userData'), 'settings.json'));
  const log = logFile(join(app.getPath('logs'), 'desktop.log'));
  const named = serverOf(surroundings.env['SIDETONE_SERVER'] ?? wordAfter('--server=', surroundings.argv) ?? '');
  if (named !== null) settings.change({ server: named });

  const links = takeLinks({ electron, surroundings });
  await app.whenReady();
  // A program that was not installed would have the system start a bare Electron for its links.
  if (app.isPackaged) for (const protocol of handledProtocols) app.setAsDefaultProtocolClient(protocol);
  log.write('info', 'program started', { version: app.getVersion(), platform: surroundings.platform });

  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  const language = (): Language => settings.get().language ?? (app.getLocale().startsWith('de') ? 'de' : 'en');
  const words = () => wordsIn(language());
  electron.nativeTheme.themeSource = settings.get().theme;

  const hidden = surroundings.argv.includes(autostartWord) && settings.get().startMinimized;
  const main = mainWindow(
    { electron, surroundings, settings, log, preload, icon, language, words, isQuitting: () => quitting },
    { hidden },
  );
  app.on('activate', main.bringToFront);
  const program: Program = { electron, surroundings, settings, log, main, language, words };
  hearPage(program, showTray(program, icon));
  guard(main.window.webContents, {
    electron,
    surroundings,
    settings,
    words,
    onNumber: (number) => main.tell('dial', { link: number }),
    onServer: (typed) => void chooseServer(program, typed),
  });

  links.follow((link) => {
    const number = numberLinkOf(link);
    main.bringToFront();
    if (number !== null) main.tell('dial', { link: number });
  });
  await main.load();
  return true;
}

/** The links that the system and further starts hand to the program. `follow` says what is done with them. */
function takeLinks({ electron: { app }, surroundings }: Pick<Start, 'electron' | 'surroundings'>) {
  // On a Mac the link that the program was started for comes before its window is there.
  let link = linkAmong(surroundings.argv);
  let open = (next: string) => {
    link = next;
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    open(url);
  });
  return {
    follow(next: (link: string) => void) {
      open = next;
      app.on('second-instance', (_event, argv) => open(linkAmong(argv) ?? 'sidetone://open'));
      if (link !== null) open(link);
    },
  };
}

/** The program once its window is there. */
interface Program extends Pick<Start, 'electron' | 'surroundings'> {
  readonly settings: SettingsStore;
  readonly log: LogFile;
  readonly main: MainWindow;
  language(): Language;
  words(): Words;
}

/** Its tray and its menu, whose words are said again when the language changes. */
function showTray({ electron, surroundings: { platform }, main, words }: Program, icon: string) {
  const tray = trayIcon(electron, icon, {
    open: main.bringToFront,
    quit: () => electron.app.quit(),
    mark(image, text) {
      if (platform === 'win32') main.window.setOverlayIcon(image, text);
    },
  });
  const sayEverything = () => {
    tray.say(words());
    // Only a Mac has a menu outside the window, and without it no keys for copying.
    const menu = [{ role: 'appMenu' as const }, { role: 'editMenu' as const }, { role: 'windowMenu' as const }];
    electron.Menu.setApplicationMenu(platform === 'darwin' ? electron.Menu.buildFromTemplate(menu) : null);
  };
  sayEverything();
  return { count: tray.count, sayEverything };
}

/** Does what the page orders and tells it what happens outside of it. */
function hearPage(program: Program, { count, sayEverything }: ReturnType<typeof showTray>): void {
  const { electron, surroundings, settings, log, main, language, words } = program;
  const onSummoned = () => {
    main.bringToFront();
    main.tell('summoned', {});
  };
  if (settings.get().globalShortcut) {
    try {
      turnShortcut(electron, true, onSummoned);
    } catch {
      log.write('warn', 'shortcut taken by another program');
    }
  }
  const signIn = nativeSignIn({
    openExternal: (url) => electron.shell.openExternal(url),
    page: () => signedInPage(words(), language()),
    onBack: main.bringToFront,
    after(ms, task) {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
  });
  electron.app.on('will-quit', () => {
    signIn.stop();
    electron.globalShortcut.unregisterAll();
  });
  answerOrders({
    electron,
    surroundings,
    settings,
    log,
    main,
    signIn,
    onSummoned,
    count,
    autostart: autostart(electron.app, surroundings),
    notices: notices(electron, (answer) => {
      // A call that is declined does not need the window.
      if (answer.action !== 'decline') main.bringToFront();
      main.tell('noticeAnswered', answer);
    }),
    setLanguage(next) {
      settings.change({ language: next });
      sayEverything();
    },
  });
}

async function chooseServer({ electron, settings, log, main, words }: Program, typed: string): Promise<void> {
  const server = serverOf(typed);
  if (server === null) return main.load(words().notAnAddress, typed);
  if (!(await isSidetone(electron, server))) return main.load(words().notReached(server), typed);
  settings.change({ server });
  log.write('info', 'server chosen');
  return main.load();
}

/** Whether a Sidetone answers there. */
async function isSidetone({ net }: Pick<ElectronModules, 'net'>, server: string): Promise<boolean> {
  try {
    const reply = await net.fetch(`${server}${apiBase}${sessionRoutes.health.path}`, {
      signal: AbortSignal.timeout(10_000),
    });
    return sessionRoutes.health.reply.safeParse(await reply.json()).success;
  } catch {
    return false;
  }
}

const wordAfter = (start: string, argv: readonly string[]): string | undefined =>
  argv.find((word) => word.startsWith(start))?.slice(start.length);
