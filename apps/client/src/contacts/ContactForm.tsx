import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import type { ContactFormProps, ContactFormRequest } from './contact-form-props.ts';
import { CreateForm } from './form/CreateForm.tsx';
import { EditForm } from './form/EditForm.tsx';
import { NotLoaded, Waiting } from './form/FormStates.tsx';

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

/** The name of a form, by which its draft is found again after a reload. */
function formName(request: ContactFormRequest): string {
  return request.type === 'contactCreate'
    ? `create ${request.number ?? ''} ${request.name ?? ''}`
    : `edit ${request.id} ${request.newPhoneNumber ?? ''}`;
}
