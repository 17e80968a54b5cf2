import type { ChangeKind, ChangelogEntry, ChangelogPiece } from '@sidetone/contract/entities/changelog.ts';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDate } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { VersionPicture } from './VersionPicture.tsx';

interface VersionsProps {
  /** The newest first. */
  entries: readonly ChangelogEntry[];
  /** The version of the server. */
  running: string;
}

const accent = 'bg-accent-tint text-accent';
const kinds = ['added', 'better', 'fixed'] as const satisfies readonly ChangeKind[];

/** The changes of each version: the running one open, older ones behind a line that counts their changes. */
export function Versions({ entries, running }: VersionsProps) {
  const { t } = useWords();
  const nameOf = ({ version }: ChangelogEntry) => version ?? t(($) => $.shell.changelog.after, { version: running });
  const place = Math.max(
    entries.findIndex(({ version }) => version === running),
    0,
  );
  const shown = entries[place];
  if (shown === undefined) return null;
  const newer = entries.slice(0, place);
  const older = entries.slice(place + 1);
  return (
    <>
      {newer.map((entry) => (
        <OlderVersion key={entry.version ?? ''} name={nameOf(entry)} entry={entry} isFirst={false} />
      ))}
      <section className={cn('pb-3.5', newer.length > 0 && 'border-line border-t pt-3')}>
        <div className="flex min-h-6 items-center gap-2 pb-3">
          <h2 className="font-semi text-16">{nameOf(shown)}</h2>
          <Day date={shown.date} />
          {shown.version === running ? (
            <Chip className={`ml-auto ${accent}`}>{t(($) => $.shell.changelog.yours)}</Chip>
          ) : null}
        </div>
        <VersionPicture version={shown.version} />
        <Changes entry={shown} />
      </section>
      {older.map((entry, place) => (
        <OlderVersion
          key={entry.version ?? ''}
          name={nameOf(entry)}
          entry={entry}
          isFirst={place === older.length - 1}
        />
      ))}
    </>
  );
}

interface OlderVersionProps {
  name: string;
  entry: ChangelogEntry;
  isFirst: boolean;
}

function OlderVersion({ name, entry, isFirst }: OlderVersionProps) {
  const [isOpen, setIsOpen] = useState(false);
  const changes = useId();
  return (
    <section className="border-line border-t first:border-t-0">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={changes}
          onClick={() => setIsOpen(!isOpen)}
          className="flex h-11 w-full items-center gap-2 text-left"
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} className="text-ink-3" />
          <span className="font-semi">{name}</span>
          <Day date={entry.date} />
          {isOpen ? null : <Count entry={entry} isFirst={isFirst} />}
        </button>
      </h2>
      <div id={changes} className={isOpen ? 'pb-3' : undefined}>
        {isOpen ? (
          <>
            <VersionPicture version={entry.version} older />
            <Changes entry={entry} />
          </>
        ) : null}
      </div>
    </section>
  );
}

function Day({ date }: { date: string | null }) {
  const { language } = useWords();
  return date === null ? null : <span className="text-ink-3">{formatDate(date, language)}</span>;
}

function Count({ entry, isFirst }: { entry: ChangelogEntry; isFirst: boolean }) {
  const { t } = useWords();
  const words = {
    added: (count: number) => t(($) => $.shell.changelog.countAdded, { count }),
    better: (count: number) => t(($) => $.shell.changelog.countBetter, { count }),
    fixed: (count: number) => t(($) => $.shell.changelog.countFixed, { count }),
  };
  const counted = kinds
    .map((kind) => ({ kind, count: entry.changes.filter((change) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => words[kind](count));
  return (
    <span className="ml-auto text-12 text-ink-3">
      {isFirst ? t(($) => $.shell.changelog.first) : counted.join(', ')}
    </span>
  );
}

function Changes({ entry }: { entry: ChangelogEntry }) {
  const { t } = useWords();
  const words = {
    added: t(($) => $.shell.changelog.added),
    better: t(($) => $.shell.changelog.better),
    fixed: t(($) => $.shell.changelog.fixed),
  };
  return (
    <ul>
      {entry.changes.map(({ kind, pieces }) => (
        <li
          key={pieces.map(({ text }) => text).join('')}
          className="grid min-h-7.5 grid-cols-[76px_1fr] items-start py-1"
        >
          <span className="flex">
            {kind === null ? null : (
              <Chip line={kind === 'fixed'} className={cn('h-5', kind === 'added' && accent)}>
                {words[kind]}
              </Chip>
            )}
          </span>
          <span className="min-w-0 text-pretty">
            {pieces.map((piece, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
              <Piece key={place} {...piece} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Piece({ text, look }: ChangelogPiece) {
  if (look === 'plain') return text;
  if (look === 'strong') return <b className="font-semi">{text}</b>;
  return <code className="rounded-xs bg-well px-1 font-sans text-12">{text}</code>;
}
