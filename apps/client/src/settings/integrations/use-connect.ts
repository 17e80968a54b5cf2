import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { toast } from '#ui/toasts.ts';
import { useIsShown } from '#ui/use-is-shown.ts';
import { awaitContacts } from '../first-contacts.ts';
import type { ListedIntegration } from './integration-list.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { savingFailed, type Told, whyAnew } from './problem-words.ts';
import { beginSignIn } from './sign-in/begin-sign-in.ts';

/**
 * Connects an integration, or signs in to it again: with what was entered, or at its own page where it has one. Goes
 * back once that is done; a failure is a `problem` of the form, or told elsewhere where the form is gone.
 */
export function useConnect(listed: ListedIntegration, onBack: () => void) {
  const { t } = useWords();
  const me = useMe();
  const { integration, connection } = listed;
  const name = integration.displayName;
  const [problem, setProblem] = useState<Told | null>(() => whyAnew(t, name, connection));
  const [busy, setBusy] = useState(false);
  const [once] = useState(oneAtATime);
  const isShown = useIsShown();

  async function save(body: { url: string | null; key: string | null }) {
    // The other side may take a while to answer, and the server waits for it.
    const options = { timeoutMs: 60_000 };
    const params = { integrationId: connection?.id ?? '' };
    const saved = connection
      ? await call(integrationRoutes.reconnectIntegration, { params, body }, options)
      : await call(integrationRoutes.connectIntegration, { body: { ...body, name: integration.name } }, options);
    awaitContacts(saved);
    if (!hasGrant(me, 'CONTACT_READ')) return;
    const text = t(($) => $.integrations.connectedText);
    toast({ tone: 'ok', title: t(($) => $.integrations.connected, { name }), text });
  }

  const send = async (body: { url: string | null; key: string | null }) => {
    setBusy(true);
    setProblem(null);
    try {
      // At its own page the list says what it waits for.
      if (integration.isOAuth) await beginSignIn(listed, body.url);
      else await save(body);
      if (isShown.current) onBack();
    } catch (error) {
      const told = savingFailed(t, error, name);
      // Users who have left the form are told there.
      if (isShown.current) setProblem(told);
      else toast({ tone: 'error', ...told });
    } finally {
      setBusy(false);
    }
  };

  return { problem, setProblem, busy, once, send };
}
