import { presenceConnectorQueries } from '@sidetone/contract/documents/presence-connector-query.ts';
import type { PresenceConnector } from '@sidetone/contract/entities/presence-connector.ts';
import { presenceConnectorRoutes } from '@sidetone/contract/http/presence-connector-routes.ts';
import { useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { bridge } from '#platform/desktop-bridge.ts';
import { toast } from '#ui/toasts.ts';
import { microsoftTeams, onFailedSignIn } from '../crm-sign-in-news.ts';
import { beginsHere, settingsAddress } from '../sign-in-place.ts';

interface TeamsConnection {
  /** Null while it is not known. */
  readonly connector: PresenceConnector | null;
  readonly hasFailed: boolean;
  /** A browser window is open for the sign-in, as far as this window knows. */
  readonly isWaiting: boolean;
  /** Something is asked of the server. */
  readonly isBusy: boolean;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  retry(): void;
}

/** Where the sign-in begins: at the page of Microsoft, or in the app of the system's browser. */
async function addressToOpen(): Promise<string> {
  if (!beginsHere()) return settingsAddress('extensions');
  const { url } = await call(presenceConnectorRoutes.startPresenceConnector, {});
  return url;
}

/** The user's connection to Microsoft Teams; what fails is told in words. SSET-008, SSET-009 */
export function useTeamsConnector(): TeamsConnection {
  const { t } = useWords();
  const me = useMe();
  const { rows, status } = useLive(presenceConnectorQueries.presenceConnector, {});
  // The connection that the sign-in is to take the place of: a new one has another id.
  const [opened, setOpened] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [row] = rows;
  const connector = row?.connector ?? null;

  useEffect(
    () =>
      onFailedSignIn(({ name, problem }) => {
        if (name !== microsoftTeams) return;
        setOpened(null);
        const title = t(($) => $.extensions.teams.notConnected);
        toast({ tone: 'error', title, text: t(($) => $.extensions.teams.problems[problem]) });
      }),
    [t],
  );

  async function ask(work: () => Promise<void>, failed: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ tone: 'error', title: failed, text: t(($) => $.errors[codeOf(error)]) });
    } finally {
      setBusy(false);
    }
  }

  return {
    connector,
    hasFailed: status === 'failed',
    isWaiting: row !== undefined && row.id === opened,
    isBusy,
    connect: () =>
      ask(
        async () => {
          bridge().openInBrowser(await addressToOpen());
          setOpened(row?.id ?? null);
        },
        t(($) => $.extensions.teams.notConnected),
      ),
    disconnect: () =>
      ask(
        async () => {
          if (me === null) return;
          await call(presenceConnectorRoutes.removePresenceConnector, { params: { userId: me.webUserId } });
          setOpened(null);
          toast({ tone: 'ok', title: t(($) => $.extensions.teams.disconnected) });
        },
        t(($) => $.extensions.teams.notDisconnected),
      ),
    retry: () => retryLive(presenceConnectorQueries.presenceConnector, {}),
  };
}
