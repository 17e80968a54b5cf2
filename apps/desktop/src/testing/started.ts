import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShellPort } from '@sidetone/contract/desktop/shell-orders.ts';
import type { Surroundings } from '../electron.ts';
import { portOver } from '../port.ts';
import { startDesktop } from '../start.ts';
import { fakeElectron } from './fake-electron.ts';

export const testServer = 'https://phone.example';

interface Given {
  readonly argv?: readonly string[];
  readonly platform?: NodeJS.Platform;
  readonly folder?: string;
  /** Null for a first start, where no server is known. */
  readonly server?: string | null;
  /** Before the program starts. */
  prepare?(electron: ReturnType<typeof fakeElectron>): void;
}

/** The whole program in a fake of Electron, started, with the port that its page sees. */
export async function started(given: Given = {}) {
  const folder = given.folder ?? mkdtempSync(join(tmpdir(), 'sidetone-desktop-'));
  const electron = fakeElectron(folder);
  given.prepare?.(electron);
  const server = given.server === undefined ? testServer : given.server;
  const surroundings: Surroundings = {
    platform: given.platform ?? 'win32',
    argv: ['sidetone', ...(given.argv ?? [])],
    env: { XDG_CONFIG_HOME: folder, ...(server === null ? {} : { SIDETONE_SERVER: server }) },
  };
  const isFirst = await startDesktop({ electron: electron.modules, surroundings, preload: '', icon: '' });
  const { hands } = electron;
  return {
    isFirst,
    folder,
    hands,
    theme: electron.theme,
    /** What a page in the window sees of the program. */
    port: (frame?: { url: string; parent: unknown }): ShellPort =>
      portOver(hands.ipcRenderer(frame), hands.window().options.webPreferences.additionalArguments),
  };
}
