import type { CallPart } from '#call-detail/call-detail-props.ts';
import type { ContactFormRequest } from '#contacts/contact-form-props.ts';
import type { LoggingRequest } from '#crm-logging/logging-panel.ts';

/** The content of the panel beside a list of calls (specification 2.7), by the type that chooses it. */
export type SlideOver =
  | { readonly type: ContactFormRequest['type'] }
  /** SHELL-013, SSHELL-034 */
  | ({ readonly type: 'callLogging' } & LoggingRequest)
  | { readonly type: 'contactDetail'; readonly contactId: string }
  | {
      readonly type: 'inboxEventDetail' | 'inboxEventTranscription' | 'smartAnswers';
      readonly channelId: string;
      readonly docId: string;
      readonly part: CallPart | null;
    };

interface OpenThings {
  readonly form: ContactFormRequest['type'] | null;
  readonly logging: LoggingRequest | null;
  readonly contactId: string | null;
  /** Null while it is not known. */
  readonly channelId: string | null;
  readonly docId: string | null;
  readonly part: CallPart | null;
}

/** The content of the panel: a form comes before the log of a call, that before a contact, and that before a call; null where nothing is open. */
export function slideOverOf({ form, logging, contactId, channelId, docId, part }: OpenThings): SlideOver | null {
  if (form !== null) return { type: form };
  if (logging !== null) return { type: 'callLogging', ...logging };
  if (contactId !== null) return { type: 'contactDetail', contactId };
  if (channelId === null || docId === null) return null;
  const type =
    part === 'transcript' ? 'inboxEventTranscription' : part === 'answers' ? 'smartAnswers' : 'inboxEventDetail';
  return { type, channelId, docId, part };
}
