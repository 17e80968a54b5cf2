import { Check, PhoneIncoming, PhoneOutgoing } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { searchHotkey } from '#platform/shortcuts.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { joinedKeys, printedKeys } from '#ui/printed-keys.ts';

interface IntroDialogProps {
  open: boolean;
  onClose: () => void;
}

const steps = ['voices', 'inbox', 'keys'] as const;

/** The special features of the app in three pictures, for users who open it for the first time. */
export function IntroDialog({ open, onClose }: IntroDialogProps) {
  const { t } = useWords();
  const [place, setPlace] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Opened again it begins at the beginning; while it closes it keeps its page.
    if (open) setPlace(0);
  }
  const onward = useRef<HTMLButtonElement>(null);
  const step = steps[place] ?? 'voices';
  const isLast = place === steps.length - 1;
  const pictures: Record<(typeof steps)[number], ReactNode> = {
    voices: <Voices />,
    inbox: <Inbox />,
    keys: <KeyPicture />,
  };
  const modifier = printedKeys('Mod+K')[0] ?? '';
  const text =
    step === 'keys'
      ? t(($) => $.shell.intro.keys.text, { search: joinedKeys(searchHotkey), modifier })
      : t(($) => $.shell.intro[step].text);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(($) => $.shell.intro.label)}
      hideTitle
      initialFocus={onward}
      className="w-[540px]"
    >
      <div
        aria-hidden
        className="grid h-[224px] flex-none place-items-center overflow-hidden border-line border-b bg-well px-8"
      >
        {pictures[step]}
      </div>
      <div className="overflow-y-auto px-8 pt-6 pb-5">
        <div aria-live="polite" className="min-h-24">
          <p className="sr-only">{t(($) => $.shell.intro.step, { step: place + 1, steps: steps.length })}</p>
          <h2 className="font-semi text-20">{t(($) => $.shell.intro[step].title)}</h2>
          <p className="mt-2 text-14 text-ink-2">{text}</p>
        </div>
        <div className="mt-4 flex items-center gap-2">
          <span aria-hidden className="flex flex-1 gap-1.5">
            {steps.map((one, index) => (
              <span
                key={one}
                className={cn('h-1.5 rounded-full', index === place ? 'w-5 bg-accent-fill' : 'w-1.5 bg-line-control')}
              />
            ))}
          </span>
          {place > 0 ? (
            <Button
              size="l"
              onClick={() => {
                setPlace(place - 1);
                onward.current?.focus();
              }}
            >
              {t(($) => $.shell.intro.back)}
            </Button>
          ) : null}
          <Button ref={onward} size="l" tone="primary" onClick={() => (isLast ? onClose() : setPlace(place + 1))}>
            {t(($) => (isLast ? $.shell.intro.done : $.shell.intro.next))}
            <span aria-hidden>
              <Kbd inherit>↵</Kbd>
            </span>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The level of each side along a line, from 0 to 1. */
const loudness = [
  2, 3, 8, 30, 44, 38, 12, 3, 5, 26, 50, 60, 42, 18, 4, 2, 3, 9, 34, 56, 48, 20, 6, 3, 2, 14, 40, 52, 30, 8,
];

function Voices() {
  const { t } = useWords();
  return (
    <div className="w-full">
      <div className="flex h-28 items-center justify-between">
        {loudness.map((loud, place) => {
          const other = loudness[(place + 7) % loudness.length] ?? 0;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture that stays as it is
            <span key={place} className="flex h-full w-1 flex-col justify-center gap-px">
              <span className="flex h-1/2 items-end">
                <span className="w-full rounded-full bg-accent-fill" style={{ height: `${loud}%` }} />
              </span>
              <span className="flex h-1/2 items-start">
                <span className="w-full rounded-full bg-ink-3" style={{ height: `${60 - Math.min(other, 56)}%` }} />
              </span>
            </span>
          );
        })}
      </div>
      <div className="mt-2 flex justify-between text-12 text-ink-2">
        <span className="flex items-center gap-1.5">
          <span className="size-2 rounded-xs bg-accent-fill" />
          {t(($) => $.shell.intro.you)}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="size-2 rounded-xs bg-ink-3" />
          {t(($) => $.shell.intro.other)}
        </span>
      </div>
    </div>
  );
}

function Inbox() {
  const { t } = useWords();
  const rows = [
    { icon: PhoneIncoming, name: 'Ulrike Sommerfeld', text: t(($) => $.shell.intro.inbox.first), done: false },
    { icon: PhoneOutgoing, name: 'Claire Whitcombe', text: t(($) => $.shell.intro.inbox.second), done: true },
  ];
  return (
    <div className="w-full max-w-[420px] rounded-l border border-line bg-raised p-1.5 shadow-e1">
      {rows.map(({ icon, name, text, done }) => (
        <div key={name} className={cn('flex h-13 items-center gap-3 rounded-m px-3', done ? '' : 'bg-hover')}>
          <Icon of={icon} className="text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-med">{name}</span>
            <span className="block truncate text-ink-2">{text}</span>
          </span>
          <span
            className={cn(
              'grid size-5 flex-none place-items-center rounded-full border-[1.5px]',
              done ? 'border-transparent bg-accent-fill text-accent-on' : 'border-accent text-accent',
            )}
          >
            <Icon of={Check} size={12} />
          </span>
        </div>
      ))}
    </div>
  );
}

function KeyPicture() {
  const look = 'grid size-12 place-items-center rounded-m border font-med text-16';
  const plain = 'border-line-strong bg-raised';
  return (
    <div className="flex gap-3">
      {printedKeys('Mod+K').map((part) => (
        <span key={part} className={cn(look, plain)}>
          {part}
        </span>
      ))}
      <span className={cn(look, 'ml-4 border-transparent bg-live-fill text-live-on')}>A</span>
      <span className={cn(look, 'border-transparent bg-missed-fill text-missed-on')}>D</span>
      <span className={cn(look, plain, 'ml-4')}>E</span>
    </div>
  );
}
