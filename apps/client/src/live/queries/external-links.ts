import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import {
  type ExternalLinkName,
  type ExternalLinks,
  externalLinkOf,
  type LinkFacts,
} from '@sidetone/contract/rules/external-links.ts';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from '../line/http.ts';

/** The addresses that the operator of the server set; null until the server has said so. */
const set = createStore<{ links: ExternalLinks | null }>(() => ({ links: null }));

let asked: Promise<void> | null = null;

/**
 * Asks the server once where pages outside the app are; after a failure the next component that needs it asks again.
 */
function loadExternalLinks(): Promise<void> {
  asked ??= call(sessionRoutes.serverInfo, {}).then(
    ({ links }) => set.setState({ links }),
    (cause: unknown) => {
      asked = null;
      console.info('[links] loading external links failed', cause);
    },
  );
  return asked;
}

/** The address of a page outside the app; null hides links to it: there is none, or it is not known yet. */
export function useExternalLink(name: ExternalLinkName, facts: LinkFacts = {}): string | null {
  useEffect(() => {
    void loadExternalLinks();
  }, []);
  const links = useStore(set, (state) => state.links);
  return links === null ? null : externalLinkOf(links, name, facts);
}
