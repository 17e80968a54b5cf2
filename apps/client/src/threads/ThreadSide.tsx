import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ThreadInfo, ThreadOf } from '@sidetone/contract/entities/thread.ts';
import { inboxLabel } from '@sidetone/contract/rules/inbox-status.ts';
import { Phone, PhoneIncoming, PhoneMissed, Pin, User } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useCanCall } from '#contacts/can-call.ts';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useNumberPlace } from '#contacts/number-place.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { OpenItems } from './OpenItems.tsx';
import { callableNumber } from './thread-number.ts';
import { useNumberWords } from './use-number-words.ts';

interface ThreadSideProps {
  of: ThreadOf;
  info: ThreadInfo;
  channelId: string;
  channelName: string;
  /** Several of us can talk in this channel. */
  isShared: boolean;
  /** Every call of the thread; null where they are not all here. */
  everything: readonly InboxRow[] | null;
  onCall: (number: string) => void;
  /** Opens the page of the contact on the other side; null where there is no such contact. */
  onContact: (() => void) | null;
}

/** The details around a thread: numbers, open items, what is known of the contact, which of us talked. */
export function ThreadSide(props: ThreadSideProps) {
  const { of, info, channelId, channelName, everything } = props;
  const { t } = useWords();
  const me = useMe();
  const hasSmallTalk = useFlags().hasCallSmallTalk;
  const colleagues = useColleagues();
  const talked = (props.isShared ? info.talkedBy : []).flatMap((id) => colleagues.get(id) ?? []);
  const isStranger = of.kind === 'number' && info.remote.contactId === null && info.remote.userId === null;
  return (
    <div className="flex flex-col gap-6">
      {of.kind === 'anonymous' ? (
        <SidePart title={t(($) => $.threads.aloneTitle)}>
          <p className="text-pretty text-ink-2">{t(($) => $.threads.aloneText)}</p>
        </SidePart>
      ) : null}
      {isStranger ? (
        <SidePart title={t(($) => $.threads.unknownNumber)}>
          <p className="text-ink-2">{t(($) => $.threads.unknownNumberText)}</p>
        </SidePart>
      ) : null}
      {info.phoneNumbers.length > 0 ? (
        <SidePart title={t(($) => $.threads.numbers)}>
          <Numbers numbers={info.phoneNumbers} onCall={props.onCall} />
        </SidePart>
      ) : null}
      {info.openActionItems.length > 0 ? (
        <SidePart title={t(($) => $.threads.open)}>
          <OpenItems channelId={channelId} items={info.openActionItems} />
        </SidePart>
      ) : null}
      {isStranger && everything !== null && everything.length > 0 ? <Known calls={everything} /> : null}
      {hasSmallTalk && info.smallTalk.length > 0 ? (
        <SidePart title={t(($) => $.threads.smallTalk)}>
          <ul>
            {info.smallTalk.map(({ docId, item }) => (
              <li key={`${docId} ${item.id}`} className="flex items-start gap-2 py-1">
                <span className="mt-[3px] grid size-3.5 flex-none place-items-center">
                  {item.pinned ? (
                    <Icon of={Pin} size={14} className="text-accent" />
                  ) : (
                    <span aria-hidden className="size-[3px] rounded-full bg-ink-3" />
                  )}
                </span>
                <span className="min-w-0 break-words">
                  {item.pinned ? <span className="sr-only">{`${t(($) => $.threads.pinned)}: `}</span> : null}
                  <span className="font-med">{item.topic}</span> <span className="text-ink-2">{item.description}</span>
                </span>
              </li>
            ))}
          </ul>
        </SidePart>
      ) : null}
      {talked.length > 0 ? (
        <SidePart title={t(($) => $.threads.talkedBy)}>
          <ul className="flex flex-wrap items-center gap-2">
            {talked.map((colleague) => {
              const mine = colleague.id === me?.webUserId;
              const name = mine ? `${fullName(colleague)} (${t(($) => $.threads.me)})` : fullName(colleague);
              return (
                <li key={colleague.id} title={name}>
                  <Avatar size="xs" name={fullName(colleague)} imageUrl={colleague.avatarUrl ?? null} />
                  <span className="sr-only">{name}</span>
                </li>
              );
            })}
            <li aria-hidden className="text-12 text-ink-3">
              {t(($) => $.threads.talkedCount, { count: talked.length, channel: channelName })}
            </li>
          </ul>
        </SidePart>
      ) : null}
      {props.onContact === null ? null : (
        <div>
          <Button size="s" onClick={props.onContact}>
            <Icon of={User} size={14} />
            {t(($) => $.threads.wholeContact)}
          </Button>
        </div>
      )}
    </div>
  );
}

function SidePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-1 flex h-6 items-center font-semi text-12 text-ink-2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Numbers({ numbers, onCall }: { numbers: ThreadInfo['phoneNumbers']; onCall: (number: string) => void }) {
  const { t } = useWords();
  const words = useNumberWords();
  const canCall = useCanCall();
  const place = useNumberPlace();
  return (
    <ul>
      {numbers.map(({ label, number }) => (
        <li key={number} className="flex h-9 items-center gap-2">
          {label === null ? null : (
            <span className="w-18 flex-none truncate text-ink-3 first-letter:uppercase">{words.label(label)}</span>
          )}
          <span className="min-w-0 flex-1 truncate font-med">{words.number(number)}</span>
          <IconButton
            icon={Phone}
            tone="call"
            label={t(($) => $.threads.callNumber, { number: words.number(number) })}
            disabled={!canCall || callableNumber({ label, number }, place) === null}
            onClick={() => onCall(number)}
          />
        </li>
      ))}
    </ul>
  );
}

/** What the calls themselves tell about a number without a contact. */
function Known({ calls }: { calls: readonly InboxRow[] }) {
  const { t } = useWords();
  const missed = calls.filter((row) =>
    inboxLabel(row.call, row.documentation.voicemail !== undefined).startsWith('missed'),
  );
  const answered = calls.filter(({ call }) => call.establishedAt !== null);
  const facts = [
    { icon: PhoneMissed, word: t(($) => $.threads.missed), count: missed.length },
    { icon: PhoneIncoming, word: t(($) => $.threads.answered), count: answered.length },
  ].filter(({ count }) => count > 0);
  if (facts.length === 0) return null;
  return (
    <SidePart title={t(($) => $.threads.known)}>
      <ul>
        {facts.map(({ icon, word, count }) => (
          <li key={word} className="flex min-h-7 items-center gap-2">
            <Icon of={icon} className="text-ink-3" />
            <span className="flex-1">{word}</span>
            <span className="text-12 text-ink-3">{count}</span>
          </li>
        ))}
      </ul>
    </SidePart>
  );
}
