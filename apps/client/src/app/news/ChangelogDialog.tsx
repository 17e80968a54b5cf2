import type { ChangelogEntry, ChangelogPiece } from '@sidetone/contract/entities/changelog.ts';
import { contentRoutes } from '@sidetone/contract/http/content-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useRef } from 'react';
import { formatLongDay } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/api-error.ts';
import { useExternalLink } from '#live/external-links.ts';
import { call } from '#live/http.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';

interface ChangelogDialogProps {
  open: boolean;
  /** Of the server, which the app came from; empty while it is not known. */
  version: string;
  onClose: () => void;
}

const accent = 'bg-accent-tint text-accent';

/** What this version and those before it brought. */
export function ChangelogDialog({ open, version, onClose }: ChangelogDialogProps) {
  const { t } = useWords();
  const close = useRef<HTMLButtonElement>(null);
  const features = useExternalLink('features');
  const title = t(($) => $.shell.changelog.title);
  return (
    <Dialog open={open} onClose={onClose} title={title} hideTitle initialFocus={close} className="w-[620px]">
      <div className="flex flex-none items-center gap-3 pt-4 pr-4 pb-2 pl-6">
        <p aria-hidden className="flex-1 font-semi text-16">
          {title}
        </p>
        <IconButton icon={X} label={t(($) => $.shell.changelog.close)} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        className="focus-inset min-h-24 flex-1 overflow-y-auto px-6 pb-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        {version !== '' ? <Versions version={version} /> : <Coming />}
      </div>
      <div className="flex flex-none items-center gap-2 border-line border-t px-6 py-3">
        {features === null ? null : (
          <a href={features} target="_blank" rel="noreferrer" className="flex items-center gap-1 font-med text-accent">
            {t(($) => $.shell.features)}
            <Icon of={ExternalLink} size={14} />
            <span className="sr-only">{t(($) => $.shell.opensOutside)}</span>
          </a>
        )}
        <span className="flex-1" />
        <Button ref={close} size="l" onClick={onClose}>
          {t(($) => $.shell.changelog.close)}
          <span aria-hidden>
            <Kbd>Esc</Kbd>
          </span>
        </Button>
      </div>
    </Dialog>
  );
}

function Versions({ version }: { version: string }) {
  const { t, language } = useWords();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['changelog', version, language],
    queryFn: ({ signal }) => call(contentRoutes.changelog, { params: { version, language } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return <Coming />;
  if (error) {
    const none = codeOf(error) === 'NOT_FOUND';
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 py-4 text-ink-2">
        <p>{t(($) => (none ? $.shell.changelog.none : $.shell.changelog.missing), { version })}</p>
        {none ? null : <Button onClick={() => void refetch()}>{t(($) => $.shell.changelog.again)}</Button>}
      </div>
    );
  }
  // What no heading names yet is of the version that runs.
  const own = data.entries.some((entry) => entry.version === null) ? null : version;
  return data.entries.map((entry) => (
    <Version key={entry.version ?? ''} entry={entry} running={version} isOwn={entry.version === own} />
  ));
}

function Version({ entry, running, isOwn }: { entry: ChangelogEntry; running: string; isOwn: boolean }) {
  const { t, language } = useWords();
  const { version, date, changes } = entry;
  const words = {
    added: t(($) => $.shell.changelog.added),
    better: t(($) => $.shell.changelog.better),
    fixed: t(($) => $.shell.changelog.fixed),
  };
  return (
    <section className="border-line not-first:border-t pt-4 pb-5">
      <div className="flex items-baseline gap-2 pb-2">
        <h2 className="font-semi text-16">{version ?? running}</h2>
        <span className="flex-1 text-12 text-ink-3">
          {date === null ? null : formatLongDay(date, language, 0)}
          {version === null ? t(($) => $.shell.changelog.newest) : null}
        </span>
        {isOwn ? <Chip className={accent}>{t(($) => $.shell.changelog.yours)}</Chip> : null}
      </div>
      <ul className="flex flex-col gap-2.5">
        {changes.map(({ kind, pieces }) => (
          <li key={pieces.map(({ text }) => text).join('')} className="flex items-start gap-3">
            {kind === null ? (
              <span aria-hidden className="mt-2 size-1 flex-none rounded-full bg-ink-3" />
            ) : (
              <span className="w-20 flex-none">
                <Chip {...(kind === 'added' ? { className: accent } : {})}>{words[kind]}</Chip>
              </span>
            )}
            <span className="min-w-0 flex-1">
              {pieces.map((piece, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
                <Piece key={place} {...piece} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Piece({ text, look }: ChangelogPiece) {
  if (look === 'plain') return text;
  if (look === 'strong') return <b className="font-semi">{text}</b>;
  return <code className="rounded-xs bg-well px-1 font-sans text-12">{text}</code>;
}

function Coming() {
  const { t } = useWords();
  return (
    <AfterAMoment>
      <p role="status" className="sr-only">
        {t(($) => $.shell.changelog.loading)}
      </p>
      {['w-2/3', 'w-full', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={cn('my-4 h-4', width)} />
      ))}
    </AfterAMoment>
  );
}
