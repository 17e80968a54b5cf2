import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { UserPlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { track } from '#live/analytics.ts';
import { useLive } from '#live/live.ts';
import { useMe } from '#live/me.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { toast } from '#ui/toasts.ts';
import { nameOf } from './contact-as-remote.ts';
import type { ContactChannel } from './detail/History.tsx';
import { blankValues, type FormRules, formRules, valuesOf, withNumber } from './form/contact-values.ts';
import { Editor, type FormPlace } from './form/Editor.tsx';
import { FormPage } from './form/FormPage.tsx';
import { isLocked, lastPlace, likelyPlace, offering, rememberPlace } from './form/where-to-write.ts';

/**
 * What the slide-over is opened for. Numbers and names are as somebody typed them, or in E.164 form; an empty number wants
 * one that is not known yet, null wants none.
 */
export type ContactFormRequest =
  | {
      readonly type: 'contactCreate';
      readonly number: string | null;
      readonly name: string | null;
      readonly fromCall: boolean;
    }
  | { readonly type: 'contactEdit'; readonly id: string; readonly newPhoneNumber: string | null };

export interface ContactFormProps {
  request: ContactFormRequest;
  /** Channels of the signed-in person. */
  channels: readonly ContactChannel[];
  /** Whether an address shows this form still: going there asks nothing. */
  staysAt: (place: FormPlace) => boolean;
  /** Leads to where the form is not open any more; what was written is asked about on the way. */
  onClose: () => void;
  /** The same for a contact that was saved. */
  onSaved: (contact: Contact) => void;
  /** Shows a contact. */
  onOpen: (contact: Contact) => void;
  /** The contact is gone, and so is what its form was for. */
  onGone: () => void;
}

/** A new contact, a change of one, or a number for one, in the slide-over. */
export function ContactForm(props: ContactFormProps) {
  const me = useMe();
  const integrations = useLive(phoneQueries.integrations, {});
  if (me === null || integrations.status === 'loading') return <Waiting onClose={props.onClose} />;
  const { request } = props;
  return request.type === 'contactCreate' ? (
    <Create {...props} key={formName(request)} request={request} me={me} integrations={integrations.rows} />
  ) : (
    <Edit {...props} key={formName(request)} request={request} me={me} integrations={integrations.rows} />
  );
}

/** Names what a form is about, so that its draft is found again after a reload. */
function formName(request: ContactFormRequest): string {
  return request.type === 'contactCreate'
    ? `create ${request.number ?? ''} ${request.name ?? ''}`
    : `edit ${request.id} ${request.newPhoneNumber ?? ''}`;
}

type Within<Type extends ContactFormRequest['type']> = ContactFormProps & {
  request: Extract<ContactFormRequest, { type: Type }>;
  me: User;
  integrations: readonly ConnectedIntegration[];
};

const noRules: FormRules = { contactAttributes: {}, limitations: {}, phoneNumberLabels: [] };

function Create({ request, me, integrations, ...props }: Within<'contactCreate'>) {
  const { t } = useWords();
  useEffect(() => void track({ name: 'Contact Creation Started' }), []);
  const choices = offering(integrations, 'CONTACT_CREATE');
  const [chosen, setChosen] = useState(() => lastPlace(me.webUserId));
  const [first] = useState(() => likelyPlace(choices, chosen));
  const integration = choices.find(({ id }) => id === chosen) ?? likelyPlace(choices, chosen);
  // What the form asks for stays as it was, should its address book be disconnected meanwhile.
  const [rules, setRules] = useState(() => formRules(integration ?? noRules, null));
  const [start] = useState(() => {
    const values = blankValues(first ?? noRules, request);
    return { base: values, values };
  });
  useEffect(() => {
    if (integration) setRules(formRules(integration, null));
  }, [integration]);

  if (first === null && integration === null) {
    return (
      <FormPage
        title={t(($) => $.contactForm.title)}
        subtitle=""
        avatar={<Avatar size="l" icon={UserPlus} />}
        onClose={props.onClose}
      >
        <Empty title={t(($) => $.contactForm.nowhere.title)} text={t(($) => $.contactForm.nowhere.text)} />
      </FormPage>
    );
  }
  return (
    <Editor
      {...props}
      webUserId={me.webUserId}
      mayWrite={hasGrant(me, 'CONTACT_WRITE')}
      form={formName(request)}
      contact={null}
      start={start}
      openedWith={request.number}
      integration={integration}
      rules={rules}
      choices={choices}
      onChoose={(id) => {
        setChosen(id);
        rememberPlace(me.webUserId, id);
      }}
      onDeleted={null}
    />
  );
}

function Edit({ request, me, integrations, ...props }: Within<'contactEdit'>) {
  const { t } = useWords();
  const { rows, status } = useLive(phoneQueries.contact, { contactId: request.id });
  const contact = rows[0] ?? null;
  const integration = integrations.find(({ id }) => id === contact?.integrationId) ?? null;
  const canEdit = integration === null || (integration.features.includes('CONTACT_UPDATE') && !isLocked(integration));
  const [wasConnected, setConnected] = useState(false);
  if (integration !== null && !wasConnected) setConnected(true);
  if (contact === null) {
    if (status === 'loading') return <Waiting onClose={props.onClose} />;
    return <Gone what="gone" onGone={props.onGone} />;
  }
  if (contact.readonly || contact.isTeam || !canEdit) {
    const name = nameOf(contact);
    return (
      <FormPage title={name} subtitle="" avatar={<Avatar size="l" name={name} />} onClose={props.onClose}>
        <Empty
          title={t(($) => $.contactForm.locked.title, { name })}
          text={t(($) => $.contactForm.locked.text)}
          action={<Button onClick={props.onClose}>{t(($) => $.contactForm.close)}</Button>}
        />
      </FormPage>
    );
  }
  // Whoever has written something keeps it on the screen.
  if (integration === null && !wasConnected) return <Gone what="integration" onGone={props.onGone} />;
  return <EditKnown {...props} {...{ request, me, contact, integration }} />;
}

interface EditKnownProps extends Omit<Within<'contactEdit'>, 'integrations'> {
  contact: LiveRow<typeof phoneQueries.contact>;
  integration: ConnectedIntegration | null;
}

function EditKnown({ request, me, contact, integration, ...props }: EditKnownProps) {
  const [rules, setRules] = useState(() => formRules(integration ?? noRules, contact));
  const [start] = useState(() => {
    const base = valuesOf(contact, rules);
    const { newPhoneNumber } = request;
    return { base, values: newPhoneNumber === null ? base : withNumber(base, newPhoneNumber, rules) };
  });
  // Which fields there are stays as it was when the form opened, whoever changes the contact meanwhile.
  const [opened] = useState(contact);
  useEffect(() => {
    if (integration) setRules(formRules(integration, opened));
  }, [integration, opened]);
  return (
    <Editor
      {...props}
      webUserId={me.webUserId}
      mayWrite={hasGrant(me, 'CONTACT_WRITE')}
      form={formName(request)}
      contact={contact}
      start={start}
      openedWith={request.newPhoneNumber}
      integration={integration}
      rules={rules}
      choices={[]}
      onChoose={() => {}}
      onDeleted={integration?.features.includes('CONTACT_DELETE') ? props.onGone : null}
    />
  );
}

function Waiting({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <FormPage
      title={t(($) => $.contactForm.loading)}
      subtitle=""
      avatar={<Avatar size="l" icon={UserPlus} />}
      onClose={onClose}
    >
      <div aria-busy="true" className="flex-1" />
    </FormPage>
  );
}

/** Says that there is no such contact any more, or nowhere to write it to, and leads away. */
function Gone({ what, onGone }: { what: 'gone' | 'integration'; onGone: () => void }) {
  const { t } = useWords();
  const told = useRef(false);
  useEffect(() => {
    if (told.current) return;
    told.current = true;
    if (what === 'gone') {
      toast({ tone: 'warn', title: t(($) => $.contactForm.gone.title), text: t(($) => $.contactForm.gone.text) });
    } else {
      toast({ tone: 'error', title: t(($) => $.contactForm.failed.integration) });
    }
    onGone();
  });
  return null;
}
