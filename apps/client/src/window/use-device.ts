import { deviceId } from '@sidetone/contract/entities/device.ts';
import { deviceRoutes } from '@sidetone/contract/http/device-routes.ts';
import { useEffect } from 'react';
import { machineOf } from '#feedback/app-facts.ts';
import { isServerUp } from '#live/line/health.ts';
import { call } from '#live/line/http.ts';
import { whenServerIsBack } from '#live/line/server-back.ts';
import { signOut } from '#live/line/session.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { newId } from '#platform/new-id.ts';
import { useVersion } from '#settings/use-version.ts';

const storageKey = 'sidetone.device';
/** Users wait no longer than this to sign out. */
const forgetTimeoutMs = 1500;

/** Tells the server on which device this user runs the app, at every start and after an update. */
export function useDevice(webUserId: string | null): void {
  const version = useVersion();
  useEffect(() => {
    if (webUserId === null || version === null) return;
    let stop = () => {};
    let left = false;
    const register = async () => {
      const { browser, os } = machineOf(navigator.userAgent);
      const platform = bridge().kind;
      const name = platform === 'desktop' ? 'Sidetone' : browser || 'Browser';
      await call(deviceRoutes.registerDevice, {
        params: { deviceId: ownDeviceId() },
        body: { name, os, version, platform },
      });
    };
    register().catch((cause: unknown) => {
      console.warn('[device] not registered', cause);
      // Users who signed out in the meantime are no longer known here.
      if (left) return;
      stop = whenServerIsBack(isServerUp, () => {
        register().catch((again: unknown) => console.warn('[device] not registered', again));
      });
    });
    return () => {
      left = true;
      stop();
    };
  }, [webUserId, version]);
}

/** Has the server forget that this device is used, and signs out. */
export async function leaveDevice(): Promise<void> {
  try {
    await call(deviceRoutes.forgetDevice, { params: { deviceId: ownDeviceId() } }, { timeoutMs: forgetTimeoutMs });
  } catch (cause) {
    // The server forgets it by itself when it is no longer used.
    console.info('[device] not forgotten', cause);
  }
  await signOut();
}

let own: string | null = null;

/** Random, made at the first start in this browser, and kept. */
function ownDeviceId(): string {
  own ??= stored() ?? newId();
  try {
    localStorage.setItem(storageKey, own);
  } catch {
    // Without storage it is another device after each start.
  }
  return own;
}

function stored(): string | null {
  try {
    return deviceId.safeParse(localStorage.getItem(storageKey)).data ?? null;
  } catch {
    return null;
  }
}
