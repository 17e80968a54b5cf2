import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Contact } from '@sidetone/contract/entities/contact.ts';
import { retryLive, useLive } from '#live/live.ts';
import { useMe } from '#live/me.ts';
import type { ContactChannel } from './detail/History.tsx';
import { CreateForm } from './form/CreateForm.tsx';
import { EditForm } from './form/EditForm.tsx';
import type { FormPlace } from './form/Editor.tsx';
import { NotLoaded, Waiting } from './form/FormStates.tsx';

/**
 * What the slide-over is opened for. Numbers and names are as someone typed them, or in E.164 form; an empty number wants
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
  /** Leads to where the form is no longer open; what was written is asked about on the way. */
  onClose: () => void;
  /** The same for a contact that was saved. */
  onSaved: (contact: Contact) => void;
  /** Leads back to the form, for who has left it. */
  onReturn: () => void;
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
  if (integrations.status === 'failed' && integrations.rows.length === 0) {
    return <NotLoaded onRetry={() => retryLive(phoneQueries.integrations, {})} onClose={props.onClose} />;
  }
  const { request, ...rest } = props;
  const form = formName(request);
  const about = { ...rest, form, me, integrations: integrations.rows };
  return request.type === 'contactCreate' ? (
    <CreateForm {...about} key={form} request={request} written={null} />
  ) : (
    <EditForm {...about} key={form} request={request} />
  );
}

/** Names what a form is about, so that its draft is found again after a reload. */
function formName(request: ContactFormRequest): string {
  return request.type === 'contactCreate'
    ? `create ${request.number ?? ''} ${request.name ?? ''}`
    : `edit ${request.id} ${request.newPhoneNumber ?? ''}`;
}
