import type { Feature } from '../../requests/feature.ts';
import { type LiveCalls, ongoingCallDocuments } from './documents.ts';

export type { LiveCalls } from './documents.ts';

/** Live calls as their users see them; without any to look at there are none. */
export const ongoingCallsFeature = (calls: LiveCalls | undefined): Feature => ({
  sources: ongoingCallDocuments(calls),
});
