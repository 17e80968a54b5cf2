import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { ArrowLeft, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useColleagues } from '../colleagues.ts';
import { isOrganization, nameOf } from '../contact-as-remote.ts';
import { useTypeWord } from '../entity-kinds.ts';
import { presenceLook } from '../presence.ts';

interface ContactHeadProps {
  /** Null while the contact is loading. */
  contact: Contact | null;
  /** Why the contact can only be read; null where it can be changed. */
  locked: string | null;
  /** Actions for the contact. */
  actions?: ReactNode;
  /** Back to the call that it was opened from; null where there is none. */
  onBack: (() => void) | null;
  onClose: () => void;
}

/** Head of a contact's page: their name and their kind of contact. */
export function ContactHead({ contact, locked, actions, onBack, onClose }: ContactHeadProps) {
  const { t } = useWords();
  return (
    <header className="flex min-h-23 flex-none items-center gap-3 border-line border-b py-5 pr-4 pl-6 max-[559px]:min-h-18 max-[559px]:py-3 max-[559px]:pl-4">
      {onBack === null ? null : (
        <IconButton
          icon={ArrowLeft}
          size={32}
          label={t(($) => $.contacts.detail.back)}
          onClick={onBack}
          className="-ml-3"
        />
      )}
      {contact === null ? <span className="flex-1" /> : <Who contact={contact} locked={locked} />}
      <span className="flex flex-none items-center">
        {actions}
        <IconButton icon={X} size={32} label={t(($) => $.contacts.detail.close)} hotkey="Escape" onClick={onClose} />
      </span>
    </header>
  );
}

function Who({ contact, locked }: { contact: Contact; locked: string | null }) {
  const { t } = useWords();
  const typeWord = useTypeWord();
  const colleagues = useColleagues();
  const person = contact.isTeam ? colleagues.get(contact.id) : undefined;
  const look = person ? presenceLook(person.neoPbxStatus) : null;
  const name = nameOf(contact);
  const company = contact.organization === name ? null : contact.organization;
  return (
    <>
      <Avatar
        size="xl"
        name={name}
        imageUrl={contact.avatarUrl ?? null}
        square={isOrganization(contact)}
        presence={look?.mark ?? null}
        className="max-[559px]:hidden"
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <h2 className="min-w-0 truncate font-semi text-20">{name}</h2>
          <Chip line>{contact.isTeam ? t(($) => $.contacts.team) : typeWord(contact.type)}</Chip>
          {locked === null ? null : (
            <Tooltip text={locked}>
              <span
                role="img"
                aria-label={`${t(($) => $.contacts.detail.locked)}: ${locked}`}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by the keyboard
                tabIndex={0}
                className="grid size-7 flex-none place-items-center rounded-s text-ink-3"
              >
                <Icon of={Lock} size={14} />
              </span>
            </Tooltip>
          )}
        </div>
        <p className="truncate text-ink-2">{look ? t(($) => $.people.presence[look.word]) : company}</p>
      </div>
    </>
  );
}
