import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ElectronModules, Surroundings } from './electron.ts';

/** With this word the system starts the program when someone signs in to the machine. */
export const autostartWord = '--autostart';

export interface Autostart {
  get(): boolean;
  set(on: boolean): void;
}

/** Whether the program starts with the machine: known to the system itself, on Linux by a file of the XDG autostart folder. */
export function autostart(app: ElectronModules['app'], { platform, env }: Surroundings): Autostart {
  // Electron by itself has to be told which program it runs.
  const args = app.isPackaged ? [autostartWord] : [app.getAppPath(), autostartWord];
  if (platform === 'darwin' || platform === 'win32') {
    return {
      get: () => app.getLoginItemSettings({ args }).openAtLogin,
      set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
    };
  }
  const file = join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'sidetone.desktop');
  return {
    get: () => existsSync(file),
    set(on) {
      if (!on) return rmSync(file, { force: true });
      mkdirSync(dirname(file), { recursive: true });
      // An AppImage runs from a place that is gone afterwards; it names itself in APPIMAGE.
      const program = env['APPIMAGE'] ?? app.getPath('exe');
      const command = [program, ...args].map((word) => `"${word.replace(/["\\`$]/g, '\\$&')}"`).join(' ');
      writeFileSync(
        file,
        `[Desktop Entry]\nType=Application\nName=Sidetone\nExec=${command}\nX-GNOME-Autostart-enabled=true\n`,
      );
    },
  };
}
