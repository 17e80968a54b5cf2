import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact, ContactNumber } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration, IntegrationFeature } from '@sidetone/contract/entities/integration.ts';
import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useCallsFull } from '#calls/calls.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { isSilenced } from '#platform/shortcuts.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { useConnected } from '../can-call.ts';
import { contactAsRemote, dialledFor, nameOf } from '../contact-as-remote.ts';
import type { ContactDetailProps } from '../contact-detail-props.ts';
import { standardNumber } from '../contact-numbers.ts';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import { DeleteContact } from '../form/DeleteContact.tsx';
import { useRecordsOf } from '../records-of-contact.ts';
import { ContactActions } from './ContactActions.tsx';
import { ContactHead } from './ContactHead.tsx';
import { callBarrier, changeBarrier, pageOf } from './contact-rights.ts';
import { copyText } from './copy-text.ts';
import { History } from './History.tsx';
import { Known } from './Known.tsx';
import { Numbers } from './Numbers.tsx';
import type { partingBy } from './parting.ts';

interface ContactPageProps extends ContactDetailProps {
  contact: Contact;
  /** Null for colleagues, and while the connections are not known. */
  integration: ConnectedIntegration | null;
  /** Leads away once the contact is deleted. */
  parting: ReturnType<typeof partingBy>;
}

/** The page of a contact that exists. */
export function ContactPage(props: ContactPageProps) {
  const { contact, integration, onCall } = props;
  const body = useRef<HTMLDivElement>(null);
  const [isRemoving, setRemoving] = useState(false);
  const history = useLive(phoneQueries.contactHistory, { contactId: contact.id }).rows[0];
  const hasSmallTalk = useFlags().hasCallSmallTalk;
  const { records, isMissing } = useRecordsOf(contact, integration);
  const isFull = useCallsFull();
  const isConnected = useConnected();
  const source = useSourceOf(contact, integration);
  const { locked, editBarred, removeBarred } = useBarriers(contact, integration, source);

  const standard = standardNumber(contact);
  const barrierOf = (number: ContactNumber | null) =>
    callBarrier(number, contact.isTeam, { isFull, isConnected, hasLine: onCall !== null });
  const barrier = barrierOf(standard);
  const call = (number: ContactNumber) => onCall?.({ number: dialledFor(number), remote: contactAsRemote(contact) });
  const edit = contact.readonly ? null : () => props.onEdit(contact.id);
  const addNumber = contact.readonly ? null : () => props.onAddNumber(contact.id);

  useLetters(body, {
    c: standard === null || barrier !== null ? null : () => call(standard),
    e: edit === null || editBarred !== null ? null : edit,
  });

  return (
    <div ref={body} className="flex min-h-0 flex-1 flex-col">
      <ContactHead
        contact={contact}
        locked={locked}
        onBack={props.onBack}
        onClose={props.onClose}
        actions={
          <>
            <FavoriteButton contact={contact} />
            {edit === null || addNumber === null ? null : (
              <ContactMenu
                name={nameOf(contact)}
                isEditBarred={editBarred !== null}
                isRemoveBarred={removeBarred !== null}
                onEdit={edit}
                onAddNumber={addNumber}
                onRemove={() => setRemoving(true)}
              />
            )}
          </>
        }
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div
        role="group"
        aria-label={nameOf(contact)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="focus-inset flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-6 py-5 max-[559px]:px-4"
      >
        <ContactActions
          contact={contact}
          source={source}
          standard={standard}
          barrier={barrier}
          page={pageOf(contact, integration)}
          onCall={call}
          onEdit={edit}
          editBarred={editBarred}
        />
        <Numbers contact={contact} barrierOf={barrierOf} onCall={call} onAdd={addNumber} addBarred={editBarred} />
        {history ? (
          <History
            history={history}
            channels={props.channels}
            onOpenThread={props.onOpenThread}
            onOpenCall={props.onOpenCall}
          />
        ) : null}
        <Known
          relatesTo={records}
          silent={isMissing ? source : null}
          smallTalk={hasSmallTalk ? (history?.smallTalk ?? []) : []}
        />
        <Origin id={contact.id} source={source} />
      </div>
      <DeleteContact
        contact={isRemoving ? { id: contact.id, name: nameOf(contact) } : null}
        integrationName={source}
        onClose={() => setRemoving(false)}
        onDeleting={props.parting.deleting}
        onDeleted={props.parting.deleted}
      />
    </div>
  );
}

/** The name of the address book that a contact is in. */
function useSourceOf(contact: Contact, integration: ConnectedIntegration | null): string {
  const { t } = useWords();
  return contact.isTeam ? t(($) => $.contacts.team) : (integration?.displayName ?? contact.source);
}

/** Why a contact cannot be changed or deleted, in words; null where it can. `locked`: why nobody can. */
function useBarriers(contact: Contact, integration: ConnectedIntegration | null, source: string) {
  const { t } = useWords();
  const person = useMe();
  const isConnected = useConnected();
  const locked = contact.readonly
    ? t(($) => (contact.isTeam ? $.contacts.detail.lockedTeam : $.contacts.detail.lockedSource), { source })
    : null;
  const barred = (feature: IntegrationFeature): string | null => {
    switch (changeBarrier(contact, integration, feature, { person, isConnected })) {
      case 'readonly':
        return locked;
      case 'grant':
        return t(($) => $.contacts.mayNotWrite);
      case 'feature':
        return t(($) => $.contacts.detail.cannotChange, { source });
      case 'offline':
        return t(($) => $.contacts.detail.offline);
      case null:
        return null;
    }
  };
  return { locked, editBarred: barred('CONTACT_UPDATE'), removeBarred: barred('CONTACT_DELETE') };
}

interface ContactMenuProps {
  name: string;
  isEditBarred: boolean;
  isRemoveBarred: boolean;
  onEdit: () => void;
  onAddNumber: () => void;
  onRemove: () => void;
}

function ContactMenu({ name, isEditBarred, isRemoveBarred, onEdit, onAddNumber, onRemove }: ContactMenuProps) {
  const { t } = useWords();
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size={32} label={t(($) => $.contacts.detail.more, { name })} />}
    >
      <MenuItem icon={Pencil} hotkey="E" disabled={isEditBarred} onSelect={onEdit}>
        {t(($) => $.contacts.detail.edit)}
      </MenuItem>
      <MenuItem icon={Plus} disabled={isEditBarred} onSelect={onAddNumber}>
        {t(($) => $.contacts.detail.addNumber)}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} disabled={isRemoveBarred} onSelect={onRemove}>
        {t(($) => $.contacts.detail.remove)}
      </MenuItem>
    </Menu>
  );
}

