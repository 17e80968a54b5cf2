import type { ChatCitation, ChatMessage } from '@sidetone/contract/entities/chat.ts';
import { PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayOf, formatDay, formatDuration, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { Icon } from '#ui/Icon.tsx';
import { useCitationName } from './use-citation-name.ts';

interface CitationsProps {
  message: ChatMessage;
  onOpen: (citation: ChatCitation) => void;
  /** At the end of the head. */
  end: ReactNode;
}

/** The id of a quote, so that the number in a sentence finds it. */
export const quoteId = (messageId: string, number: number): string => `quote-${messageId}-${number}`;

/** The places that an answer rests on; each opens its call where it was said. */
export function Citations({ message, onOpen, end }: CitationsProps) {
  const { t } = useWords();
  const { citations, calls } = message;
  const used = new Set(citations.map(({ channelId, docId }) => `${channelId} ${docId}`)).size;
  return (
    <section aria-label={t(($) => $.aiChat.answer.quotes)} className="rounded-m border border-line">
      <header className="flex min-h-9 items-center gap-1 pr-1.5 pl-3 text-12 text-ink-3">
        <span className="min-w-0 flex-1">{t(($) => $.aiChat.answer.taken, { used, count: calls })}</span>
        {end}
      </header>
      <ol>
        {citations.map((each) => (
          <li key={each.number} className="border-line border-t">
            <Citation citation={each} id={quoteId(message.id, each.number)} onOpen={() => onOpen(each)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Citation({ citation, id, onOpen }: { citation: ChatCitation; id: string; onOpen: () => void }) {
  const { t, language } = useWords();
  const nameOf = useCitationName();
  const { number, quote, at, startedAt, direction, remoteOrganization } = citation;
  const name = nameOf(citation);
  const zone = useCallZone();
  const day = formatDay(dayOf(new Date(startedAt), zone), language, new Date().getFullYear());
  const seconds = formatDuration(at);
  const isIncoming = direction === 'INCOMING';
  return (
    <button
      type="button"
      id={id}
      onClick={onOpen}
      className="flex w-full items-start gap-3 px-3 py-2 text-left text-12 hover:bg-hover focus-inset"
    >
      <span
        aria-hidden
        className="mt-1 grid h-5 min-w-5 place-items-center rounded-xs bg-accent-tint px-1 font-semi text-11 text-accent"
      >
        {number}
      </span>
      <Icon of={isIncoming ? PhoneIncoming : PhoneOutgoing} className="mt-1.5 text-ink-3" />
      <span className="sr-only">
        {t(($) => $.aiChat.answer.open, { name, at: seconds })},{' '}
        {isIncoming ? t(($) => $.aiChat.answer.incoming) : t(($) => $.aiChat.answer.outgoing)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-13">
          <b className="font-semi">{name}</b>
          {remoteOrganization === null ? null : <span className="ml-1 text-12 text-ink-3">{remoteOrganization}</span>}
        </span>
        <q className="block text-ink-2">{quote}</q>
      </span>
      <span className="flex-none text-right text-ink-3">
        <span className="block">
          {day}, {formatTime(startedAt, language, zone)}
        </span>
        <span className="block">{seconds}</span>
      </span>
    </button>
  );
}
