import type { Reach } from '@sidetone/contract/entities/common.ts';
import { useWords } from '#i18n/use-words.ts';
import { CopyAll } from '../CopyAll.tsx';
import { CopyField } from '../CopyField.tsx';
import { OnlyHere } from '../OnlyHere.tsx';

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
        <CopyAll lines={links.flatMap(({ name, url }) => (url === null ? [] : `${name}\t${url}`))} />
      </div>
      <LinkFields links={links} />
    </section>
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
