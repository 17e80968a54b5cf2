import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { bridge } from '#platform/desktop-bridge.ts';

/**
 * Whether sign-ins at other services begin in this window. A sign-in ends in the browser that began it, so the desktop
 * program leaves all of it to the app in the system's browser.
 */
export const beginsHere = (): boolean => bridge().kind === 'browser';

/** The address of a page of the settings, such as `extensions`, for the app in the system's browser. */
export const settingsAddress = (page: string): string =>
  new URL(`/main/channels/${privateChannelId}/dialogs/settings/${page}`, location.origin).href;
