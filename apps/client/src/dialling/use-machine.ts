import { isFinal } from '@sidetone/contract/rules/call-states.ts';
import { useEffect } from 'react';
import { useCallsView } from '#calls/calls.ts';
import { useChannels } from '#channels/channels.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { currentPreferences, usePreferences } from '#platform/preferences.ts';
import { holdUpdates } from '#platform/updates.ts';
import { openClickToDial, openOmnibar } from './commands.ts';
import { phoneRings } from './phone-rings.ts';
import { numberOfTelLink } from './tel-link.ts';

/** Keeps the machine around the window up to date, and carries out its orders. */
export function useMachine(): void {
  useBadge();
  const { calls } = useCallsView();
  const inCall = calls.some(({ state }) => !isFinal(state));
  const rings = phoneRings(calls);
  useEffect(() => holdUpdates(inCall), [inCall]);
  useEffect(() => {
    if (rings && currentPreferences().callWindowBehaviorIncoming.focusWindow) bridge().focusWindow();
  }, [rings]);
  useEffect(() => bridge().resizeWindow('main'), []);
  useEffect(() => bridge().onDial((link) => openClickToDial(numberOfTelLink(link), null, { isUnasked: false })), []);
  useEffect(() => bridge().onSummoned(() => openOmnibar()), []);
}

/** The number on the icon: unresolved calls of all channels, where the user wants to see it. */
function useBadge(): void {
  const { own, shared } = useChannels();
  const { showsUnresolvedCount } = usePreferences();
  const waiting = [own, ...shared].reduce((sum, channel) => sum + (channel?.unresolvedCalls ?? 0), 0);
  const count = showsUnresolvedCount ? waiting : 0;
  useEffect(() => bridge().setBadge(count), [count]);
  useEffect(() => () => bridge().setBadge(0), []);
}
