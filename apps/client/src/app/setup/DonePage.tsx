import { type ChannelRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { BookUser, Check, Headphones, Phone, UsersRound } from 'lucide-react';
import { useChannelSetting } from '#channels/channel-setting.ts';
import { useChannels } from '#channels/channels.ts';
import { QueueButton } from '#channels/QueueButton.tsx';
import { useColleagues } from '#contacts/colleagues.ts';
import { SetupCard } from '#entry/SetupFrame.tsx';
import { SetupLine } from '#entry/SetupLine.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useLocalFlag } from '#platform/local-flags.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import type { SetupPageProps } from './setup-page-props.ts';

/** The parts that are ready, and the remedy where one is not. */
export function DonePage({ me, headingId, onCheckSound }: SetupPageProps) {
  const { t, language } = useWords();
  const self = useColleagues().get(me.webUserId);
  const { shared } = useChannels();
  const connected = useLive(phoneQueries.integrations, {}).rows.filter(({ isBuiltIn }) => !isBuiltIn);
  const isAudioSetUp = useLocalFlag('audioSetupCompleted');
  const amount = new Intl.NumberFormat(language);
  const sources = connected.map(({ displayName: name, contactCount }) =>
    t(($) => $.start.done.contactsFrom, { contacts: amount.format(contactCount), name }),
  );
  const ownNumber = () => {
    const { number, extension } = self ?? {};
    if (number && extension) {
      return t(($) => $.start.done.numberText, { number: formatNumber(number), extension });
    }
    if (extension) return t(($) => $.start.done.extensionOnly, { extension });
    return t(($) => $.start.done.noNumber);
  };
  return (
    <SetupCard headingId={headingId} title={t(($) => $.start.done.title)} text={t(($) => $.start.done.text)}>
      <ul>
        <SetupLine icon={Phone} title={t(($) => $.start.done.number)} text={ownNumber()} />
        <SetupLine
          icon={BookUser}
          title={t(($) => $.start.done.contacts)}
          text={sources.length > 0 ? sources.join(', ') : t(($) => $.start.done.noContacts)}
        >
          {connected.length > 0 ? <Ready>{t(($) => $.start.done.connected)}</Ready> : null}
        </SetupLine>
        {shared.length === 0 ? (
          <SetupLine
            icon={UsersRound}
            title={t(($) => $.start.done.channels)}
            text={t(($) => $.start.done.noChannels)}
          />
        ) : (
          shared.map((channel) => <QueueLine key={channel.id} channel={channel} />)
        )}
        <SetupLine
          icon={Headphones}
          title={t(($) => $.start.done.audio)}
          text={t(($) => (isAudioSetUp ? $.start.done.audioDone : $.start.done.audioOpen))}
        >
          {isAudioSetUp ? (
            <Ready>{t(($) => $.start.done.checked)}</Ready>
          ) : (
            <Button size="s" onClick={onCheckSound}>
              {t(($) => $.start.done.check)}
            </Button>
          )}
        </SetupLine>
      </ul>
    </SetupCard>
  );
}

/** A shared channel: whether its calls ring here, and a way to log in where they do not. */
function QueueLine({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const setting = useChannelSetting(channel.id);
  const rings = setting?.dialedIn ?? false;
  return (
    <SetupLine
      icon={UsersRound}
      title={channel.name ?? ''}
      text={t(($) => (rings ? $.start.done.queueRings : $.start.done.queueSilent))}
    >
      {rings ? <Ready>{t(($) => $.start.done.loggedIn)}</Ready> : <QueueButton channel={channel} />}
    </SetupLine>
  );
}

function Ready({ children }: { children: string }) {
  return (
    <span className="inline-flex flex-none items-center gap-1.5 font-med text-12 text-live">
      <Icon of={Check} size={14} />
      {children}
    </span>
  );
}
