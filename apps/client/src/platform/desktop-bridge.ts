import { browserBridge } from './bridge/browser-bridge.ts';
import { shellBridge } from './bridge/shell-bridge.ts';
import type { DesktopBridge } from './bridge-parts.ts';

let here: DesktopBridge | null = null;

/** The machine around this page. */
export function bridge(): DesktopBridge {
  here ??= shellBridge(globalThis) ?? browserBridge();
  return here;
}
