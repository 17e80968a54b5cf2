import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { pauseAt } from '@sidetone/contract/entities/pause.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { MonitorSmartphone, Phone } from 'lucide-react';
import { fullName } from '#contacts/colleagues.ts';
import { PickUp } from '#contacts/PickUp.tsx';
import { presenceLook } from '#contacts/presence.ts';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { useMe } from '#live/queries/me.ts';
import { useNow } from '#platform/use-now.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Switch } from '#ui/Switch.tsx';
import { useChannelSetting } from '../channel-setting.ts';
import { CallFlowFacts } from '../info/CallFlowFacts.tsx';
import { availabilityOf, type Member } from '../members.ts';
import { pauseLookMs, usePauseWords } from '../pauses.ts';
import { useQueueLogIn } from '../QueueButton.tsx';
import { StatusChip } from './StatusChip.tsx';

interface AvailabilityProps {
  channel: ChannelRow;
  /** In their order. */
  members: readonly Member[];
}

/** Who of a shared channel can be reached, and whom its calls ring. */
export function Availability({ channel, members }: AvailabilityProps) {
  const { t } = useWords();
  const me = useMe();
  const now = useNow(pauseLookMs);
  const { online, total } = availabilityOf(members);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={t(($) => $.channels.availability.label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="focus-inset @container min-h-0 flex-1 overflow-y-auto px-6 py-6 max-[559px]:px-4"
    >
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 @min-[1000px]:grid-cols-[1fr_288px]">
        <section className="@container">
          <p className="mb-3 flex items-baseline gap-2">
            <span className="font-semi text-20">{`${online}/${total}`}</span>
            <span className="text-ink-2">{t(($) => $.channels.availability.online)}</span>
          </p>
          <ul className="border-line border-t" aria-label={t(($) => $.channels.availability.members)}>
            {members.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                channel={channel}
                isMe={member.id === me?.webUserId}
                now={now}
              />
            ))}
          </ul>
          <p className="mt-3 max-w-[520px] text-pretty text-12 text-ink-3">{t(($) => $.channels.availability.help)}</p>
        </section>
        <Beside channel={channel} />
      </div>
    </div>
  );
}

interface MemberRowProps {
  member: Member;
  channel: ChannelRow;
  isMe: boolean;
  now: number;
}

function MemberRow({ member, channel, isMe, now }: MemberRowProps) {
  const { t } = useWords();
  const dial = useDialWords()(member);
  const name = fullName(member);
  const pauseWords = usePauseWords();
  const pause = member.dialedIn ? pauseAt(member.pause, now) : null;
  return (
    <li className="flex min-h-13 items-center gap-3 border-line border-b px-1 py-1">
      <Avatar size="m" name={name} imageUrl={member.avatar ?? null} presence={presenceLook(member.status).mark} />
      <span className="min-w-0 flex-1 truncate">
        <span className="font-med">{name}</span>
        {isMe ? <span className="text-ink-3"> {t(($) => $.channels.availability.you)}</span> : null}
      </span>
      <span className="flex w-37 flex-none max-[559px]:w-auto">
        {pause ? (
          <span className="truncate rounded-xs bg-well px-2 py-0.5 font-med text-12 text-ink-2">
            {pauseWords(pause)}
          </span>
        ) : (
          <StatusChip status={member.status} />
        )}
      </span>
      <span className="w-43 flex-none text-12 text-ink-3 @max-[640px]:hidden">{dial}</span>
      <span className="flex w-36 flex-none justify-end @max-[640px]:w-auto">
        {isMe && channel.type === 'acd' ? <OwnSwitch channel={channel} /> : null}
        {member.status === 'RINGING' ? <PickUp userId={member.id} /> : null}
      </span>
    </li>
  );
}

/** Since when a member is logged in or out: the time where it was today, else the day. */
function useDialWords(): (member: Member) => string | null {
  const { t, language } = useWords();
  const zone = useCallZone();
  return ({ dialedIn, dialedSince }) => {
    if (dialedSince === null) return dialedIn ? null : t(($) => $.channels.availability.loggedOut);
    const [now, moment] = [new Date(), new Date(dialedSince)];
    const day = dayOf(moment, zone);
    const isToday = day === dayOf(now, zone);
    const time = isToday ? formatTime(dialedSince, language, zone) : formatDay(day, language, now.getFullYear());
    return t(($) => (dialedIn ? $.channels.availability.since : $.channels.availability.loggedOutAt), { time });
  };
}

/** Users log only themselves in or out. */
function OwnSwitch({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const setting = useChannelSetting(channel.id);
  const logIn = useQueueLogIn(channel);
  if (!setting) return null;
  return (
    <Switch
      label={t(($) => $.channels.queue.switch)}
      className="gap-2 text-12"
      checked={setting.dialedIn}
      onChange={(event) => logIn(event.currentTarget.checked)}
    />
  );
}

function Beside({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const setting = useChannelSetting(channel.id);
  return (
    <div className="flex flex-col gap-6 @min-[1000px]:pt-9">
      {channel.phoneNumbers.length > 0 ? (
        <section>
          <h2 className="mb-1 flex h-6 items-center font-semi text-12 text-ink-2">
            {t(($) => $.channels.facts.numbers)}
          </h2>
          <ul>
            {channel.phoneNumbers.map(({ phoneNumber, label }) => (
              <li key={phoneNumber} className="flex min-h-7 items-center gap-2">
                <span className="flex-1">{formatNumber(phoneNumber)}</span>
                <span className="text-12 text-ink-3">{label}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {setting?.flow ? (
        <section>
          <h2 className="mb-1 flex h-6 items-center font-semi text-12 text-ink-2">{t(($) => $.channels.facts.flow)}</h2>
          <CallFlowFacts flow={setting.flow} followUpTime={channel.followUpTime ?? null} />
        </section>
      ) : null}
      {setting && setting.devices.length > 0 ? (
        <section>
          <h2 className="mb-1 flex h-6 items-center font-semi text-12 text-ink-2">
            {t(($) => $.channels.availability.devices)}
          </h2>
          <ul>
            {setting.devices.map(({ id, kind, name, rings, online }) => (
              <li key={id} className="flex min-h-8 items-center gap-2">
                <Icon of={kind === 'app' ? MonitorSmartphone : Phone} className="text-ink-3" />
                <span className="min-w-0 flex-1 truncate">
                  {kind === 'app' ? t(($) => $.channels.devices.app, { name }) : name}
                </span>
                <StateBadge tone={rings && online ? 'live' : 'off'}>
                  {t(($) =>
                    !rings
                      ? $.channels.availability.silent
                      : online
                        ? $.channels.devices.online
                        : $.channels.devices.offline,
                  )}
                </StateBadge>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}
