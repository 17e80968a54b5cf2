import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ContactHistory } from '@sidetone/contract/entities/contact-history.ts';
import { contactUnpinnedSmallTalkCount } from '@sidetone/contract/rules/limits.ts';
import { Building2, Dot, Folder, Handshake, type LucideIcon, Pin, Ticket, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { contacts } from '#i18n/word-tables.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { shownSmallTalk } from './contact-rights.ts';
import { Part } from './Part.tsx';

interface KnownProps {
  relatesTo: Contact['relatesTo'];
  /** Empty where the feature is off. */
  smallTalk: ContactHistory['smallTalk'];
}

/** The records of a contact in their CRM, and the small talk of calls: side by side where there are both. */
export function Known({ relatesTo, smallTalk }: KnownProps) {
  if (relatesTo.length === 0 && smallTalk.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-5 max-[559px]:grid-cols-1">
      {relatesTo.length === 0 ? null : <Related entities={relatesTo} />}
      {smallTalk.length === 0 ? null : <SmallTalk items={smallTalk} />}
    </div>
  );
}

const icons: Readonly<Record<string, LucideIcon>> = {
  contacts: UserRound,
  leads: UserRound,
  companies: Building2,
  accounts: Building2,
  building_objects: Building2,
  building_object_leads: Building2,
  deals: Handshake,
  opportunities: Handshake,
  tickets: Ticket,
  cases: Ticket,
};

function Related({ entities }: { entities: Contact['relatesTo'] }) {
  const { t } = useWords();
  const typeWord = useTypeWord();
  return (
    <Part title={t(($) => $.contacts.detail.related)}>
      <ul>
        {entities.map(({ id, type, label }) => (
          <li key={`${type} ${id}`} className="flex min-h-7 items-center gap-2">
            <Icon of={icons[type] ?? Folder} className="text-ink-3" />
            <span className="min-w-0 flex-1 truncate">{label ?? id}</span>
            <span className="flex-none text-12 text-ink-3">{typeWord(type)}</span>
          </li>
        ))}
      </ul>
    </Part>
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

/** The kind of a record in the words of the language; an unknown kind reads as its source wrote it. */
export function useTypeWord(): (type: string) => string {
  const { t } = useWords();
  return (type) => (isKnown(type) ? t(($) => $.contacts.types[type]) : type);
}

const isKnown = (type: string): type is keyof typeof contacts.types => type in contacts.types;
