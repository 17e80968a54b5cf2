import type { PermissionState } from '@sidetone/contract/entities/audio-device.ts';
import type { DesktopBridge } from '#platform/bridge-parts.ts';

/** The step of the audio setup: the Mac's own page for the microphone, permissions, or devices. */
type SetupStep = 'macMicrophone' | 'permissions' | 'form';

export interface SetupFacts {
  readonly machine: Pick<DesktopBridge, 'kind' | 'platform'>;
  readonly microphone: PermissionState;
  /** The user has pressed Next. */
  readonly wentOn: boolean;
  /** The microphone was allowed already when the setup began; null until that is known. */
  readonly wasGranted: boolean | null;
}

/**
 * The step of the audio setup (specification 4.16); null until the browser has said whether the microphone is allowed.
 */
export function setupStep({ machine, microphone, wentOn, wasGranted }: SetupFacts): SetupStep | null {
  if (microphone === null || wasGranted === null) return null;
  const isDesktop = machine.kind === 'desktop';
  if (microphone === 'granted' && (isDesktop || wentOn || !wasGranted)) return 'form';
  return isDesktop && machine.platform === 'mac' ? 'macMicrophone' : 'permissions';
}

/** Whether there is a Next button: no question is left, or one was closed without an answer. */
export function mayGoOn(
  states: { readonly microphone: PermissionState; readonly notifications: PermissionState },
  asked: readonly (keyof typeof states)[],
): boolean {
  return (['microphone', 'notifications'] as const).every(
    (name) => states[name] !== null && (states[name] !== 'prompt' || asked.includes(name)),
  );
}
