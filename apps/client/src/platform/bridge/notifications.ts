import { z } from 'zod';
import type { Notice } from '../bridge-parts.ts';

/** The service worker's news of a notification that it showed for this page. */
const answer = z.object({ kind: z.literal('noticeAnswered'), tag: z.string(), action: z.string().nullable() });

const shown = new Map<string, Notice>();
let hears = false;

/**
 * Shows a notification, through the service worker where there is one: only that can put buttons under it, and only
 * that can bring the right tab to the front. Returns the way to withdraw it.
 */
export function notifyHere(notice: Notice): () => void {
  const worker = navigator.serviceWorker?.controller ?? null;
  return worker === null ? notifyByPage(notice) : notifyByWorker(notice, worker);
}

function notifyByWorker(notice: Notice, worker: ServiceWorker): () => void {
  const { tag, title, body, actions } = notice;
  if (!hears) navigator.serviceWorker.addEventListener('message', hearAnswer);
  hears = true;
  shown.set(tag, notice);
  worker.postMessage({ kind: 'notify', tag, title, body, actions });
  return () => {
    if (shown.get(tag) !== notice) return;
    shown.delete(tag);
    worker.postMessage({ kind: 'closeNotice', tag });
  };
}

function hearAnswer({ data }: MessageEvent): void {
  const said = answer.safeParse(data);
  if (!said.success) return; // Other libraries send messages to the service worker as well.
  const notice = shown.get(said.data.tag);
  shown.delete(said.data.tag);
  notice?.onPressed(said.data.action);
}

function notifyByPage({ tag, title, body, onPressed }: Notice): () => void {
  try {
    const notification = new Notification(title, { tag, body, requireInteraction: true });
    notification.onclick = () => {
      focus();
      notification.close();
      onPressed(null);
    };
    return () => notification.close();
  } catch (cause) {
    // Phones refuse notifications that are not shown by a service worker.
    console.warn('[platform] showing a notification failed', cause);
    return () => {};
  }
}
