import i18next from 'i18next';
import type { StoreApi } from 'zustand/vanilla';
import { bridge } from '#platform/desktop-bridge.ts';
import type { CallsState } from '../conductor/stage.ts';
import { personOf } from '../screens/person.ts';
import { isRingingIn } from '../screens/running.ts';

/** The actions of a notification about a call. */
interface Answers {
  accept(id: string): void;
  decline(id: string): void;
}

/**
 * Shows a caller in the title, and in a hidden page in a notification, from which the call can be accepted and
 * declined. Returns the way to stop.
 */
export function followCalls(view: Pick<StoreApi<CallsState>, 'getState' | 'subscribe'>, answers: Answers): () => void {
  let ringing: string | null = null;
  let closeNotice: (() => void) | null = null;
  let restoreTitle: (() => void) | null = null;

  function quiet() {
    ringing = null;
    closeNotice?.();
    closeNotice = null;
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
    if (bridge().isOutOfSight()) closeNotice = notify(call.id, text, call.channelName ?? '');
  }

  /** The permission is not asked for while the phone rings. */
  function notify(id: string, title: string, body: string): () => void {
    const actions = [
      { id: 'accept', title: i18next.t(($) => $.calls.accept) },
      { id: 'decline', title: i18next.t(($) => $.calls.decline) },
    ];
    return bridge().notify({
      tag: 'sidetone-call',
      title,
      body,
      actions,
      onPressed(action) {
        // It may have ended, or been answered elsewhere, since it was shown.
        if (ringing !== id) return;
        if (action === 'accept') answers.accept(id);
        if (action === 'decline') answers.decline(id);
      },
    });
  }

  const unsubscribe = view.subscribe(follow);
  follow(view.getState());
  return () => {
    unsubscribe();
    quiet();
  };
}

/** Keeps a title although pages set theirs; afterwards the page's latest one is back. */
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
