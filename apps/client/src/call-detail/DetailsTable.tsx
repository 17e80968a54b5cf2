import { type ChannelRow, type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ReactNode } from 'react';
import { useReadNumber } from '#contacts/number-place.ts';
import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { endsOf, noNumberWord, type Passing, passingsOf, stateOf, talkSeconds } from './facts.ts';
import { type CallNames, useMomentWords } from './names.ts';

interface DetailsTableProps {
  row: InboxRow;
  names: CallNames;
  /** Goes to another event that the reader may see. */
  onOpenCall: (channelId: string, docId: string) => void;
  /** Null where nobody is looking for faults. */
  onDebug: (() => void) | null;
}

/** The facts of the call itself. */
export function DetailsTable({ row, names, onOpenCall, onDebug }: DetailsTableProps) {
  const { t } = useWords();
  const momentWords = useMomentWords();
  const { rows: channels } = useLive(phoneQueries.channels, {});
  const { call } = row;
  const { callBack } = call;
  const { from, to } = endsOf(call);
  const seconds = talkSeconds(call);
  const read = useReadNumber();
  const numberWords = (number: string | null) =>
    number === null ? t(($) => $.callDetail.details.withheld) : read(number);
  const endWords = (end: 'from' | 'to', number: string | null) =>
    number === null ? t(($) => $.callDetail.details[noNumberWord(call, end)]) : read(number);
  return (
    <section
      aria-label={t(($) => $.callDetail.details.title)}
      className="flex flex-col gap-3 border-line border-t pt-4"
    >
      <div className="grid grid-cols-2 gap-x-6 gap-y-1.5 max-[559px]:grid-cols-1">
        <dl className="grid grid-cols-[104px_1fr] content-start gap-y-1.5">
          <Fact name={t(($) => $.callDetail.details.owner)}>{names.owner ?? t(($) => $.callDetail.nobody)}</Fact>
          <Fact name={t(($) => $.callDetail.details.from)}>{endWords('from', from)}</Fact>
          <Fact name={t(($) => $.callDetail.details.to)}>{endWords('to', to)}</Fact>
          {call.menuPath == null ? null : <Fact name={t(($) => $.callDetail.details.menu)}>{call.menuPath}</Fact>}
          {callBack == null ? null : (
            <Fact name={t(($) => $.callDetail.details.callBack)}>{t(($) => $.inbox.callBack[callBack])}</Fact>
          )}
        </dl>
        <dl className="grid grid-cols-[104px_1fr] content-start gap-y-1.5">
          <Fact name={t(($) => $.callDetail.details.state)}>{t(($) => $.callDetail.states[stateOf(call)])}</Fact>
          <Fact name={t(($) => $.callDetail.details.started)}>{momentWords(call.startedAt)}</Fact>
          <Fact name={t(($) => $.callDetail.details.duration)}>
            {seconds === null ? t(($) => $.callDetail.details.notTalked) : formatLongDuration(seconds)}
          </Fact>
        </dl>
      </div>
      <Passings row={row} channels={channels} onOpenCall={onOpenCall} numberWords={numberWords} />
      {onDebug === null ? null : (
        <div>
          <Button size="s" tone="ghost" className="-ml-2.5" onClick={onDebug}>
            {t(($) => $.callDetail.details.debug)}
          </Button>
        </div>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

interface PassingsProps {
  row: InboxRow;
  channels: readonly ChannelRow[];
  onOpenCall: (channelId: string, docId: string) => void;
  numberWords: (number: string | null) => string;
}

/** Where the call came from and where it went on, with a link for members of that channel. */
function Passings({ row, channels, onOpenCall, numberWords }: PassingsProps) {
  const { t } = useWords();
  const passings = passingsOf(row);
  const target = row.call.transferTarget;
  const channelName = (channelId: string) => {
    const channel = channels.find(({ id }) => id === channelId);
    return channel?.channelType === 'personal' ? t(($) => $.app.private) : (channel?.name ?? null);
  };
  const words = ({ kind, partner }: Passing) =>
    kind === 'forwardedTo'
      ? (channelName(partner.channelId) ?? t(($) => $.callDetail.details.targets.channel))
      : numberWords(partner.remotePhoneNumber);
  const from = row.forwardedFrom ?? null;
  const wentTo = passings.some(({ kind }) => kind !== 'transferredFrom');
  if (passings.length === 0 && from === null && !target) return null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      {from === null ? null : (
        <Fact name={t(($) => $.callDetail.details.forwardedFrom)}>
          {channelName(from) ?? t(($) => $.callDetail.details.targets.channel)}
        </Fact>
      )}
      {passings.map((passing) => (
        <Fact key={passing.kind} name={t(($) => $.callDetail.details[passing.kind])}>
          {passing.kind === 'forwardedOutside' || channelName(passing.partner.channelId) === null ? (
            words(passing)
          ) : (
            <button
              type="button"
              className="text-left text-accent underline underline-offset-2"
              onClick={() => onOpenCall(passing.partner.channelId, passing.partner.docId)}
            >
              {words(passing)}
            </button>
          )}
        </Fact>
      ))}
      {target && !wentTo ? (
        <Fact name={t(($) => $.callDetail.details.transferredTo)}>
          {t(($) => $.callDetail.details.targets[target.type])}
        </Fact>
      ) : null}
    </dl>
  );
}
