import { createStore } from 'zustand/vanilla';
import type { EndedCall } from '#calls/ended-calls.ts';

/** Which call the rating dialog asks about, and which one the overlay is open for. */
interface AskedCalls {
  readonly rated: EndedCall | null;
  readonly quality: EndedCall | null;
}

/** In memory alone: after a reload nobody is asked about a call of before. */
export const askedCalls = createStore<AskedCalls>(() => ({ rated: null, quality: null }));

/** Opens the overlay about the quality of a call that is over. */
export function openCallQuality(call: EndedCall): void {
  askedCalls.setState({ quality: call });
}

export function closeCallQuality(): void {
  askedCalls.setState({ quality: null });
}
