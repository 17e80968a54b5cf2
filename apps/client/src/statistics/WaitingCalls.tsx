import type { WaitingCall } from '@sidetone/contract/entities/statistics.ts';
import { Link } from '@tanstack/react-router';
import { Phone, PhoneMissed, Voicemail } from 'lucide-react';
import { useState } from 'react';
import { useCanCall } from '#contacts/can-call.ts';
import { useReadNumber } from '#contacts/number-place.ts';
import { startCall } from '#dialling/dial.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';

/** Lines that are shown at first. */
const few = 3;
const dayMs = 24 * 60 * 60 * 1000;

interface WaitingCallsProps {
  waiting: readonly WaitingCall[];
  /** How many there are, of which `waiting` are the ones that began first. */
  count: number;
  nameOf: (channelId: string) => string;
}

/** The calls that have been unresolved the longest, each with a way to call back. */
export function WaitingCalls({ waiting, count, nameOf }: WaitingCallsProps) {
  const { t } = useWords();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? waiting : waiting.slice(0, few);
  return (
    <section aria-label={t(($) => $.statistics.waiting)} className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center gap-2">
        <h2 className="font-med text-12 text-ink-2">{t(($) => $.statistics.waiting)}</h2>
        <span className="mr-auto truncate text-12 text-ink-3">{t(($) => $.statistics.waitingHint)}</span>
        {count > few ? (
          <Button size="s" tone="ghost" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {t(($) => $.statistics[showsAll ? 'fewer' : 'all'])}
          </Button>
        ) : null}
      </div>
      {count === 0 ? <p className="text-ink-3">{t(($) => $.statistics.nobodyWaits)}</p> : null}
      <ul>
        {shown.map((call) => (
          <WaitingLine key={`${call.channelId} ${call.docId}`} call={call} channel={nameOf(call.channelId)} />
        ))}
      </ul>
    </section>
  );
}

function WaitingLine({ call, channel }: { call: WaitingCall; channel: string }) {
  const { t } = useWords();
  const canCall = useCanCall();
  const read = useReadNumber();
  const { remote, phoneNumber: number, channelId, docId } = call;
  const name =
    remote.name ?? remote.organization ?? (number === null ? t(($) => $.statistics.anonymous) : read(number));
  const organization = remote.name === null ? null : remote.organization;
  const days = Math.floor((Date.now() - Date.parse(call.startedAt)) / dayMs);
  return (
    <li className="flex h-9 items-center gap-3">
      <Icon of={call.hasVoicemail ? Voicemail : PhoneMissed} className="text-missed" />
      {call.hasVoicemail ? <span className="sr-only">{t(($) => $.statistics.voicemail)}</span> : null}
      <Link
        to="/main/channels/$channelId"
        params={{ channelId }}
        search={{ call: docId }}
        aria-label={t(($) => $.statistics.openCall, { name: [name, organization].filter(Boolean).join(' ') })}
        className="min-w-0 flex-1 truncate rounded-xs font-med hover:underline"
      >
        {name}
        {organization === null ? null : (
          <>
            {' '}
            <span className="ml-1 font-reg text-ink-3">{organization}</span>
          </>
        )}
      </Link>
      <span className="w-28 truncate text-ink-2 max-[699px]:hidden">{channel}</span>
      <span className="w-12 text-right font-med text-ring tabular-nums">
        <span aria-hidden>{t(($) => $.statistics.age, { count: days })}</span>
        <span className="sr-only">{t(($) => $.statistics.ageWords, { count: days })}</span>
      </span>
      {number === null ? (
        <span aria-hidden className="w-7" />
      ) : (
        <IconButton
          icon={Phone}
          tone="call"
          label={t(($) => $.statistics.callBack, { name })}
          disabled={!canCall}
          onClick={() => startCall({ number, remote }, channelId)}
        />
      )}
    </li>
  );
}
