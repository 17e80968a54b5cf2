import type { LiveParams, LiveQuery, LiveRow } from '@sidetone/contract/documents/live-query.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { whenShowable } from '#platform/number-plans.ts';
import { connection, type LiveState } from '../line/connection.ts';
import { holdReplies } from '../line/http.ts';
import { accessToken, onPersonChange, personHere, renewToken } from '../line/session.ts';
import { shownAsItStays } from '../line/shown-as-it-stays.ts';
import { trpcSource } from '../line/trpc-source.ts';
import { gathering, soonInPage } from '../store/gather.ts';
import { keptRows } from '../store/kept-rows.ts';
import type { LiveResult } from '../store/live-result.ts';
import { type LiveStore, liveStore } from '../store/live-store.ts';

export type { LiveResult } from '../store/live-result.ts';
export type { LiveStore, ShownChange } from '../store/live-store.ts';

/** The queries that the window itself is made of. */
const kept = keptRows({
  storage: localStorage,
  queries: ['me', 'account', 'channels', 'flags'],
  isAway: () => !navigator.onLine || connection.getState().live === 'lost',
});

let hurry: () => void = () => {};

const source = trpcSource({
  url: `${location.origin.replace(/^http/, 'ws')}/live`,
  accessToken,
  renewToken,
  onChance(tryAgain) {
    hurry = () => tryAgain(false);
    addEventListener('online', () => tryAgain(true));
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry());
  },
});
holdReplies(whenShowable);
const live = liveStore(shownAsItStays(source, whenShowable), console.warn, kept);
connection.subscribe(({ live: now }) => now === 'lost' && live.showKept());

// This module is mostly loaded behind the sign-in, when the user is known already.
const here = personHere();
if (here !== null) kept.belongTo(here);
// The next user must not see anything of the previous one.
onPersonChange((webUserId) => {
  kept.belongTo(webUserId);
  live.forget(webUserId !== null);
});

/** While the app starts, a dozen answers come together. Drawn one by one, they would redraw the window a dozen times. */
const drawing = gathering(soonInPage());

/** Whether what is told now was done here. It is drawn immediately: a field that is drawn late loses what is typed. */
let isOwn = false;

function asOwn<Result>(work: () => Result): Result {
  isOwn = true;
  try {
    return work();
  } finally {
    isOwn = false;
  }
}

/** Watches a live query of the contract while the component is shown. `params` may be a new object each time. */
export function useLive<Q extends LiveQuery>(query: Q, params: LiveParams<Q>): LiveResult<LiveRow<Q>> {
  const key = JSON.stringify(params);
  const watch = useCallback(
    (onChange: () => void) => {
      const stop = live.watch(query, JSON.parse(key) as LiveParams<Q>, () =>
        isOwn ? onChange() : drawing.add(onChange),
      );
      return () => {
        stop();
        drawing.drop(onChange);
      };
    },
    [query, key],
  );
  return useSyncExternalStore(watch, () => live.read(query, params));
}

/** A live query for code that is not a component: watch it, and read it as often as needed in the meantime. */
export const watchLive = live.watch;
export const readLive = live.read;

/** Asks again for a live query that failed. */
export const retryLive = live.retry;

/** Shows a change of a row before the server confirms it; what it returns goes to `confirmed`. */
export const patchLive: LiveStore['patch'] = (query, id, change) => {
  const shown = asOwn(() => live.patch(query, id, change));
  return { confirm: () => asOwn(shown.confirm), takeBack: () => asOwn(shown.takeBack) };
};

/** Reconnects immediately instead of waiting for the next attempt. */
export function hurryLive(): void {
  hurry();
}

/** Whether changes arrive now. */
export function useLiveState(): LiveState {
  return useStore(connection, (state) => state.live);
}
