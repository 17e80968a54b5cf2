import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { retryLive, useLive } from '#live/queries/live.ts';
import { nameOf } from '../contact-as-remote.ts';
import type { ContactFormProps, ContactFormRequest } from '../contact-form-props.ts';
import { type Barrier, barrierOf } from './barrier.ts';
import { CreateForm } from './CreateForm.tsx';
import { type ContactValues, formRules, noRules, valuesAsNew, valuesOf, withNumber } from './contact-values.ts';
import { Editor } from './Editor.tsx';
import { Gone, Locked, NotLoaded, Waiting } from './FormStates.tsx';
import { keptDrafts } from './saving/kept-draft.ts';

interface EditFormProps extends Omit<ContactFormProps, 'request'> {
  request: Extract<ContactFormRequest, { type: 'contactEdit' }>;
  /** The name of the draft. */
  form: string;
  me: User;
  integrations: readonly ConnectedIntegration[];
}

const nothingToBeginWith = { number: null, name: null, fromCall: false, integrationId: null };

/**
 * The form for an existing contact. Once it is open it stays, even when the contact is deleted: its values can be made
 * a new contact.
 */
export function EditForm({ request, form, me, integrations, ...props }: EditFormProps) {
  const params = { contactId: request.id };
  const { rows, status } = useLive(phoneQueries.contact, params);
  const row = rows[0] ?? null;
  const [known, setKnown] = useState(row);
  if (row !== null && row !== known) setKnown(row);
  const drafts = keptDrafts(me.webUserId);
  const formAsNew = `as new ${request.id}`;
  const [asNew, setAsNew] = useState<ContactValues | null>(() => drafts.read(formAsNew)?.values ?? null);
  const [isOpen, setOpen] = useState(() => drafts.read(form) !== null);

  const contact = row ?? known;
  const integration = integrations.find(({ id }) => id === contact?.integrationId) ?? null;
  // A contact that could not be asked about is not gone.
  const barrier = row === null && status !== 'ready' ? null : barrierOf(row, integration);
  if (!isOpen && contact !== null && barrier === null && status === 'ready') setOpen(true);

  if (asNew !== null) {
    const about = { request: nothingToBeginWith, form: formAsNew, written: asNew, me, integrations };
    return <CreateForm {...props} {...about} />;
  }
  const closed = inItsPlace();
  if (contact === null) {
    if (status === 'failed') {
      return <NotLoaded onRetry={() => retryLive(phoneQueries.contact, params)} onClose={props.onClose} />;
    }
    if (status === 'loading') return <Waiting onClose={props.onClose} />;
    const left = drafts.read(form);
    if (left === null) return closed;
    // It was deleted while the window was away.
    return <AsNew of={left.values} onAsNew={writeAsNew} />;
  }
  if (closed !== null && !isOpen) return closed;
  return (
    <EditKnown
      {...props}
      request={request}
      form={form}
      me={me}
      contact={contact}
      integration={integration}
      barrier={barrier}
      closed={closed}
      onAsNew={writeAsNew}
    />
  );

  function writeAsNew(values: ContactValues): void {
    drafts.forget(form);
    setAsNew(valuesAsNew(values));
  }

  /** In place of the form while nothing is written in it. */
  function inItsPlace(): ReactNode {
    switch (barrier) {
      case null:
        return null;
      case 'gone':
      case 'integration':
        return <Gone what={barrier} onGone={props.onGone} />;
      case 'readonly':
      case 'signedOut':
        return contact && <Locked name={nameOf(contact)} onClose={props.onClose} />;
    }
  }
}

function AsNew({ of, onAsNew }: { of: ContactValues; onAsNew: (values: ContactValues) => void }) {
  useEffect(() => onAsNew(of));
  return null;
}

interface EditKnownProps extends Omit<EditFormProps, 'integrations'> {
  contact: LiveRow<typeof phoneQueries.contact>;
  integration: ConnectedIntegration | null;
  barrier: Barrier | null;
  closed: ReactNode;
  onAsNew: (values: ContactValues) => void;
}

function EditKnown({ request, form, me, contact, integration, barrier, ...props }: EditKnownProps) {
  const [rules, setRules] = useState(() => formRules(integration ?? noRules, contact));
  const [start] = useState(() => {
    const base = valuesOf(contact, rules);
    const { newPhoneNumber } = request;
    return { base, values: newPhoneNumber === null ? base : withNumber(base, newPhoneNumber, rules) };
  });
  // The fields stay the same as when the form opened, even when the contact is changed in the meantime.
  const [opened] = useState(contact);
  const [name, setName] = useState(integration?.displayName ?? '');
  useEffect(() => {
    if (!integration) return;
    setRules(formRules(integration, opened));
    setName(integration.displayName);
  }, [integration, opened]);
  return (
    <Editor
      {...props}
      webUserId={me.webUserId}
      mayWrite={hasGrant(me, 'CONTACT_WRITE')}
      form={form}
      contact={contact}
      start={start}
      written={null}
      openedWith={request.newPhoneNumber}
      integrationId={contact.integrationId}
      integration={integration}
      integrationName={integration?.displayName ?? name}
      barrier={barrier}
      rules={rules}
      choices={[]}
      onChoose={() => {}}
      onAsNew={barrier === 'signedOut' ? null : props.onAsNew}
      onDeleted={integration?.features.includes('CONTACT_DELETE') ? props.onGone : null}
    />
  );
}
