import { join } from 'node:path';
import * as electron from 'electron';
import icon from '../../client/public/icon-192.png?inline';
import { startDesktop } from './start.ts';

const preload = join(import.meta.dirname, 'preload.cjs');
// Electron is ready only once this file has run to its end: nothing may be awaited here.
startDesktop({ electron, surroundings: process, preload, icon }).catch((error: unknown) => {
  console.error('[desktop] starting failed', error);
  electron.app.exit(1);
});
