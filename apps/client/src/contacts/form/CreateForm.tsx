import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { useEffect, useState } from 'react';
import { track } from '#live/line/analytics.ts';
import type { ContactFormProps } from '../contact-form-props.ts';
import { blankValues, type ContactValues, formRules, noRules } from './contact-values.ts';
import { Editor } from './Editor.tsx';
import { Nowhere } from './FormStates.tsx';
import { keptDrafts } from './saving/kept-draft.ts';
import { beginPlace, lastPlace, likelyPlace, offering, rememberPlace } from './where-to-write.ts';

interface CreateFormProps extends Omit<ContactFormProps, 'request'> {
  request: Omit<Extract<ContactFormProps['request'], { type: 'contactCreate' }>, 'type'>;
  /** The name of the draft. */
  form: string;
  /** Values written before, for a contact that can no longer be changed; null for none. */
  written: ContactValues | null;
  me: User;
  integrations: readonly ConnectedIntegration[];
}

/** The form for a new contact. */
export function CreateForm({ request, form, written, me, integrations, ...props }: CreateFormProps) {
  useEffect(() => void track({ name: 'Contact Creation Started' }), []);
  const choices = offering(integrations, 'CONTACT_CREATE');
  const [place, setPlace] = useState(() => {
    // One that is no longer connected is not asked for.
    const asked = choices.find(({ id }) => id === request.integrationId)?.id ?? null;
    const drafted = keptDrafts(me.webUserId).read(form)?.integrationId ?? null;
    return beginPlace(choices, drafted ?? asked, lastPlace(me.webUserId));
  });
  const integration = choices.find(({ id }) => id === place?.id) ?? null;
  // Where there was no address book, the first one connected is taken; otherwise a choice is never changed behind the
  // user's back.
  const first = place === null ? likelyPlace(choices, null) : null;
  if (first !== null) setPlace({ id: first.id, name: first.displayName });
  // The fields of the form stay the same should its address book be disconnected in the meantime.
  const [rules, setRules] = useState(() => formRules(integration ?? likelyPlace(choices, null) ?? noRules, null));
  const [start] = useState(() => {
    const values = blankValues(integration ?? noRules, request);
    return { base: values, values };
  });
  useEffect(() => {
    if (integration) setRules(formRules(integration, null));
  }, [integration]);

  if (place === null) return <Nowhere onClose={props.onClose} />;
  return (
    <Editor
      {...props}
      webUserId={me.webUserId}
      mayWrite={hasGrant(me, 'CONTACT_WRITE')}
      form={form}
      contact={null}
      start={start}
      written={written}
      openedWith={request.number}
      integrationId={place.id}
      integration={integration}
      integrationName={integration?.displayName ?? place.name}
      barrier={integration === null ? 'integration' : null}
      rules={rules}
      choices={choices}
      onChoose={(id) => {
        setPlace({ id, name: choices.find((one) => one.id === id)?.displayName ?? '' });
        rememberPlace(me.webUserId, id);
      }}
      onAsNew={null}
      onDeleted={null}
      closed={null}
    />
  );
}
