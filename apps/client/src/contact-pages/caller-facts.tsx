import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentProps, Suspense } from 'react';
import type { CallerFacts as Facts } from '#contacts/CallerFacts.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';

const CallerFacts = lazyPart(() => import('#contacts/CallerFacts.tsx').then((part) => part.CallerFacts));

/**
 * What is known of a contact who rings, for the dock, which knows nothing of contacts. It is loaded with its first caller; where
 * that fails the call rings without it.
 */
export const callerFacts = (caller: ComponentProps<typeof Facts>) => (
  <CatchBoundary getResetKey={() => caller.docId} errorComponent={Nothing} onCatch={noteFailure}>
    <Suspense fallback={null}>
      <CallerFacts {...caller} />
    </Suspense>
  </CatchBoundary>
);

const Nothing = () => null;
const noteFailure = (error: unknown) => console.error('[contact-pages] what is known of a caller is not shown', error);
