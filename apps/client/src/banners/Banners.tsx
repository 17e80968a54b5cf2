import type { ComponentType } from 'react';
import { useCallsView } from '#calls/calls.ts';
import { useAllPhonesOffline } from '#channels/phones-offline.ts';
import { useInvalidFavorites } from '#contacts/invalid-favorites.ts';
import { useOnline } from '#platform/online.ts';
import { useUpdateReady } from '#platform/updates.ts';
import { useFailingAiServices } from '#settings/failing-ai-services.ts';
import { useIntegrationsToReconnect } from '#settings/integrations-to-reconnect.ts';
import { useTeamsProblem } from '#settings/teams-to-reconnect.ts';
import { keepClear } from '#ui/banner-bottom.ts';
import * as faces from './BannerFaces.tsx';
import { type BannerKind, bannerOf } from './banner-order.ts';
import { useInfoBanner } from './use-info-banner.ts';
import { useSocket } from './use-socket.ts';

const faceOf: Record<BannerKind, ComponentType<{ reconnect: () => void }>> = {
  offline: faces.OfflineFace,
  socketError: faces.SocketErrorFace,
  reconnecting: faces.ReconnectingFace,
  info: faces.InfoFace,
  appExtension: faces.AppExtensionFace,
  integrations: faces.IntegrationsFace,
  teams: faces.TeamsFace,
  aiServices: faces.AiServicesFace,
  favorites: faces.FavoritesFace,
  phonesOffline: faces.PhonesOfflineFace,
  update: faces.UpdateFace,
};

/**
 * One banner at a time, the most urgent first. One of another kind begins again, without the state of the previous one.
 */
export function Banners() {
  const { line } = useCallsView();
  const { state, reconnect } = useSocket();
  const kind = bannerOf({
    offline: !useOnline(),
    socketError: state === 'failed',
    reconnecting: state === 'reconnecting',
    info: useInfoBanner() !== null,
    appExtension: line.noPhone ?? false,
    integrations: useIntegrationsToReconnect().length > 0,
    teams: useTeamsProblem() !== null,
    aiServices: useFailingAiServices().length > 0,
    favorites: useInvalidFavorites().count > 0,
    phonesOffline: useAllPhonesOffline(),
    update: useUpdateReady(),
  });
  if (kind === null) return null;
  const Face = faceOf[kind];
  return (
    <div key={kind} ref={keepClear} className="flex-none">
      <Face reconnect={reconnect} />
    </div>
  );
}
