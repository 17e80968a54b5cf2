import type { MediaOwner } from '../media.ts';

/** The one carrier of a test that has no others. */
export const someOwner: MediaOwner = { node: 'node-1', epoch: 1 };
