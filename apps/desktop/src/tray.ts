import type { NativeImage, Tray } from 'electron';
import type { ElectronModules } from './electron.ts';
import type { Words } from './words.ts';

/** Edge of the mark on the taskbar of Windows, in pixels, and its colour as blue, green, red, opacity. */
const markSize = 16;
const markColour = [0x3c, 0x21, 0xc4, 0xff];

interface TrayIcon {
  /** Says everything again, in these words. */
  say(words: Words): void;
  /** How many calls wait, for the icon of the program and the one in the tray. */
  count(waiting: number): void;
}

/** The icon that stays while the window is out of sight, with the way back and the way out. */
export function trayIcon(
  { app, Menu, nativeImage, Tray: TrayOf }: Pick<ElectronModules, 'app' | 'Menu' | 'nativeImage' | 'Tray'>,
  icon: string,
  act: { open(): void; quit(): void; mark(image: NativeImage | null, text: string): void },
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
      // Windows has no numbers on icons, so there a mark says that something waits.
      app.setBadgeCount(waiting);
      act.mark(waiting === 0 ? null : redDot(nativeImage), String(waiting));
      tray.setToolTip(waiting === 0 ? 'Sidetone' : `Sidetone (${waiting})`);
    },
  };
}

function redDot(images: ElectronModules['nativeImage']): NativeImage {
  const half = (markSize - 1) / 2;
  const pixels = Array.from({ length: markSize * markSize }, (_, at) => {
    const away = Math.hypot((at % markSize) - half, Math.floor(at / markSize) - half);
    return away <= half ? markColour : [0, 0, 0, 0];
  });
  return images.createFromBitmap(Buffer.from(pixels.flat()), { width: markSize, height: markSize });
}
