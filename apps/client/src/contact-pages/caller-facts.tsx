import { type ComponentProps, Suspense } from 'react';
import type { CallerFacts as Facts } from '#contacts/CallerFacts.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Unharmed } from '#ui/Unharmed.tsx';

const CallerFacts = lazyPart(() => import('#contacts/CallerFacts.tsx').then((part) => part.CallerFacts));

/**
 * What is known of a contact who rings, for the dock, which knows nothing of contacts. It is loaded with its first caller; where
 * that fails the call rings without it.
 */
export const callerFacts = (caller: ComponentProps<typeof Facts>) => (
  <Unharmed of={caller.docId}>
    <Suspense>
      <CallerFacts {...caller} />
    </Suspense>
  </Unharmed>
);
