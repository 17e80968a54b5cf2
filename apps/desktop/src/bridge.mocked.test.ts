import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BridgeUnderTest, provesBridge } from '../../client/src/platform/bridge/bridge-conformance.ts';
import { shellBridge } from '../../client/src/platform/bridge/shell-bridge.ts';
import { started } from './testing/started.ts';

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => vi.unstubAllGlobals());

async function underElectron(platform: NodeJS.Platform): Promise<BridgeUnderTest> {
  const { hands, theme, port, folder } = await started({ platform });
  const bridge = shellBridge({ sidetoneShell: port() });
  if (bridge === null) throw new Error('the page has no port');
  const saved = join(folder, 'sidetone.log');
  hands.saveTo = saved;
  const labels: Record<string, string> = { call: 'Call', copy: 'Copy' };
  const shown = () => [...hands.notifications.shown];
  return {
    bridge,
    async settled() {
      // Orders travel in promises alone; those of one turn are done before the next.
      await setImmediate();
    },
    opened: () => hands.opened,
    saved: () => [{ name: basename(saved), text: readFileSync(saved, 'utf8') }],
    theme,
    badge: () => hands.app.badge,
    reloads: () => hands.window().webContents.reloads,
    notices: () => shown().map(({ options }) => ['call', options.title] as const),
    press(_tag, action) {
      for (const notification of shown()) {
        hands.notifications.shown.delete(notification);
        const actionIndex = ['accept', 'decline'].indexOf(action ?? '');
        if (action === null) notification.emit('click', {});
        else notification.emit('action', { actionIndex });
        notification.emit('close', {});
      }
    },
    allowNotifications: (allowed) => {
      hands.notifications.supported = allowed;
    },
    willChoose: (id) => {
      hands.presses = id === null ? null : (labels[id] ?? null);
    },
    pressLink: (link) => void hands.app.emit('second-instance', {}, ['sidetone', link]),
  };
}

test('a window behind others is out of sight as well', async () => {
  const { bridge } = await underElectron('win32');
  Object.assign(document, { hidden: false, hasFocus: () => false });
  expect(bridge.isOutOfSight()).toBe(true);
});

provesBridge('the desktop program on Windows', () => underElectron('win32'));
provesBridge('the desktop program on Linux', () => underElectron('linux'));

test.each([
  ['darwin', 'not-determined', 'prompt'],
  ['darwin', 'granted', 'granted'],
  ['darwin', 'denied', 'denied'],
  ['darwin', 'restricted', 'denied'],
  ['win32', 'not-determined', 'granted'],
  ['win32', 'denied', 'denied'],
  ['win32', 'unknown', 'granted'],
  ['linux', 'denied', 'granted'],
] as const)('SONB-021: on %s a microphone that is %s to the system is %s to the page', async (platform, said, told) => {
  const { hands, port } = await started({ platform });
  hands.microphone = said;
  expect(await shellBridge({ sidetoneShell: port() })?.microphonePermission?.()).toBe(told);
});
