import { contentRoutes } from '@sidetone/contract/http/content-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, X } from 'lucide-react';
import { useRef } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { Versions } from './Versions.tsx';

interface ChangelogDialogProps {
  open: boolean;
  /** The version of the server, which the app came from; empty while it is not known. */
  version: string;
  onClose: () => void;
}

/** The changes of this version and of earlier ones. */
export function ChangelogDialog({ open, version, onClose }: ChangelogDialogProps) {
  const { t } = useWords();
  const close = useRef<HTMLButtonElement>(null);
  const features = useExternalLink('features');
  const title = t(($) => $.shell.changelog.title);
  return (
    <Dialog open={open} onClose={onClose} title={title} hideTitle initialFocus={close} className="w-[640px]">
      <div className="flex h-15 flex-none items-center gap-3 pr-4 pl-6">
        <p aria-hidden className="flex-1 font-semi text-16">
          {title}
        </p>
        <IconButton icon={X} label={t(($) => $.shell.changelog.close)} onClick={onClose} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        className="focus-inset min-h-24 flex-1 overflow-y-auto px-6"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        role="group"
        aria-label={title}
      >
        {version !== '' ? <Changelog version={version} /> : <Coming />}
      </div>
      <div className="flex flex-none items-center gap-2 border-line border-t py-2.5 pr-4 pl-6">
        {features === null ? null : (
          <a href={features} target="_blank" rel="noreferrer" className="flex items-center gap-1 font-med text-accent">
            {t(($) => $.shell.features)}
            <Icon of={ExternalLink} size={14} />
            <span className="sr-only">{t(($) => $.shell.opensOutside)}</span>
          </a>
        )}
        <span className="flex-1" />
        <Button ref={close} onClick={onClose}>
          {t(($) => $.shell.changelog.close)}
          <span aria-hidden>
            <Kbd>Esc</Kbd>
          </span>
        </Button>
      </div>
    </Dialog>
  );
}

function Changelog({ version }: { version: string }) {
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
  return <Versions entries={data.entries} running={version} />;
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
