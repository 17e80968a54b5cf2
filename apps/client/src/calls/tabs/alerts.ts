import i18next from 'i18next';
import type { StoreApi } from 'zustand/vanilla';
import type { CallsState } from '../conductor/stage.ts';
import { personOf } from '../screens/person.ts';
import { isRingingIn } from '../screens/running.ts';

/** Says in the title that somebody calls, and while the tab is hidden in a notification. Returns the way to stop. */
export function followCalls(view: Pick<StoreApi<CallsState>, 'getState' | 'subscribe'>): () => void {
  let ringing: string | null = null;
  let notification: Notification | null = null;
  let restoreTitle: (() => void) | null = null;

  function quiet() {
    ringing = null;
    notification?.close();
    notification = null;
    restoreTitle?.();
    restoreTitle = null;
  }

  function follow({ calls }: CallsState) {
    // Also one that waits beside a call that runs.
    const call = calls.find(isRingingIn);
    if (call === undefined) {
      if (ringing !== null) quiet();
      return;
    }
    const name = personOf(call).name;
    const text = i18next.t(($) => $.calls.announce.incoming, { name });
    if (ringing === call.id) return;
    quiet();
    ringing = call.id;
    restoreTitle = holdTitle(`${text} · Sidetone`);
    if (document.hidden) notification = notify(text, call.channelName ?? '');
  }

  const unsubscribe = view.subscribe(follow);
  follow(view.getState());
  return () => {
    unsubscribe();
    quiet();
  };
}

/** Shows a notification if the user allowed them before. Nobody is asked while the phone rings. */
function notify(title: string, body: string): Notification | null {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return null;
  const shown = new Notification(title, { body, tag: 'sidetone-call', requireInteraction: true });
  shown.onclick = () => {
    focus();
    shown.close();
  };
  return shown;
}

/** Keeps a title although pages set theirs; afterwards the page's latest one stands again. */
function holdTitle(title: string): () => void {
  let pages = document.title;
  document.title = title;
  const observer = new MutationObserver(() => {
    if (document.title === title) return;
    pages = document.title;
    document.title = title;
  });
  const element = document.querySelector('title');
  if (element !== null) observer.observe(element, { childList: true });
  return () => {
    observer.disconnect();
    document.title = pages;
  };
}
