import type * as Electron from 'electron';

/** What of Electron the program uses; it is handed in, so that it can be proved where Electron cannot run. */
export type ElectronModules = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'clipboard'
  | 'dialog'
  | 'globalShortcut'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'net'
  | 'Notification'
  | 'screen'
  | 'shell'
  | 'systemPreferences'
  | 'Tray'
>;

/** What of Node's process the program looks at. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}
