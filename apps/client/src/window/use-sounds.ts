import { isFinal } from '@sidetone/contract/rules/call-states.ts';
import { useEffect } from 'react';
import { audioChoice } from '#audio/device-choice.ts';
import { routeTo } from '#audio/outlet.ts';
import { useCallsView } from '#calls/calls.ts';
import { followSession } from '#player/kept-sounds.ts';
import { routeSounds, silenceSounds } from '#player/playing.ts';

/**
 * The signed-in user has their own sounds on this device. They play where calls are heard, and pause while a call rings
 * or goes on: no recording is heard in a call.
 */
export function useSounds(): void {
  const inCall = useCallsView().calls.some(({ state }) => !isFinal(state));
  useEffect(() => followSession(), []);
  useEffect(() => silenceSounds(inCall), [inCall]);
  useEffect(() => {
    const route = () => routeSounds((element) => void routeTo(element, audioChoice.getState().output, 'output'));
    route();
    return audioChoice.subscribe(route);
  }, []);
}
