import { createStore } from 'zustand/vanilla';
import type { EndedCall } from '#calls/ended-calls.ts';

/** The call that the rating dialog asks about, and the one that the overlay is open for. */
interface AskedCalls {
  readonly rated: EndedCall | null;
  readonly quality: EndedCall | null;
}

/** Only in memory: after a reload users are not asked about an earlier call. */
export const askedCalls = createStore<AskedCalls>(() => ({ rated: null, quality: null }));

/** Opens the overlay about the quality of a call that is over. */
export function openCallQuality(call: EndedCall): void {
  askedCalls.setState({ quality: call });
}

export function closeCallQuality(): void {
  askedCalls.setState({ quality: null });
}
