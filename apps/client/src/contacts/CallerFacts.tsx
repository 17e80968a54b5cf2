import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { ExternalLink, History, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Icon } from '#ui/Icon.tsx';
import { isWebAddress } from '#ui/web-address.ts';
import { pageOf } from './detail/contact-rights.ts';
import { useCallWords } from './detail/use-call-words.ts';
import { useContactOnce } from './detail/use-contact.ts';
import { entityIcon, useTypeWord } from './entity-kinds.ts';
import { openOf, useRecordsOf } from './records-of-contact.ts';

/** Open records that are shown while somebody rings. */
const mostRecords = 2;

interface CallerFactsProps {
  contactId: string;
  /** The call that rings, which is none of those before. */
  docId: string;
  /** It rings on one's own line; where many are rung, nobody asks for the last call. */
  isOwnLine: boolean;
}

/**
 * What is known of who rings: open records of their CRM, the last call with them, and the way to their page there. Nothing
 * until something is known, and nothing where that is all.
 */
export function CallerFacts({ contactId, docId, isOwnLine }: CallerFactsProps) {
  const contact = useContactOnce(contactId);
  return contact === undefined ? null : <Facts contact={contact} docId={docId} isOwnLine={isOwnLine} />;
}

function Facts({ contact, docId, isOwnLine }: Omit<CallerFactsProps, 'contactId'> & { contact: Contact }) {
  const { t } = useWords();
  const typeWord = useTypeWord();
  const integrations = useLive(phoneQueries.integrations, {});
  const integration = integrations.rows.find(({ id }) => id === contact.integrationId) ?? null;
  const records = openOf(useRecordsOf(contact, integration).records).slice(0, mostRecords);
  const page = integration === null ? null : pageOf(contact, integration);
  const last = isOwnLine ? <LastCall contactId={contact.id} docId={docId} /> : null;
  if (records.length === 0 && page === null && last === null) return null;
  return (
    <ul
      aria-label={t(($) => $.contacts.caller.known)}
      className="grid gap-1.5 rounded-m bg-well px-3 py-2.5 empty:hidden"
    >
      {records.map(({ id, type, label, url }) => (
        <Fact key={`${type} ${id}`} icon={entityIcon(type)} more={typeWord(type)}>
          {isWebAddress(url) ? <Leads to={url}>{label ?? id}</Leads> : (label ?? id)}
        </Fact>
      ))}
      {last}
      {page === null ? null : (
        <Fact icon={ExternalLink} more={null}>
          <Leads to={page}>{t(($) => $.contacts.detail.openIn, { source: integration?.displayName ?? '' })}</Leads>
        </Fact>
      )}
    </ul>
  );
}

function LastCall({ contactId, docId }: { contactId: string; docId: string }) {
  const words = useCallWords();
  const history = useLive(phoneQueries.contactHistory, { contactId }).rows[0];
  const last = history?.calls.find((one) => one.docId !== docId);
  if (last === undefined) return null;
  const { text, when } = words(last);
  return (
    <Fact icon={History} more={last.durationMs === null ? null : formatDuration(last.durationMs / 1000)}>
      {`${when}: ${text}`}
    </Fact>
  );
}

function Fact({ icon, more, children }: { icon: LucideIcon; more: string | null; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2.5">
      <Icon of={icon} className="flex-none text-ink-3" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-left">
        {children}
      </span>
      {more === null ? null : <span className="flex-none text-ink-3 tabular-nums">{more}</span>}
    </li>
  );
}

/** Into another window, so that the phone goes on ringing here. */
function Leads({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="text-accent hover:underline">
      {children}
    </a>
  );
}
