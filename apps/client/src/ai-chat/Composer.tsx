import { chatQuestionMaxCharacters } from '@sidetone/contract/rules/limits.ts';
import { ArrowUp, Calendar, Inbox, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuCheck, MenuChoice } from '#ui/Menu.tsx';
import { type Chosen, type DayRange, dayRanges, toggled } from './chat-scope.ts';
import type { NamedChannel } from './use-named-channels.ts';

interface ComposerProps {
  field: RefObject<HTMLTextAreaElement | null>;
  channels: readonly NamedChannel[];
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
  /** An answer is being made, and this stops it. */
  onStop: (() => void) | null;
  busy: boolean;
  /** Whether the question was taken; otherwise it stays in the field. */
  onAsk: (text: string) => Promise<boolean>;
}

/** The field for a question, and which calls it is about. Enter asks, Shift and Enter begin another line. */
export function Composer({ field, channels, chosen, onChosen, onStop, busy, onAsk }: ComposerProps) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const isReady = text.trim() !== '' && !busy && onStop === null;
  const send = async () => {
    // What is typed in the meantime is the next question.
    if (isReady && (await onAsk(text.trim()))) setText((now) => (now === text ? '' : now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={submit}
      className="rounded-l border-[1.5px] border-line-control bg-raised p-2 focus-within:border-accent"
    >
      <textarea
        ref={field}
        rows={2}
        value={text}
        maxLength={chatQuestionMaxCharacters}
        aria-label={t(($) => $.aiChat.ask.label)}
        placeholder={t(($) => $.aiChat.ask.placeholder)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="block max-h-40 w-full resize-none bg-transparent px-1.5 py-1 text-14 outline-none [field-sizing:content] placeholder:text-ink-3"
      />
      <div className="flex flex-wrap items-center gap-1">
        <ChannelsChip channels={channels} chosen={chosen} onChosen={onChosen} />
        <DaysChip chosen={chosen} onChosen={onChosen} />
        <span className="flex-1" />
        {onStop === null ? (
          <button
            type="submit"
            aria-label={t(($) => $.aiChat.ask.send)}
            disabled={!isReady}
            className="grid h-7 w-9 place-items-center rounded-s bg-accent-fill text-accent-on hover:bg-accent-fill-2 disabled:opacity-45"
          >
            <Icon of={ArrowUp} />
          </button>
        ) : (
          <IconButton icon={Square} label={t(($) => $.aiChat.ask.stop)} onClick={onStop} />
        )}
      </div>
    </form>
  );
}

const chip = 'inline-flex h-7 max-w-full items-center gap-1.5 rounded-s px-1.5 text-12 text-ink-2 hover:bg-hover';

function ChannelsChip({ channels, chosen, onChosen }: Pick<ComposerProps, 'channels' | 'chosen' | 'onChosen'>) {
  const { t } = useWords();
  const isChosen = (id: string) => chosen.channelIds === null || chosen.channelIds.includes(id);
  const names = channels.filter(({ id }) => isChosen(id)).map(({ name }) => name);
  const text = chosen.channelIds === null ? t(($) => $.aiChat.ask.allChannels) : names.join(', ');
  const all = channels.map(({ id }) => id);
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={chip}>
          <Icon of={Inbox} size={14} className="text-ink-3" />
          <span className="sr-only">{t(($) => $.aiChat.ask.channels)}: </span>
          <span className="truncate">{text}</span>
        </button>
      }
    >
      {channels.map(({ id, name }) => (
        <MenuCheck
          key={id}
          checked={isChosen(id)}
          onChange={() => onChosen({ ...chosen, channelIds: toggled(chosen.channelIds, all, id) })}
        >
          {name}
        </MenuCheck>
      ))}
    </Menu>
  );
}

function DaysChip({ chosen, onChosen }: Pick<ComposerProps, 'chosen' | 'onChosen'>) {
  const { t } = useWords();
  const options = (Object.keys(dayRanges) as DayRange[]).map((value) => ({
    value,
    label: t(($) => $.aiChat.ask.range[value]),
  }));
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={chip}>
          <Icon of={Calendar} size={14} className="text-ink-3" />
          <span className="sr-only">{t(($) => $.aiChat.ask.days)}: </span>
          {t(($) => $.aiChat.ask.range[chosen.range])}
        </button>
      }
    >
      <MenuChoice
        label={t(($) => $.aiChat.ask.days)}
        value={chosen.range}
        options={options}
        onChange={(range) => onChosen({ ...chosen, range })}
      />
    </Menu>
  );
}
