import { type Fact, type ShellFactName, shellTraits } from '@sidetone/contract/desktop/shell-orders.ts';
import type { BrowserWindow, Rectangle } from 'electron';
import type { ElectronModules, Surroundings } from './electron.ts';
import { factChannel, traitsWord } from './line.ts';
import type { LogFile } from './log-file.ts';
import { serverPage } from './pages.ts';
import { placeOf, smallestWindow, windowSizes } from './places.ts';
import type { SettingsStore } from './settings.ts';
import { textMenu } from './text-menu.ts';
import type { Language, Words } from './words.ts';

/** Keys that bring the program to the front from anywhere, as Electron writes them. */
export const summonKeys = 'CommandOrControl+Shift+K';

interface WindowParts {
  readonly electron: ElectronModules;
  readonly surroundings: Surroundings;
  readonly settings: SettingsStore;
  readonly log: LogFile;
  readonly preload: string;
  readonly icon: string;
  language(): Language;
  words(): Words;
  /** Whether the program ends; otherwise a closed window only goes out of sight, and calls still reach the person. */
  isQuitting(): boolean;
}

export interface MainWindow {
  readonly window: BrowserWindow;
  /** Loads the server's page, or the one that asks for the server. */
  load(problem?: string | null, typed?: string): Promise<void>;
  /** Out of the tray, out of the dock, in front of other windows. */
  bringToFront(): void;
  resize(size: 'setup' | 'main'): void;
  tell<Name extends ShellFactName>(name: Name, fact: Fact<Name>): void;
}

/** The one window of the program, with nothing of Node in its page. */
export function mainWindow(parts: WindowParts, { hidden }: { hidden: boolean }): MainWindow {
  const { electron, settings } = parts;
  const displays = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = placeOf(settings.get().bounds, displays);
  const window = openWindow(parts, place ?? windowSizes.main);
  if (settings.get().maximized) window.maximize();
  if (hidden) window.hide();
  else window.once('ready-to-show', () => window.show());

  let size: 'setup' | 'main' = 'main';
  const remember = () => {
    // The size of a sign-in is nobody's choice.
    if (size === 'setup' || window.isMinimized() || window.isDestroyed()) return;
    settings.change({ maximized: window.isMaximized(), bounds: window.getNormalBounds() });
  };
  window.on('close', (event) => {
    remember();
    if (parts.isQuitting()) return;
    event.preventDefault();
    window.hide();
  });
  // Windows is shut down without asking its windows one by one.
  window.on('session-end', remember);
  const load = (problem: string | null = null, typed?: string) => loadPage(window, parts, problem, typed);
  tendPage(window, parts, load);

  return {
    window,
    load,
    bringToFront() {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    resize(next) {
      if (next === size) return;
      remember();
      size = next;
      // Who has it as large as the screen keeps it so.
      if (window.isMaximized() || window.isFullScreen()) return;
      const before = next === 'main' ? placeOf(settings.get().bounds, displays) : undefined;
      if (before !== undefined) return window.setBounds(before);
      const { width, height } = windowSizes[next];
      window.setSize(width, height);
      window.center();
    },
    tell(name, fact) {
      if (!window.isDestroyed()) window.webContents.send(factChannel, { name, fact });
    },
  };
}

function openWindow({ electron, surroundings, preload, icon }: WindowParts, place: Partial<Rectangle>): BrowserWindow {
  const traits = shellTraits.parse({
    platform: platformOf(surroundings.platform),
    titleBarHeight: 0,
    shortcut: summonKeys,
  });
  return new electron.BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Sidetone',
    icon: electron.nativeImage.createFromDataURL(icon),
    backgroundColor: electron.nativeTheme.shouldUseDarkColors ? '#161513' : '#fbfdfc',
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // A phone in the background has to ring on time.
      backgroundThrottling: false,
      spellcheck: true,
      additionalArguments: [`${traitsWord}${JSON.stringify(traits)}`],
    },
  });
}

/** The menu of its texts, and what happens when the page crashes. */
function tendPage(window: BrowserWindow, parts: WindowParts, load: () => Promise<void>): void {
  const { electron, log } = parts;
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const lines = textMenu(params, parts.words(), {
      correct: (word) => webContents.replaceMisspelling(word),
      copy: (text) => electron.clipboard.writeText(text),
    });
    if (lines.length > 0) electron.Menu.buildFromTemplate(lines).popup({ window });
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.write('error', 'page crashed', { reason });
    if (reason !== 'clean-exit' && !parts.isQuitting()) void load();
  });
  webContents.on('unresponsive', () => log.write('warn', 'page does not respond'));
}

async function loadPage(
  window: BrowserWindow,
  { settings, log, words, language }: WindowParts,
  problem: string | null,
  typed?: string,
): Promise<void> {
  const { server } = settings.get();
  const ask = (why: string | null, address: string) => window.loadURL(serverPage(words(), language(), address, why));
  if (server === null || problem !== null) return ask(problem, typed ?? server ?? '');
  try {
    await window.loadURL(`${server}/`);
    log.write('info', 'page loaded');
  } catch (error) {
    // The service worker shows the app without a connection; who comes here has never been connected.
    log.write('warn', 'server not reached', { code: codeOf(error) });
    if (codeOf(error) !== 'ERR_ABORTED') await ask(words().notReached(server), server);
  }
}

function platformOf(platform: NodeJS.Platform): 'mac' | 'windows' | 'linux' | 'other' {
  if (platform === 'darwin') return 'mac';
  if (platform === 'win32') return 'windows';
  return platform === 'linux' ? 'linux' : 'other';
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
