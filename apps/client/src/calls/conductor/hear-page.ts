import type { StoreApi } from 'zustand/vanilla';
import { liveCalls } from '../core/call-list.ts';
import type { IncomingPage } from '../engine/call-engine.ts';
import type { Parts } from './parts.ts';
import type { CallsState } from './stage.ts';

/**
 * Plays a page where the user is in no call, wants to be disturbed and allows it; otherwise it is refused, and the app does
 * not ring. It ends with the first call that the user makes or takes.
 */
export async function hearPage(
  { surroundings, sounds, log }: Pick<Parts, 'surroundings' | 'sounds' | 'log'>,
  store: Pick<StoreApi<CallsState>, 'getState' | 'subscribe'>,
  page: IncomingPage,
): Promise<void> {
  const live = () => liveCalls(store.getState().calls);
  const isFree = () => !surroundings.isDnd() && live().length === 0;
  if (!isFree()) return page.refuse();
  const tell = await surroundings.takesPages?.().catch((cause: unknown) => {
    log('warn', 'page not heard', { sessionId: page.sessionId, cause: String(cause) });
  });
  if (!tell || !isFree()) return page.refuse();
  const stream = await page.hear();
  if (stream === null) return;
  sounds.playRemote(page.sessionId, stream);
  const untell = tell(page.displayName ?? page.number, page.leave);
  const isInCall = () => live().some(({ state, direction }) => state !== 'Ringing' || direction === 'OUTGOING');
  const look = () => {
    if (isInCall()) page.leave();
  };
  const unsubscribe = store.subscribe(look);
  look();
  await page.over;
  unsubscribe();
  untell();
  sounds.stopRemote(page.sessionId);
}
