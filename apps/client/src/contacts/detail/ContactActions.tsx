import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import { ExternalLink, Mail, Pencil, Phone } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Kbd } from '#ui/Kbd.tsx';
import { useColleagues } from '../colleagues.ts';
import { useContactNumberWords } from '../contact-numbers.ts';
import { PickUp } from '../PickUp.tsx';
import { type CallBarrier, mailLink } from './contact-rights.ts';

interface ContactActionsProps {
  contact: Contact;
  /** The source of the contact, as users call it. */
  source: string;
  /** The number that they are called at; null where there is none. */
  standard: ContactNumber | null;
  barrier: CallBarrier | null;
  /** The page of the contact in their own address book or CRM; null where there is none. */
  page: string | null;
  onCall: (number: ContactNumber) => void;
  /** Null for contacts that can only be read; `editBarred` says why editing is not possible now. */
  onEdit: (() => void) | null;
  editBarred: string | null;
}

/** The most common actions for a contact. */
export function ContactActions(props: ContactActionsProps) {
  const { contact, source, standard, barrier, page, onCall, onEdit, editBarred } = props;
  const { t } = useWords();
  const words = useContactNumberWords();
  const rings = useColleagues().get(contact.isTeam ? contact.id : '')?.neoPbxStatus === 'RINGING';
  const label = standard !== null && contact.phoneNumbers.length > 1 ? words.label(standard) : '';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span title={barrier === null ? undefined : t(($) => $.contacts.detail.cannotCall[barrier])}>
        <Button tone="primary" disabled={barrier !== null} onClick={() => standard && onCall(standard)}>
          <Icon of={Phone} />
          {label === '' ? t(($) => $.contacts.detail.call) : t(($) => $.contacts.detail.callLabel, { label })}
          <span aria-hidden>
            <Kbd inherit>C</Kbd>
          </span>
        </Button>
      </span>
      {rings ? <PickUp userId={contact.id} size="m" /> : null}
      {contact.email === null ? null : (
        <LinkButton href={mailLink(contact.email)}>
          <Icon of={Mail} />
          {t(($) => $.contacts.detail.writeMail)}
        </LinkButton>
      )}
      {/* A contact of the company's own address book is open already. */}
      {contact.isTeam || (contact.source === 'SIDETONE' && page === null) ? null : openIn()}
      <span className="flex-1" />
      {onEdit === null ? null : (
        <span title={editBarred ?? undefined}>
          <Button tone="ghost" disabled={editBarred !== null} onClick={onEdit}>
            <Icon of={Pencil} />
            {t(($) => $.contacts.detail.edit)}
          </Button>
        </span>
      )}
    </div>
  );
  function openIn() {
    const text = (
      <>
        <Icon of={ExternalLink} />
        {t(($) => $.contacts.detail.openIn, { source })}
      </>
    );
    if (page === null) {
      return (
        <span title={t(($) => $.contacts.detail.noAddress, { source })}>
          <Button disabled>{text}</Button>
        </span>
      );
    }
    return (
      <LinkButton href={page} target="_blank" rel="noopener noreferrer">
        {text}
      </LinkButton>
    );
  }
}
