import { integrationRoutes } from '@sidetone/contract/http/integration-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { toast } from '#ui/toasts.ts';
import type { ListedIntegration } from './integration-list.ts';

interface Disconnecting {
  /** Ids of connections that are being ended; an ended connection no longer has a line. */
  readonly leaving: ReadonlySet<string>;
  disconnect(listed: ListedIntegration): Promise<void>;
}

/** Ends connections; a failure is reported with its reason. */
export function useDisconnect(): Disconnecting {
  const { t } = useWords();
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  return {
    leaving,
    async disconnect({ connection }) {
      if (connection === null || leaving.has(connection.id)) return;
      const { id, displayName: name } = connection;
      setLeaving((before) => new Set([...before, id]));
      try {
        await call(integrationRoutes.disconnectIntegration, { params: { integrationId: id } });
      } catch (error) {
        setLeaving((before) => new Set([...before].filter((other) => other !== id)));
        const code = codeOf(error);
        // Another user disconnected it meanwhile.
        if (code === 'NOT_FOUND') return;
        toast({
          tone: 'error',
          title: t(($) => $.integrations.notDisconnected, { name }),
          text: t(($) => $.errors[code]),
        });
      }
    },
  };
}
