import type { RealtimePayload } from '@sidetone/contract/realtime/events.ts';
import { useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect } from 'react';
import { hearRealtime, type RealtimeEvent } from '#live/line/realtime.ts';
import { toast } from '#ui/toasts.ts';

type Router = Pick<ReturnType<typeof useRouter>, 'navigate'>;

/** Announces the outcome of a recording or a summary, with a link to its call (specification 4). */
export function useRecordingNotices(upgrade: string | null): void {
  const router = useRouter();
  useEffect(() => hearRealtime((event) => showNotice(event, router, upgrade)), [router, upgrade]);
}

/**
 * Shows a notice for an event about a recording or a summary; every other event shows nothing. `upgrade` is the page
 * where more summaries can be booked; null for none.
 */
export function showNotice({ name, payload }: RealtimeEvent, router: Router, upgrade: string | null): void {
  if (name === 'summary-processed') showSummary(payload, router, upgrade);
  if (name !== 'recording-processed' && name !== 'recording-processing-failed') return;
  const t = i18next.t;
  const result = name === 'recording-processed' ? 'done' : 'failed';
  const { callId } = payload;
  toast({
    // The same news may come twice.
    id: `recording-${callId}`,
    tone: result === 'done' ? 'ok' : 'error',
    title: t(($) => $.calls.processed[result].title),
    text: t(($) => $.calls.processed[result].text),
    action: {
      label: t(($) => $.calls.processed[result].open),
      run: () => openCall(router, callId, payload.inboxEventIdentifier?.channelId),
    },
  });
}

/**
 * With a limit it says how many calls of it are used; at the limit its button leads to where more can be booked
 * (NET-030, NET-031).
 */
function showSummary(
  { callId, inboxEventIdentifier, hasSummary, quota }: RealtimePayload<'summary-processed'>,
  router: Router,
  upgrade: string | null,
): void {
  const t = i18next.t;
  const limit = quota?.limit ?? null;
  const numbers = new Intl.NumberFormat(i18next.language);
  const used = numbers.format(quota?.used ?? 0);
  const isUsedUp = limit !== null && (quota?.used ?? 0) >= limit;
  toast({
    id: `summary-${callId}`,
    tone: 'ok',
    title: t(($) => (hasSummary ? $.calls.processed.summary.title : $.calls.processed.summary.other)),
    text:
      limit === null
        ? t(($) => $.calls.processed.summary.text)
        : t(($) => $.calls.processed.summary.quota, { used, limit: numbers.format(limit) }),
    action:
      isUsedUp && upgrade !== null
        ? { label: t(($) => $.calls.processed.summary.upgrade), run: () => void open(upgrade, '_blank', 'noopener') }
        : {
            label: t(($) => $.calls.processed.done.open),
            run: () => openCall(router, callId, inboxEventIdentifier.channelId),
          },
  });
}

function openCall(router: Router, callId: string, channelId: string | undefined): void {
  const search = channelId === undefined ? {} : { channelId };
  void router.navigate({ to: '/main/call-events/$callId', params: { callId }, search });
}
