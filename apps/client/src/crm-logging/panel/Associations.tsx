import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { CrmEntity } from '@sidetone/contract/entities/call-log.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { Plus, UserRoundPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { Section } from '#call-detail/Section.tsx';
import { entityIcon } from '#contacts/entity-kinds.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { contactFound, expectContact, type LoggedCall, loggingPanel } from '../logging-panel.ts';
import type { Panel, PanelEvent } from '../panel.ts';
import { canPick, keyOf } from '../picker.ts';
import { EntityChip } from './EntityChip.tsx';
import { RecordPicker } from './RecordPicker.tsx';
import { useBelongings, useCandidates, useLoggedRecords } from './use-found-records.ts';
import type { LogChanges } from './use-log-changes.ts';
import type { LogDocuments } from './use-log-documents.ts';

interface AssociationsProps {
  of: LoggedCall;
  documents: LogDocuments;
  crms: readonly ConnectedIntegration[];
  changes: LogChanges;
  panel: Panel;
  tell: (event: PanelEvent) => void;
  /** Opens the form for a new contact, which is kept in an integration; null where there is no room for it. */
  onCreateContact: ((number: string, integrationId: string | null) => void) | null;
}

/** What a call is logged to: chips, the search for more, and the question who it was. SLOG-003 */
export function Associations(props: AssociationsProps) {
  const { documents, crms, changes, panel, tell } = props;
  const { t } = useWords();
  const book = useLive(phoneQueries.contactBook, {}).rows[0];
  const expectsContact = useStore(loggingPanel, (state) => state.expectsContact);
  const candidates = useCandidates(props.of, expectsContact ? (book?.rev ?? 0) : 0);
  const { contacts = [], related = [] } = candidates.data ?? {};
  const belongings = useBelongings(contacts, panel.picker.open).filter(({ isOpen }) => isOpen !== false);
  const { entities } = documents;
  const connected = new Set(crms.map(({ id }) => id));
  const me = useMe()?.webUserId ?? null;
  const records = useLoggedRecords(entities, connected);
  const nameOf = (id: string) => crms.find((crm) => crm.id === id)?.displayName ?? '';
  useExpected(expectsContact, contacts, (contact) => {
    contactFound();
    void changes.add(contact);
  });
  const add = useFocusBack(panel.picker.open);
  const chosen = new Set(entities.map(({ id }) => id));
  const isAsked =
    contacts.length > 1 &&
    (documents.log?.isAmbiguous === true || entities.length === 0) &&
    !contacts.some((contact) => chosen.has(keyOf(contact)));
  const isNobody = candidates.isSuccess && contacts.length === 0 && entities.length === 0;
  return (
    <Section
      title={t(($) => $.crmLogging.assign)}
      end={
        entities.length === 0 ? null : (
          <span className="text-12 text-ink-3">{t(($) => $.crmLogging.chosen, { count: entities.length })}</span>
        )
      }
    >
      {isAsked ? (
        <Who contacts={contacts} onChoose={(contact) => void changes.add(contact, { remember: true })} />
      ) : null}
      {isNobody && !isAsked ? <Nobody of={props.of} crms={crms} onCreateContact={props.onCreateContact} /> : null}
      <ul aria-label={t(($) => $.crmLogging.assign)} className="flex flex-wrap items-center gap-2">
        {entities.map((entity) => (
          <EntityChip
            key={entity.id}
            entity={entity}
            record={records.get(entity.id) ?? null}
            connected={connected}
            me={me}
            crm={nameOf(entity.integrationId)}
            busy={changes.busy.has(entity.id)}
            onRemove={() =>
              void changes.remove({ integrationId: entity.integrationId, type: entity.type, id: entity.entityId })
            }
            onRetry={() => void changes.retry()}
          />
        ))}
        {panel.picker.open ? null : (
          <li>
            <Button ref={add} size="s" onClick={() => tell({ is: 'picker', event: { is: 'opened' } })}>
              <Icon of={Plus} size={14} />
              {t(($) => $.crmLogging.add)}
            </Button>
          </li>
        )}
      </ul>
      {panel.picker.open ? (
        <RecordPicker
          picker={panel.picker}
          onEvent={(event) => tell({ is: 'picker', event })}
          crms={crms}
          near={[...contacts, ...related, ...belongings]}
          chosen={entities}
          onPick={(entity) => {
            tell({ is: 'picker', event: { is: 'closed' } });
            void changes.add(entity);
          }}
        />
      ) : null}
      {entities.length === 0 && !isAsked && !isNobody && !panel.picker.open ? (
        <p className="text-12 text-ink-3">{t(($) => $.crmLogging.nothingChosen)}</p>
      ) : null}
    </Section>
  );
}

/** The button that opened the overlay has the focus again once it is closed. */
function useFocusBack(open: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    const { activeElement } = document;
    if (closed && (activeElement === null || activeElement === document.body)) button.current?.focus();
  }, [open]);
  return button;
}

/** Takes the contact that was created out of the panel, once it is there. */
function useExpected(expects: boolean, contacts: readonly CrmEntity[], onFound: (contact: CrmEntity) => void): void {
  const [only] = contacts;
  const found = useEffectEvent(onFound);
  useEffect(() => {
    if (expects && only !== undefined && contacts.length === 1) found(only);
  }, [expects, only, contacts.length]);
}

/** Several contacts have the number: asked once, and remembered. */
function Who({ contacts, onChoose }: { contacts: readonly CrmEntity[]; onChoose: (contact: CrmEntity) => void }) {
  const { t } = useWords();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="flex flex-col gap-1 rounded-m border border-ring-line bg-ring-tint p-3"
    >
      <p id={`${id}-title`} className="font-semi">
        {t(($) => $.crmLogging.who.title)}
      </p>
      <p id={`${id}-text`} className="text-12 text-ink-2">
        {t(($) => $.crmLogging.who.text)}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        {contacts.filter(canPick).map((contact) => (
          <Button key={keyOf(contact)} size="s" onClick={() => onChoose(contact)}>
            <Icon of={entityIcon(contact.type)} size={14} />
            {contact.label}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** No contact has the number: users who may write contacts can make one. */
function Nobody({ of, crms, onCreateContact }: Pick<AssociationsProps, 'of' | 'crms' | 'onCreateContact'>) {
  const { t } = useWords();
  const me = useMe();
  const { number } = of;
  const creates = onCreateContact !== null && number !== null && hasGrant(me, 'CONTACT_WRITE');
  const crm = crms.find(({ features }) => features.includes('CONTACT_CREATE'));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-m bg-well px-3 py-2">
      <span className="min-w-40 flex-1">
        <span className="block">{t(($) => $.crmLogging.who.nobody)}</span>
        {creates && crm ? (
          <span className="block text-12 text-ink-3">
            {t(($) => $.crmLogging.who.createHint, { crm: crm.displayName })}
          </span>
        ) : null}
      </span>
      {creates ? (
        <Button
          size="s"
          onClick={() => {
            expectContact();
            onCreateContact(number, crm?.id ?? null);
          }}
        >
          <Icon of={UserRoundPlus} size={14} />
          {t(($) => $.crmLogging.who.create)}
        </Button>
      ) : null}
    </div>
  );
}
