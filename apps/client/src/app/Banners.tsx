import { LoaderCircle, RefreshCw, Unplug, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { reconnectLine, useCallsView } from '#calls/calls.ts';
import { useInvalidFavorites } from '#contacts/invalid-favorites.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLiveState } from '#live/live.ts';
import { useOnline } from '#platform/online.ts';
import { applyUpdate, useUpdateReady } from '#platform/updates.ts';
import { useIntegrationsToReconnect } from '#settings/integrations-to-reconnect.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { IntegrationBanner } from './IntegrationBanner.tsx';
import { InvalidFavoritesBanner } from './InvalidFavoritesBanner.tsx';

/** A lost connection often comes back at once; before this many milliseconds nobody needs to know. */
const quietMs = 1500;

/** One banner at a time, the most urgent first. */
export function Banners() {
  const { t } = useWords();
  const online = useOnline();
  const { line } = useCallsView();
  const liveLost = useLiveState() === 'lost';
  const reconnecting = useLasting(liveLost || line.reconnect === 'reconnecting', quietMs);
  const waiting = useIntegrationsToReconnect();
  const invalid = useInvalidFavorites();
  const updateReady = useUpdateReady();
  if (!online) {
    return (
      <Banner tone="error" icon={WifiOff}>
        {t(($) => $.app.banner.offline)}
      </Banner>
    );
  }
  if (line.reconnect === 'failed') {
    return (
      <Banner
        tone="error"
        icon={Unplug}
        action={
          <Button size="s" onClick={reconnectLine}>
            {t(($) => $.app.banner.reconnect)}
          </Button>
        }
      >
        {t(($) => $.app.banner.lineLost)}
      </Banner>
    );
  }
  if (reconnecting) {
    return (
      <Banner tone="warn" icon={LoaderCircle} busy>
        {t(($) => $.app.banner.reconnecting)}
      </Banner>
    );
  }
  if (waiting.length > 0) return <IntegrationBanner waiting={waiting} />;
  if (invalid.count > 0) return <InvalidFavoritesBanner {...invalid} />;
  if (!updateReady) return null;
  return (
    <Banner
      tone="info"
      icon={RefreshCw}
      action={
        <Button size="s" onClick={applyUpdate}>
          {t(($) => $.app.banner.reload)}
        </Button>
      }
    >
      {t(($) => $.app.banner.update)}
    </Banner>
  );
}

/** Whether something has been so for a while. */
function useLasting(now: boolean, afterMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), afterMs);
    return () => clearTimeout(timer);
  }, [now, afterMs]);
  return now && lasting;
}
