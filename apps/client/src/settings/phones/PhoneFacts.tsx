import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Inbox, UsersRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { phoneBadge } from '#channels/caller-id-look.ts';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { ChannelName } from './PhoneRow.tsx';
import { failureOf, type Use } from './phone-facts.ts';

interface PhoneFactsProps {
  phone: Phone;
  uses: readonly Use[];
}

/** The channels that use a phone, and the facts that its registrar knows. */
export function PhoneFacts({ phone, uses }: PhoneFactsProps) {
  const { t } = useWords();
  const failure = failureOf(phone);
  // A text that the server sends for the first time is shown unchanged.
  const why = failure === null || failure === 'other' ? phone.failure : t(($) => $.phones.failures[failure]);
  return (
    <div className="grid grid-cols-2 gap-8 max-[759px]:grid-cols-1">
      <Part title={t(($) => $.phones.head.usedBy)}>
        {uses.length === 0 ? (
          <p className="py-2 text-ink-3">{t(($) => $.phones.noChannel)}</p>
        ) : (
          <ul className="divide-y divide-line">
            {uses.map((use) => (
              <li key={use.channel.id} className="flex min-h-9 items-center gap-2 py-1">
                <Icon of={use.channel.channelType === 'personal' ? Inbox : UsersRound} className="text-ink-3" />
                <span className="min-w-0 flex-1 truncate font-med">
                  <ChannelName use={use} />
                </span>
                <span className="text-12 text-ink-3">
                  {t(($) => (use.isChosen ? $.phones.chosen : $.phones.usual))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t(($) => $.phones.facts.title)}>
        <dl className="grid grid-cols-[104px_minmax(0,1fr)] gap-y-2 py-2">
          <dt className="text-ink-3">{t(($) => $.phones.head.state)}</dt>
          <dd>
            <Since phone={phone} />
            {why === null ? null : <span className="block text-12 text-missed">{why}</span>}
          </dd>
          <dt className="text-ink-3">{t(($) => $.phones.facts.number)}</dt>
          <dd>
            {phone.phoneNumbers.map(({ phoneNumber }) => formatNumber(phoneNumber)).join(', ') ||
              t(($) => $.phones.facts.none)}
          </dd>
          {phone.username === null ? null : (
            <>
              <dt className="text-ink-3">{t(($) => $.phones.facts.account)}</dt>
              <dd className="truncate">{phone.username}</dd>
            </>
          )}
          {phone.registrar === null ? null : (
            <>
              <dt className="text-ink-3">{t(($) => $.phones.facts.registrar)}</dt>
              <dd className="truncate">{phone.registrar}</dd>
            </>
          )}
        </dl>
      </Part>
    </div>
  );
}

function Since({ phone: { state, stateSince } }: { phone: Phone }) {
  const { t, language } = useWords();
  const kind = state === 'UNKNOWN' ? 'unknown' : phoneBadge(state);
  if (stateSince === null) return t(($) => $.phones.states[kind]);
  const [day, today] = [dayOf(new Date(stateSince)), new Date()];
  const clock = formatTime(stateSince, language);
  const time = day === dayOf(today) ? clock : `${formatDay(day, language, today.getFullYear())}, ${clock}`;
  return t(($) => $.phones.since[kind], { time });
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-line border-b pb-2 font-semi text-12 text-ink-2">
        {title}
      </h3>
      {children}
    </section>
  );
}
