import type { RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import { useEffect } from 'react';
import { hearRealtime } from '#live/realtime.ts';
import { openClickToDial } from './commands.ts';

/** A tab that nobody sees lets the one that somebody sees go first for so long, in milliseconds. */
const afterYouMs = 300;
/** So long a request counts as taken by a tab, in milliseconds: a tab in the background may hear of it late. */
const takenMs = 10_000;

/** Asks in this window whether to call what other software wants called, unless another tab does. */
export function useClickToDial(): void {
  useEffect(
    () =>
      hearRealtime((event) => {
        if (event.name === 'click-to-dial') void ask(event.payload);
      }),
    [],
  );
}

async function ask({ requestId, number, channelId }: RealtimePayload<'click-to-dial'>): Promise<void> {
  if (document.visibilityState === 'hidden') await pause(afterYouMs);
  await navigator.locks.request(`sidetone.click-to-dial.${requestId}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    openClickToDial(number, channelId ?? null);
    await pause(takenMs);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
