import { useNavigate } from '@tanstack/react-router';
import { AudioLines, LoaderCircle, PhoneOff, Puzzle, RefreshCw, Unplug, UsersRound, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { order } from '#calls/calls.ts';
import { useInvalidFavorites } from '#contacts/invalid-favorites.ts';
import { useWords } from '#i18n/use-words.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { applyUpdate } from '#platform/updates.ts';
import { useFailingAiServices } from '#settings/failing-ai-services.ts';
import { useIntegrationsToReconnect } from '#settings/integrations-to-reconnect.ts';
import { RoutingLink, SyncButton } from '#settings/phones/PhoneTools.tsx';
import { useSync } from '#settings/phones/use-sync.ts';
import { useTeamsProblem } from '#settings/teams-to-reconnect.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { InfoBanner } from '#ui/InfoBanner.tsx';
import { IntegrationBanner } from './IntegrationBanner.tsx';
import { InvalidFavoritesBanner } from './InvalidFavoritesBanner.tsx';
import { dismissInfoBanner, useInfoBanner } from './use-info-banner.ts';

export function OfflineFace() {
  const { t } = useWords();
  return (
    <Banner tone="error" icon={WifiOff}>
      {t(($) => $.banners.offline)}
    </Banner>
  );
}

export function SocketErrorFace({ reconnect }: { reconnect: () => void }) {
  const { t } = useWords();
  return (
    <Banner
      tone="error"
      icon={Unplug}
      action={
        <Button size="s" onClick={reconnect}>
          {t(($) => $.banners.reconnect)}
        </Button>
      }
    >
      {t(($) => $.banners.connectionLost)}
    </Banner>
  );
}

export function ReconnectingFace() {
  const { t } = useWords();
  return (
    <Banner tone="warn" icon={LoaderCircle} busy>
      {t(($) => $.banners.reconnecting)}
    </Banner>
  );
}

/** News from an administrator. */
export function InfoFace() {
  const { t, language } = useWords();
  const banner = useInfoBanner();
  if (banner === null) return null;
  const { message, type, link, linkText } = banner;
  return (
    <InfoBanner
      look={type}
      text={message[language]}
      link={link === null ? null : { href: link, label: linkText?.[language] ?? t(($) => $.banners.readMore) }}
      onClose={() => dismissInfoBanner(banner)}
      closeLabel={t(($) => $.banners.dismiss)}
    />
  );
}

/** The server has no phone for this app. */
export function AppExtensionFace() {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const setUp = async () => {
    setBusy(true);
    // A failure is reported where problems of calls are; the banner stays.
    await order('setUp');
    setBusy(false);
  };
  return (
    <Banner
      tone="warn"
      icon={Puzzle}
      action={
        <Button size="s" disabled={busy} onClick={() => void setUp()}>
          {t(($) => (busy ? $.banners.settingUp : $.banners.setUpAgain))}
        </Button>
      }
    >
      {t(($) => $.banners.noPhone)}
    </Banner>
  );
}

export function IntegrationsFace() {
  return <IntegrationBanner waiting={useIntegrationsToReconnect()} />;
}

/** Microsoft no longer accepts the sign-in by which Teams shows the user's calls. */
export function TeamsFace() {
  const { t } = useWords();
  const dialogs = useDialogs();
  const problem = useTeamsProblem();
  if (problem === null) return null;
  return (
    <Banner
      tone="warn"
      icon={UsersRound}
      action={
        <Button size="s" onClick={() => dialogs.open('settings/extensions')}>
          {t(($) => $.banners.toTeams)}
        </Button>
      }
    >
      {t(($) => $.banners.teams[problem])}
    </Banner>
  );
}

/** What documents calls does not work; administrators alone are told. */
export function AiServicesFace() {
  const { t, language } = useWords();
  const navigate = useNavigate();
  const names = useFailingAiServices().map(({ name }) => name);
  return (
    <Banner
      tone="warn"
      icon={AudioLines}
      action={
        <Button size="s" onClick={() => void navigate({ to: '/admin/$section', params: { section: 'ai' } })}>
          {t(($) => $.banners.toAiServices)}
        </Button>
      }
    >
      {t(($) => $.banners.aiServices, { names: new Intl.ListFormat(language).format([...new Set(names)]) })}
    </Banner>
  );
}

export function FavoritesFace() {
  return <InvalidFavoritesBanner {...useInvalidFavorites()} />;
}

/** No call reaches any of the user's phones: it may help to load them again, or to open their page. */
export function PhonesOfflineFace() {
  const { t } = useWords();
  const dialogs = useDialogs();
  const sync = useSync();
  return (
    <Banner
      tone="error"
      icon={PhoneOff}
      action={
        <span className="flex flex-wrap items-center gap-2">
          <SyncButton size="s" sync={sync} />
          <Button size="s" onClick={() => dialogs.open('settings/phone')}>
            {t(($) => $.banners.toPhones)}
          </Button>
          <RoutingLink size="s" label="openRouting" />
        </span>
      }
    >
      {t(($) => $.banners.phonesOffline)}
    </Banner>
  );
}

/** A new version is ready. */
export function UpdateFace() {
  const { t } = useWords();
  return (
    <Banner
      tone="info"
      icon={RefreshCw}
      action={
        <Button size="s" onClick={applyUpdate}>
          {t(($) => $.banners.reload)}
        </Button>
      }
    >
      {t(($) => $.banners.update)}
    </Banner>
  );
}
