import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactHistory } from '@sidetone/contract/entities/contact-history.ts';
import { contactUnpinnedSmallTalkCount } from '@sidetone/contract/rules/limits.ts';
import { Dot, ExternalLink, Pin } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { isWebAddress } from '#ui/web-address.ts';
import { entityIcon, useTypeWord } from '../entity-kinds.ts';
import { shownSmallTalk } from './contact-rights.ts';
import { Part } from './Part.tsx';

interface KnownProps {
  relatesTo: Contact['relatesTo'];
  /** The CRM that did not say which records there are; null where it did, or was not asked. */
  silent?: string | null;
  /** Empty where the feature is off. */
  smallTalk: ContactHistory['smallTalk'];
}

/** The records of a contact in their CRM, and the small talk of calls: side by side where there are both. */
export function Known({ relatesTo, silent = null, smallTalk }: KnownProps) {
  const hasRecords = relatesTo.length > 0 || silent !== null;
  if (!hasRecords && smallTalk.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 max-[559px]:grid-cols-1">
      {hasRecords ? <Related entities={relatesTo} silent={silent} /> : null}
      {smallTalk.length === 0 ? null : <SmallTalk items={smallTalk} />}
    </div>
  );
}

function Related({ entities, silent }: { entities: Contact['relatesTo']; silent: string | null }) {
  const { t } = useWords();
  return (
    <Part title={t(($) => $.contacts.detail.related)}>
      <ul>
        {entities.map((entity) => (
          <RelatedLine key={`${entity.type} ${entity.id}`} entity={entity} />
        ))}
      </ul>
      {silent === null ? null : <p className="text-ink-3">{t(($) => $.contacts.detail.notSaid, { source: silent })}</p>}
    </Part>
  );
}

/** A record of the CRM that a contact belongs to: its kind, whether it is closed, and the way to it. SCONTACT-007 */
function RelatedLine({ entity: { id, type, label, url, isOpen } }: { entity: Contact['relatesTo'][number] }) {
  const { t } = useWords();
  const typeWord = useTypeWord();
  const name = label ?? id;
  return (
    <li className="flex min-h-7 items-center gap-2">
      <Icon of={entityIcon(type)} className="text-ink-3" />
      {isWebAddress(url) ? (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="flex min-w-0 items-center gap-1 text-accent hover:underline"
        >
          <span className="truncate">{name}</span>
          <Icon of={ExternalLink} size={12} className="flex-none" />
        </a>
      ) : (
        <span className="min-w-0 truncate">{name}</span>
      )}
      {isOpen === false ? <Chip line>{t(($) => $.contacts.detail.closed)}</Chip> : null}
      <span className="ml-auto flex-none text-12 text-ink-3">{typeWord(type)}</span>
    </li>
  );
}

function SmallTalk({ items }: { items: ContactHistory['smallTalk'] }) {
  const { t } = useWords();
  const [showsAll, setShowsAll] = useState(false);
  const { shown, hidden } = shownSmallTalk(items, showsAll ? items.length : contactUnpinnedSmallTalkCount);
  return (
    <Part title={t(($) => $.contacts.detail.personal)}>
      <ul>
        {shown.map(({ id, docId, topic, description, pinned }) => (
          <li key={`${docId} ${id}`} className="flex items-start gap-2 py-1">
            <Icon of={pinned ? Pin : Dot} size={14} className={cn('mt-[3px]', pinned ? 'text-accent' : 'text-ink-3')} />
            <span className="min-w-0 break-words">
              {pinned ? <span className="sr-only">{`${t(($) => $.contacts.detail.pinned)}: `}</span> : null}
              <span className="font-med">{topic}</span> <span className="text-ink-2">{description}</span>
            </span>
          </li>
        ))}
      </ul>
      {hidden === 0 ? null : (
        <Button tone="ghost" size="s" className="self-start" onClick={() => setShowsAll(true)}>
          {t(($) => $.contacts.detail.showAll, { count: shown.length + hidden })}
        </Button>
      )}
    </Part>
  );
}
