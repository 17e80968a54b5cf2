import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { ExternalLink } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Chip } from '#ui/Chip.tsx';
import { IconLink } from '#ui/IconButton.tsx';
import { pageOf } from './detail/contact-rights.ts';
import { useContact } from './detail/use-contact.ts';
import { FavoriteButton } from './favorites/FavoriteButton.tsx';
import { useSourceName } from './source-name.ts';

interface ContactOfCallProps {
  /** For a colleague their web user id; null where the other side is not a contact. */
  contactId: string | null;
}

/**
 * Actions for the other side of a call besides calling: their star, and the link to them in their own address book or
 * CRM where they have a page there. Nothing for a number without a contact.
 */
export function ContactShortcuts({ contactId }: ContactOfCallProps) {
  return contactId === null ? null : <Shortcuts contactId={contactId} />;
}

/**
 * The address book or CRM that the other side of a call is from; nothing for the company's own one and for colleagues.
 */
export function ContactSource({ contactId }: ContactOfCallProps) {
  return contactId === null ? null : <Source contactId={contactId} />;
}

function Shortcuts({ contactId }: { contactId: string }) {
  const found = useContact(contactId);
  if (found.status !== 'ready') return null;
  return (
    <>
      <FavoriteButton contact={found.contact} size={28} />
      <OpenIn contact={found.contact} integration={found.integration} />
    </>
  );
}

function OpenIn({ contact, integration }: { contact: Contact; integration: ConnectedIntegration | null }) {
  const { t } = useWords();
  const source = useSourceName()(contact);
  const page = pageOf(contact, integration);
  if (source === null || page === null) return null;
  return (
    <IconLink
      icon={ExternalLink}
      label={t(($) => $.contacts.detail.openIn, { source })}
      href={page}
      target="_blank"
      rel="noopener noreferrer"
    />
  );
}

function Source({ contactId }: { contactId: string }) {
  const found = useContact(contactId);
  const nameOf = useSourceName();
  const source = found.status === 'ready' ? nameOf(found.contact) : null;
  return source === null ? null : (
    <Chip line className="max-[559px]:hidden">
      {source}
    </Chip>
  );
}
