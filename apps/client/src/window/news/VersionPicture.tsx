import { Check, Pause, Phone, UserPlus } from 'lucide-react';
import type { ComponentType } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';

interface VersionPictureProps {
  version: string | null;
  /** The picture of an older version is lower. */
  older?: boolean;
}

/** A picture for one change of a version; nothing for a version without one. It says nothing that the list does not. */
export function VersionPicture({ version, older = false }: VersionPictureProps) {
  const Picture = version === null ? undefined : pictures[version];
  if (Picture === undefined) return null;
  return (
    <div
      aria-hidden
      className={cn(
        'relative mb-3.5 grid place-items-center overflow-hidden rounded-m border border-line bg-well px-4',
        older ? 'h-[132px]' : 'h-[196px]',
      )}
    >
      <Picture />
    </div>
  );
}

const pictures: Readonly<Record<string, ComponentType>> = { '0.3.0': CallPage, '0.2.0': AskFirst, '0.1.0': FirstCall };

const card = 'rounded-m bg-raised px-3.5 py-3 shadow-e2';

/** A promise made in a call, and its place in the call. */
function CallPage() {
  const { t } = useWords();
  return (
    <div className="relative h-[152px] w-full max-w-[408px]">
      <div className={cn(card, 'absolute top-1 left-0 flex w-[300px] max-w-full items-center gap-2.5')}>
        <span className="size-4 flex-none rounded-xs border-[1.5px] border-line-control" />
        <span className="min-w-0 flex-1 truncate font-med">{t(($) => $.shell.changelog.pictures.todo)}</span>
      </div>
      <div className={cn(card, 'absolute top-13 right-0 w-[304px] max-w-full')}>
        <p className="font-med text-12 text-accent">{t(($) => $.shell.changelog.pictures.speaker)}</p>
        <p className="mt-0.5 mb-2 truncate">{t(($) => $.shell.changelog.pictures.quote)}</p>
        <Voices />
      </div>
    </div>
  );
}

/** The level of a speaker along a line, from 0 to 1; below 0 it is the other side. */
const loudness = [
  0.9, 0.6, 0.3, 0.8, 0.7, 0.5, 0.6, 0.9, 0.4, 0.3, 0.8, 0.9, 0.6, 0.3, -0.5, -0.9, -0.8, -0.6, -0.7, -0.4, 0.8, 0.6,
  0.4, 0.7, 0.9, 0.6, 0.5, 0.3, 0.7, 0.8, 0.9, 0.5, 0.6, 0.8, 0.4, 0.7, 0.9, 0.6, 0.3, 0.5, 0.8, 0.7, 0.4, 0.6, 0.9,
];
const played = 22;

function Voices() {
  return (
    <div className="relative flex h-6 items-center justify-between">
      {loudness.map((loud, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture that stays as it is
          key={place}
          className={cn('flex h-full w-[2.6px] flex-col gap-px', place >= played && 'opacity-45')}
        >
          <span className="flex h-3 items-end">
            <span className="w-full rounded-full bg-accent-fill" style={{ height: `${Math.max(loud, 0.08) * 100}%` }} />
          </span>
          <span className="flex h-3 items-start">
            <span className="w-full rounded-full bg-ink-2" style={{ height: `${Math.max(-loud, 0.08) * 100}%` }} />
          </span>
        </span>
      ))}
      <span className="absolute inset-y-0 w-px bg-ink" style={{ left: `${(played / loudness.length) * 100}%` }} />
    </div>
  );
}

/** One call on hold, and a colleague who is asked first. */
function AskFirst() {
  const { t } = useWords();
  const lines = [
    { icon: Pause, tone: 'text-held', name: 'Claire Whitcombe', word: t(($) => $.shell.changelog.pictures.held) },
    { icon: UserPlus, tone: 'text-live', name: 'Jonas Krüger', word: t(($) => $.shell.changelog.pictures.asked) },
  ];
  return (
    <div className="w-full max-w-[360px] divide-y divide-line overflow-hidden rounded-m bg-raised shadow-e2">
      {lines.map(({ icon, tone, name, word }) => (
        <div key={name} className="flex h-11 items-center gap-2.5 px-3.5">
          <Avatar size="xs" name={name} />
          <span className="min-w-0 flex-1 truncate font-med">{name}</span>
          <span className={cn('flex flex-none items-center gap-1.5 font-med text-12', tone)}>
            <Icon of={icon} size={14} />
            {word}
          </span>
        </div>
      ))}
    </div>
  );
}

/** A resolved call of the inbox. */
function FirstCall() {
  return (
    <div className={cn(card, 'flex w-full max-w-[360px] items-center gap-3')}>
      <Avatar size="s" name="Ulrike Sommerfeld" />
      <span className="min-w-0 flex-1 truncate font-med">Ulrike Sommerfeld</span>
      <span className="grid size-7 flex-none place-items-center rounded-s bg-live-fill text-live-on">
        <Icon of={Phone} size={14} />
      </span>
      <span className="grid size-5 flex-none place-items-center rounded-full bg-accent-fill text-accent-on">
        <Icon of={Check} size={12} />
      </span>
    </div>
  );
}
