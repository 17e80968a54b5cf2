import type { PermissionState } from '@sidetone/contract/entities/audio-device.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { bridge } from '#platform/desktop-bridge.ts';
import { audioDevices, browserDevices, tellDevices } from './devices.ts';
import { closeMicrophone, MicrophoneError, openMicrophone } from './microphone.ts';

/** The browser's permission; null until it has answered. */
interface Permissions {
  readonly microphone: PermissionState;
  readonly notifications: PermissionState;
}

type Permission = keyof Permissions;

/** The state of both permissions; screens read it by the hooks below. */
const permissions = createStore<Permissions>(() => ({ microphone: null, notifications: null }));

let watching = false;

/** Whether this browser lets us use the microphone, live: it follows changes in the settings of the page. */
export function useMicrophonePermission(): PermissionState {
  useEffect(watch, []);
  return useStore(permissions, ({ microphone }) => microphone);
}

/** Whether this browser lets us use the microphone, looked up now. */
export async function microphonePermission(): Promise<PermissionState> {
  await look('microphone');
  return permissions.getState().microphone;
}

/** Whether this browser shows our notifications, live. */
export function useNotificationPermission(): PermissionState {
  useEffect(watch, []);
  return useStore(permissions, ({ notifications }) => notifications);
}

/** Asks for the microphone, and closes it again immediately. The result is what the browser says from now on. */
export async function askForMicrophone(): Promise<PermissionState> {
  try {
    closeMicrophone(await openMicrophone());
    permissions.setState({ microphone: 'granted' });
    // Only now does the browser name the devices, and no event tells so.
    tellDevices();
  } catch (cause) {
    const problem = cause instanceof MicrophoneError ? cause.problem : 'failed';
    await look('microphone');
    // A user who closed the question may be asked again; a page that is not secure is never asked.
    const isStillOpen = permissions.getState().microphone === 'prompt' && problem !== 'insecure';
    if (!isStillOpen && (problem === 'denied' || problem === 'insecure'))
      permissions.setState({ microphone: 'denied' });
  }
  return permissions.getState().microphone;
}

/** Asks for permission to notify of calls while another window is in front. */
export async function askForNotifications(): Promise<PermissionState> {
  await bridge().requestNotificationPermission();
  await look('notifications');
  return permissions.getState().notifications;
}

function watch(): void {
  if (watching) return;
  watching = true;
  for (const name of ['microphone', 'notifications'] as const) {
    void look(name);
    navigator.permissions
      ?.query({ name: name as PermissionName })
      .then((status) => status.addEventListener('change', () => void look(name)))
      .catch(() => {});
  }
  // Where no event reports changes, coming back from the settings of the browser is a chance to look.
  addEventListener('focus', () => {
    void look('microphone');
    void look('notifications');
  });
}

async function look(name: Permission): Promise<void> {
  const before = permissions.getState()[name];
  const found = name === 'microphone' ? await microphoneState() : await bridge().notificationPermission();
  permissions.setState({ [name]: found });
  if (name === 'microphone' && found === 'granted' && before !== null && before !== found) tellDevices();
}

async function microphoneState(): Promise<PermissionState> {
  if (browserDevices() === null) return 'denied';
  const told = (await toldBySystem()) ?? (await queried('microphone'));
  if (told !== null) return told;
  // Older browsers do not say; but they name devices only where the microphone is allowed.
  const { microphones } = await audioDevices();
  return microphones?.some(({ label }) => label !== '') ? 'granted' : 'prompt';
}

/** In the desktop program the browser does not know the system's permission; earlier programs do not report it. */
async function toldBySystem(): Promise<PermissionState> {
  try {
    return (await bridge().microphonePermission?.()) ?? null;
  } catch (cause) {
    console.info('[audio] reading a permission failed', cause);
    return null;
  }
}

async function queried(name: Permission): Promise<PermissionState> {
  try {
    const { state } = await navigator.permissions.query({ name: name as PermissionName });
    return state;
  } catch {
    return null;
  }
}
