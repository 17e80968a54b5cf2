import { useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect } from 'react';
import { hearRealtime, type RealtimeEvent } from '#live/line/realtime.ts';
import { toast } from '#ui/toasts.ts';

type Router = Pick<ReturnType<typeof useRouter>, 'navigate'>;

/** Announces the outcome of a recording, with a link to its call (specification 4). */
export function useRecordingNotices(): void {
  const router = useRouter();
  useEffect(() => hearRealtime((event) => showNotice(event, router)), [router]);
}

/** Shows a notice for an event about a recording; every other event shows nothing. */
export function showNotice({ name, payload }: RealtimeEvent, router: Router): void {
  if (name !== 'recording-processed' && name !== 'recording-processing-failed') return;
  const t = i18next.t;
  const result = name === 'recording-processed' ? 'done' : 'failed';
  const { callId } = payload;
  const channelId = payload.inboxEventIdentifier?.channelId;
  const search = channelId === undefined ? {} : { channelId };
  toast({
    // The same news may come twice.
    id: `recording-${callId}`,
    tone: result === 'done' ? 'ok' : 'error',
    title: t(($) => $.calls.processed[result].title),
    text: t(($) => $.calls.processed[result].text),
    action: {
      label: t(($) => $.calls.processed[result].open),
      run: () => void router.navigate({ to: '/main/call-events/$callId', params: { callId }, search }),
    },
  });
}
