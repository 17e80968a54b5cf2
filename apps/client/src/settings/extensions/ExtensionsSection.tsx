import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { AppWindow, ExternalLink, Phone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useChannels } from '#channels/channels.ts';
import { FeatureCodeList } from '#channels/FeatureCodeList.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { AppExtension } from './AppExtension.tsx';
import { Intercom, Pages } from './Intercom.tsx';
import { type RingingDevice, ringingDevices } from './ringing-devices.ts';
import { TeamsConnector } from './TeamsConnector.tsx';

/** The app's part in the phone system (newer generation), the user's other devices, and the way to add one. */
export function ExtensionsSection({ onClose }: SectionProps) {
  const { t } = useWords();
  return (
    <SettingsPage title={t(($) => $.extensions.title)} onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className="focus-inset min-h-0 flex-1 overflow-y-auto px-8 pb-8 max-[559px]:px-4" tabIndex={0}>
        <p className="mb-4 max-w-[600px] text-ink-2">{t(($) => $.extensions.intro)}</p>
        <AppExtension />
        <Part
          title={t(($) => $.extensions.devices.title)}
          help={t(($) => $.extensions.devices.help)}
          aside={<AddDevice />}
        >
          <Devices />
        </Part>
        <div className="mt-6">
          <Intercom />
          <Pages />
        </div>
        <Part title={t(($) => $.featureCodes.title)} help={t(($) => $.featureCodes.text)}>
          <FeatureCodeList />
        </Part>
        <Part title={t(($) => $.extensions.others.title)}>
          <TeamsConnector />
        </Part>
      </div>
    </SettingsPage>
  );
}

interface PartProps {
  title: string;
  help?: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

function Part({ title, help, aside, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-2 flex flex-wrap items-center gap-2 text-12">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={id} className="inline font-semi text-ink-2">
            {title}
          </h3>
          {help === undefined ? null : <span className="ml-2 text-ink-3">{help}</span>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** The way to another telephone: a page of the operator's, else the administration for users who may go there. */
function AddDevice() {
  const { t } = useWords();
  const me = useMe();
  const facts = me === null ? {} : { webUserId: me.webUserId, accountId: me.masterSipId };
  const address = useExternalLink('addDevice', facts);
  if (address === null || (address.startsWith('/admin/') && me?.admin !== true)) return null;
  return (
    <LinkButton tone="ghost" size="s" href={address} target="_blank" rel="noreferrer">
      {t(($) => $.extensions.devices.add)}
      <Icon of={ExternalLink} size={14} />
    </LinkButton>
  );
}

function Devices() {
  const { t } = useWords();
  const { rows, status } = useLive(phoneQueries.channelSettings, {});
  const devices = ringingDevices(rows);
  if (status === 'failed') {
    return (
      <div role="alert" className="flex items-center gap-3">
        <span className="flex-1 text-missed">{t(($) => $.extensions.devices.loadFailed)}</span>
        <Button size="s" onClick={() => retryLive(phoneQueries.channelSettings, {})}>
          {t(($) => $.extensions.devices.retry)}
        </Button>
      </div>
    );
  }
  if (devices.length === 0) {
    return status === 'ready' ? <p className="text-ink-3">{t(($) => $.extensions.devices.none)}</p> : null;
  }
  return (
    <ul aria-label={t(($) => $.extensions.devices.title)} className="divide-y divide-line border-line border-y">
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ul>
  );
}

function DeviceRow({ device: { kind, name, online, channels } }: { device: RingingDevice }) {
  const { t } = useWords();
  const names = useChannelNames();
  const rings =
    channels === 'all'
      ? t(($) => $.extensions.devices.everywhere)
      : channels.length === 0
        ? t(($) => $.extensions.devices.nowhere)
        : t(($) => $.extensions.devices.some, { channels: channels.map(names).join(', ') });
  const what = kind === 'app' ? t(($) => $.extensions.devices.thisKind) : t(($) => $.extensions.devices.phone);
  return (
    <li className="flex min-h-13 items-center gap-3 py-2">
      <Icon of={kind === 'app' ? AppWindow : Phone} className="text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-med">
          {kind === 'app' ? t(($) => $.extensions.devices.app, { name }) : name}
        </span>
        <span className="block text-12 text-ink-3">
          {what}, {rings}
        </span>
      </span>
      <StateBadge tone={online ? 'live' : 'off'}>
        {t(($) => (online ? $.extensions.devices.online : $.extensions.devices.offline))}
      </StateBadge>
    </li>
  );
}

function useChannelNames(): (id: string) => string {
  const { t } = useWords();
  const { own, shared } = useChannels();
  return (id) => {
    if (id === own?.id) return t(($) => $.phones.private);
    return shared.find((channel) => channel.id === id)?.name ?? '';
  };
}