/** The foot of the page: which address book a contact is in, and its id there. */
function Origin({ id, source }: { id: string; source: string }) {
  const { t } = useWords();
  return (
    <p className="mt-auto flex items-center gap-2 text-12 text-ink-3">
      <span>{t(($) => $.contacts.detail.source, { source })}</span>
      <span aria-hidden>·</span>
      <span className="min-w-0 select-text truncate">{t(($) => $.contacts.detail.id, { id })}</span>
      <IconButton
        icon={Copy}
        label={t(($) => $.contacts.detail.copyId)}
        onClick={() =>
          copyText(id, {
            copied: t(($) => $.contacts.detail.copied),
            notCopied: t(($) => $.contacts.detail.notCopied),
          })
        }
      />
    </p>
  );
}

/** Single letters work once per press, wherever the focus is in the panel; null means nothing. */
function useLetters(body: RefObject<HTMLElement | null>, orders: Record<string, (() => unknown) | null>): void {
  const latest = useRef(orders);
  useEffect(() => {
    latest.current = orders;
  });
  useEffect(() => {
    const panel = body.current?.parentElement;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, metaKey, ctrlKey, altKey, defaultPrevented } = event;
      if (isSilenced(event) || defaultPrevented || metaKey || ctrlKey || altKey) return;
      if (target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=menu]'))
        return;
      const order = latest.current[key.toLowerCase()];
      if (!order) return;
      event.preventDefault();
      if (!event.repeat) order();
    };
    panel?.addEventListener('keydown', onKeyDown);
    return () => panel?.removeEventListener('keydown', onKeyDown);
  }, [body]);
}
