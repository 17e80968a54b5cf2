import type { RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { callsView, useCallsView } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { hearRealtime } from '#live/line/realtime.ts';
import { toast } from '#ui/toasts.ts';
import { isDialogOpen, openClickToDial } from './commands.ts';
import { howToAsk } from './how-to-ask.ts';
import { isTyping } from './is-typing.ts';
import { phoneRings } from './phone-rings.ts';

/** A hidden tab lets a visible one go first for this long, in milliseconds. */
const afterYouMs = 300;
/** A request counts as taken by a tab for this long, in milliseconds: a tab in the background may hear of it late. */
const takenMs = 10_000;

type Request = RealtimePayload<'click-to-dial'>;

/**
 * Asks in this window whether to call a number that other software wants called, unless another tab does. It interrupts
 * no dialog and no text: then a toast offers it, also once the phone has stopped ringing.
 */
export function useClickToDial(): void {
  const { t } = useWords();
  const rings = phoneRings(useCallsView().calls);
  const waiting = useRef<Request[]>([]);

  const offer = useEffectEvent((request: Request) => {
    toast({
      id: `click-to-dial ${request.requestId}`,
      title: t(($) => $.omnibar.unasked.title, { number: formatNumber(request.number) }),
      action: { label: t(($) => $.omnibar.unasked.show), run: () => show(request) },
    });
  });
  const show = (request: Request) => {
    if (phoneRings(callsView().calls)) waiting.current.push(request);
    else openClickToDial(request.number, request.channelId ?? null, { isUnasked: false });
  };
  const ask = useEffectEvent((request: Request) => {
    const moment = { rings: phoneRings(callsView().calls), hasDialog: isDialogOpen(), types: isTyping() };
    switch (howToAsk(moment)) {
      case 'later':
        waiting.current.push(request);
        return;
      case 'toast':
        return offer(request);
      case 'search':
        return openClickToDial(request.number, request.channelId ?? null, { isUnasked: true });
    }
  });

  useEffect(
    () =>
      hearRealtime((event) => {
        if (event.name === 'click-to-dial') void inOneTab(event.payload, ask);
      }),
    [],
  );
  useEffect(() => {
    if (!rings) for (const request of waiting.current.splice(0)) offer(request);
  }, [rings]);
}

async function inOneTab(request: Request, ask: (request: Request) => void): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(afterYouMs);
  await navigator.locks.request(`sidetone.click-to-dial.${request.requestId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    ask(request);
    await pause(takenMs);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
