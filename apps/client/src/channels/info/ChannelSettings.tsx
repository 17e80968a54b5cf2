import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { CallFlow, ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { ExternalLink, Inbox, MonitorSmartphone, Phone, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { useRoutingPage } from '#live/queries/routing-page.ts';
import { Icon } from '#ui/Icon.tsx';
import { SlideOver } from '#ui/SlideOver.tsx';
import { Switch } from '#ui/Switch.tsx';
import { setRings } from '../channel-setting.ts';
import { useQueueLogIn } from '../QueueButton.tsx';
import { SavingStatus } from '../SavingStatus.tsx';
import { SettingsPart } from '../SettingsPart.tsx';
import { PhoneChoice } from '../sender/PhoneChoice.tsx';
import { SenderChoice } from '../sender/SenderChoice.tsx';
import { useSaving } from '../use-saving.ts';
import { useOverflowWords } from './CallFlowFacts.tsx';
import { LineVoicemail } from './LineVoicemail.tsx';

interface ChannelSettingsProps {
  channel: ChannelRow;
  /** As users read it. */
  name: string;
  setting: ChannelSetting;
  /** The account's generation. */
  isNeo: boolean;
  open: boolean;
  onClose: () => void;
}

/** The user's own settings for one channel; they apply to nobody else. */
export function ChannelSettings({ channel, name, setting, isNeo, open, onClose }: ChannelSettingsProps) {
  const { t } = useWords();
  const { saving, track } = useSaving();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <SlideOver
      open={open}
      onClose={onClose}
      title={name}
      icon={channel.channelType === 'personal' ? Inbox : UsersRound}
      subtitle={t(($) => $.channels.forYou)}
      status={<SavingStatus saving={saving} />}
      closeLabel={t(($) => $.channels.close)}
      beside
      actions={isNeo ? <Foot /> : <div ref={setFoot} className="contents" />}
    >
      {isNeo ? (
        <SettingsPart
          title={t(($) => $.channels.sender.title)}
          help={t(($) => $.channels.sender.help, { channel: name })}
        >
          <SenderChoice setting={setting} channel={channel} name={name} track={track} />
        </SettingsPart>
      ) : (
        <PhoneChoice setting={setting} foot={foot} onClose={onClose} />
      )}
      <SettingsPart title={t(($) => $.channels.devices.title)}>
        <Devices setting={setting} track={track} />
      </SettingsPart>
      {setting.voicemail ? <LineVoicemail channelId={channel.id} voicemail={setting.voicemail} /> : null}
      {channel.type === 'acd' ? (
        <SettingsPart title={t(($) => $.channels.queue.title)}>
          <QueueSwitch channel={channel} setting={setting} track={track} />
        </SettingsPart>
      ) : null}
      <SettingsPart title={t(($) => $.channels.facts.title)}>
        <dl className="grid grid-cols-[104px_1fr] gap-y-1">
          <dt className="text-ink-3">{t(($) => $.channels.facts.numbers)}</dt>
          <dd>
            {channel.phoneNumbers.map(({ phoneNumber }) => formatNumber(phoneNumber)).join(', ') ||
              t(($) => $.channels.facts.none)}
          </dd>
          {channel.type === 'acd' ? (
            <>
              <dt className="text-ink-3">{t(($) => $.channels.facts.members)}</dt>
              <dd>
                {t(($) => $.channels.facts.membersOf, {
                  count: channel.members.length,
                  loggedIn: channel.members.filter(({ dialedIn }) => dialedIn).length,
                })}
              </dd>
            </>
          ) : null}
          {setting.flow ? <Distribution flow={setting.flow} /> : null}
        </dl>
      </SettingsPart>
    </SlideOver>
  );
}

/** How calls are handed out, in one line; the availability of the channel tells more. */
function Distribution({ flow }: { flow: CallFlow }) {
  const { t } = useWords();
  const strategy = t(($) => $.channels.facts.strategies[flow.strategy]);
  const to = useOverflowWords(flow);
  const isEnd = flow.overflow.kind === 'none';
  return (
    <>
      <dt className="text-ink-3">{t(($) => $.channels.facts.strategy)}</dt>
      <dd>
        {t(($) => (isEnd ? $.channels.facts.endsAfter : $.channels.facts.flowsTo), {
          strategy,
          count: flow.ringSeconds,
          to,
        })}
      </dd>
    </>
  );
}

/** What a change does, and for users who may go there the way to the other settings. */
function Foot() {
  const { t } = useWords();
  const routing = useRoutingPage();
  return (
    <>
      <span className="flex-1 text-12 text-ink-3">{t(($) => $.channels.applies)}</span>
      {routing === null ? null : (
        <a
          href={routing}
          target="_blank"
          rel="noreferrer"
          className="inline-flex h-7 items-center gap-1.5 rounded-s px-2 font-med text-ink-2 hover:bg-hover hover:text-ink"
        >
          {t(($) => $.channels.openRouting)}
          <Icon of={ExternalLink} size={14} />
        </a>
      )}
    </>
  );
}

type Track = ReturnType<typeof useSaving>['track'];

function Devices({ setting, track }: { setting: ChannelSetting; track: Track }) {
  const { t } = useWords();
  const me = useMe();
  const [failed, setFailed] = useState<string | null>(null);
  if (!me || setting.devices.length === 0) return <p className="text-ink-3">{t(($) => $.channels.devices.none)}</p>;
  const change = (deviceId: string, rings: boolean) => {
    setFailed(null);
    track(setRings(setting, me.webUserId, deviceId, rings)).catch(() => setFailed(deviceId));
  };
  return (
    <ul className="divide-y divide-line border-line border-y">
      {setting.devices.map(({ id, kind, name, rings, online }) => (
        <li key={id} className="relative py-1 pl-7">
          <Icon of={kind === 'app' ? MonitorSmartphone : Phone} className="absolute top-4 left-0 text-ink-3" />
          <Switch
            label={kind === 'app' ? t(($) => $.channels.devices.app, { name }) : name}
            help={online ? t(($) => $.channels.devices.online) : t(($) => $.channels.devices.offline)}
            checked={rings}
            onChange={(event) => change(id, event.currentTarget.checked)}
          />
          {failed === id ? (
            <p role="alert" className="pb-1 text-12 text-missed">
              {t(($) => $.channels.devices.failed)}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface QueueSwitchProps {
  channel: ChannelRow;
  setting: ChannelSetting;
  track: Track;
}

function QueueSwitch({ channel, setting, track }: QueueSwitchProps) {
  const { t, language } = useWords();
  const logIn = useQueueLogIn(channel, track);
  const { dialedIn, dialedSince } = setting;
  return (
    <Switch
      className="border-line border-y py-2"
      label={t(($) => $.channels.queue.switch)}
      help={
        dialedSince === null
          ? t(($) => $.channels.queue.help)
          : t(($) => $.channels.queue.since, { time: formatTime(dialedSince, language) })
      }
      checked={dialedIn}
      onChange={(event) => logIn(event.currentTarget.checked)}
    />
  );
}
