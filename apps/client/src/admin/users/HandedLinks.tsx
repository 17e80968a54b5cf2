import type { Reach } from '@sidetone/contract/entities/common.ts';
import { Check, Copy } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { CopyField } from '../CopyField.tsx';
import { OnlyHere } from '../OnlyHere.tsx';
import { useCopied } from '../use-copied.ts';

/** An invitation that no mail took, for the administrator to hand over. */
export interface HandedLink {
  readonly name: string;
  readonly url: string | null;
  readonly reach: Reach;
}

/** The links to hand over, with what they say of themselves; nothing while there are none. */
export function HandedLinks({ links }: { links: readonly HandedLink[] }) {
  const { t } = useWords();
  if (links.length === 0) return null;
  return (
    <section aria-label={t(($) => $.admin.firstRun.people.links)} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status">{t(($) => $.admin.firstRun.people.links)}</p>
        <CopyAll links={links} />
      </div>
      <LinkFields links={links} />
    </section>
  );
}

/** All links with their names, a line each, as a table takes them. */
function CopyAll({ links }: { links: readonly HandedLink[] }) {
  const { t } = useWords();
  const lines = links.flatMap(({ name, url }) => (url === null ? [] : `${name}\t${url}`));
  const { copied, copy } = useCopied(lines.join('\n'));
  if (lines.length < 2) return null;
  return (
    <span className="flex items-center">
      <Button onClick={() => void copy()}>
        <Icon of={copied ? Check : Copy} />
        {t(($) => (copied ? $.admin.copied : $.admin.copyAll))}
      </Button>
      <span role="status" className="sr-only">
        {copied ? t(($) => $.admin.copied) : ''}
      </span>
    </span>
  );
}

/** The links alone, each in a field to copy. */
export function LinkFields({ links }: { links: readonly HandedLink[] }) {
  return (
    <>
      <OnlyHere reach={links.at(-1)?.reach ?? 'others'} about="link" />
      {links.map(({ name, url }) => (url === null ? null : <CopyField key={url} label={name} value={url} />))}
    </>
  );
}
