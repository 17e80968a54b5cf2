import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { type Pause, pauseAt } from '@sidetone/contract/entities/pause.ts';
import { Coffee, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { useMe } from '#live/queries/me.ts';
import { useNow } from '#platform/use-now.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';
import { Select } from '#ui/Select.tsx';
import { toast } from '#ui/toasts.ts';
import { useChannelSetting } from '../channel-setting.ts';
import { useChannels } from '../channels.ts';
import { isOnline } from '../members.ts';
import {
  beginPause,
  endPause,
  type PauseWish,
  pauseLookMs,
  usePauseReasons,
  usePauseWords,
  useReasonName,
} from '../pauses.ts';
import { useMembers } from '../use-members.ts';

/** Begins a pause of the user in a queue, or ends it; nothing for a user who is logged out. */
export function PauseButton({ channel }: { channel: ChannelRow }) {
  const setting = useChannelSetting(channel.id);
  const now = useNow(pauseLookMs);
  const frame = useRef<HTMLSpanElement>(null);
  const hadFocus = useRef(false);
  const pause = setting === null ? null : pauseAt(setting.pause, now);
  const isPaused = pause !== null;
  // The button that was pressed gives way to the other one, which takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the moment of the change
  useEffect(() => {
    if (hadFocus.current) frame.current?.querySelector('button')?.focus();
    hadFocus.current = false;
  }, [isPaused]);
  if (!setting?.dialedIn || channel.type !== 'acd') return null;
  const onPress = () => {
    hadFocus.current = true;
  };
  return (
    <span ref={frame} className="contents">
      {pause ? (
        <EndButton channel={channel} pause={pause} onPress={onPress} />
      ) : (
        <BeginButton channel={channel} onPress={onPress} />
      )}
    </span>
  );
}

/** Says what went wrong with a pause that was begun or ended. */
function useTrouble(): (change: Promise<void>) => void {
  const { t } = useWords();
  return (change) => {
    change.catch((error: unknown) => {
      toast({ tone: 'error', title: t(($) => $.channels.pause.failed), text: t(($) => $.errors[codeOf(error)]) });
    });
  };
}

interface PressProps {
  channel: ChannelRow;
  /** Called before the other button takes the place of this one. */
  onPress: () => void;
}

function EndButton({ channel, pause, onPress }: PressProps & { pause: Pause }) {
  const { t } = useWords();
  const me = useMe();
  const wordsOf = usePauseWords();
  const tell = useTrouble();
  return (
    <>
      <span role="status" className="truncate text-12 text-ring @max-[559px]:sr-only">
        {wordsOf(pause)}
      </span>
      <Button
        size="s"
        onClick={() => {
          if (me === null) return;
          onPress();
          tell(endPause(channel, me.webUserId));
        }}
      >
        <Icon of={Play} size={14} />
        <span className="@max-[559px]:sr-only">{t(($) => $.channels.pause.end)}</span>
      </Button>
    </>
  );
}

function BeginButton({ channel, onPress }: PressProps) {
  const { t } = useWords();
  const me = useMe();
  const tell = useTrouble();
  const [open, setOpen] = useState(false);
  const begin = (wish: PauseWish) => {
    setOpen(false);
    if (me === null) return;
    onPress();
    tell(beginPause(channel, me.webUserId, wish));
  };
  return (
    <Popover
      label={t(($) => $.channels.pause.from, { channel: channel.name ?? '' })}
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-72"
      trigger={
        <Button tone="ghost" size="s">
          <Icon of={Coffee} size={14} />
          <span className="@max-[559px]:sr-only">{t(($) => $.channels.pause.begin)}</span>
        </Button>
      }
    >
      <PauseForm channel={channel} onBegin={begin} />
    </Popover>
  );
}

/** Lengths to choose from besides the usual one of the reason, in minutes. */
const lengths = [5, 10, 15, 30, 45, 60, 90, 120, 240];

function PauseForm({ channel, onBegin }: { channel: ChannelRow; onBegin: (wish: PauseWish) => void }) {
  const { t } = useWords();
  const nameOf = useReasonName();
  const reasons = usePauseReasons();
  const hasOthers = useChannels().shared.filter(({ type }) => type === 'acd').length > 1;
  const [reasonId, setReasonId] = useState(reasons[0]?.id ?? '');
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const [everywhere, setEverywhere] = useState(false);
  const reason = reasons.find(({ id }) => id === reasonId) ?? reasons[0];
  if (!reason) return null;
  // Until a length is chosen it is the usual one of the reason.
  const minutes = chosen === undefined ? reason.minutes : chosen;
  const offered = [...new Set([...lengths, reason.minutes, minutes])].filter((one) => one !== null);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin({ reason, minutes, everywhere });
      }}
    >
      <Select
        label={t(($) => $.channels.pause.reason)}
        value={reason.id}
        onChange={(event) => setReasonId(event.target.value)}
        options={reasons.map((one) => ({ value: one.id, label: nameOf(one) }))}
      />
      <Select
        label={t(($) => $.channels.pause.length)}
        value={minutes === null ? '' : String(minutes)}
        onChange={(event) => setChosen(event.target.value === '' ? null : Number(event.target.value))}
        options={[
          { value: '', label: t(($) => $.channels.pause.open) },
          ...offered
            .toSorted((one, two) => one - two)
            .map((count) => ({ value: String(count), label: t(($) => $.channels.pause.minutes, { count }) })),
        ]}
      />
      {hasOthers ? (
        <Checkbox
          label={t(($) => $.channels.pause.everywhere)}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.target.checked)}
        />
      ) : null}
      <LastOne channel={channel} />
      <Button type="submit" tone="primary" className="self-end">
        {t(($) => $.channels.pause.begin)}
      </Button>
    </form>
  );
}

/** Warns the last member who takes calls. */
function LastOne({ channel }: { channel: ChannelRow }) {
  const { t } = useWords();
  const me = useMe()?.webUserId;
  const now = useNow(pauseLookMs);
  const others = useMembers(channel).filter(
    ({ id, dialedIn, status, pause }) => id !== me && dialedIn && isOnline(status) && pauseAt(pause, now) === null,
  );
  return others.length > 0 ? null : <p className="text-12 text-ring">{t(($) => $.channels.pause.last)}</p>;
}
