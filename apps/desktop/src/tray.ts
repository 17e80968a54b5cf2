import type { Tray } from 'electron';
import type { ElectronModules } from './electron.ts';
import type { Words } from './words.ts';

interface TrayIcon {
  /** Says everything anew, in these words. */
  say(words: Words): void;
  /** How many calls wait, for the icon of the program and the one in the tray. */
  count(waiting: number): void;
}

/** The icon that stays while the window is out of sight, with the way back and the way out. */
export function trayIcon(
  { app, Menu, nativeImage, Tray: TrayOf }: Pick<ElectronModules, 'app' | 'Menu' | 'nativeImage' | 'Tray'>,
  icon: string,
  act: { open(): void; quit(): void },
): TrayIcon {
  const tray: Tray = new TrayOf(nativeImage.createFromDataURL(icon).resize({ width: 20, height: 20 }));
  tray.setToolTip('Sidetone');
  tray.on('click', act.open);
  return {
    say({ open, quit }) {
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: open, click: act.open },
          { type: 'separator' },
          { label: quit, click: act.quit },
        ]),
      );
    },
    count(waiting) {
      app.setBadgeCount(waiting);
      tray.setToolTip(waiting === 0 ? 'Sidetone' : `Sidetone (${waiting})`);
    },
  };
}
