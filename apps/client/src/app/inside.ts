import type { ReactNode } from 'react';
import { loadInsideWords, withLaterWords } from '#i18n/language.ts';
import { session } from '#live/line/session.ts';
import { lazyPage } from '#ui/lazy-part.tsx';

/** Pages behind the sign-in are loaded together with their words. */
export const withWords =
  <Pages>(load: () => Promise<Pages>) =>
  async (): Promise<Pages> => {
    const [pages] = await Promise.all([load(), loadInsideWords()]);
    return pages;
  };

/** What users see who are signed in. */
export const insidePages = withWords(() => import('./inside-pages.tsx'));

/** Begins to load the pages behind the sign-in for users who are signed in already. */
export function preloadInside(): void {
  if (session.getState().status !== 'signedIn') return;
  insidePages().catch((cause: unknown) => {
    // The router asks for it again, and shows the failure.
    console.warn('[app] pages behind the sign-in not loaded ahead', cause);
  });
}

/** A page that no first sight shows, with its words. */
export const laterPage = <Name extends string, Pages extends Record<Name, (props: never) => ReactNode>>(
  load: () => Promise<Pages>,
  name: Name,
) => lazyPage(withLaterWords(load), name);
