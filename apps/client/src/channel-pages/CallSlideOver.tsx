import { useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useContactForm } from '#contact-pages/ContactFormSlot.tsx';
import { openContactCreate } from '#contact-pages/contact-form-place.ts';
import { useNumberActions } from '#contact-pages/contact-hotkeys.ts';
import { PanelHint } from '#contact-pages/PanelHint.tsx';
import type { CallTarget } from '#contacts/call-target.ts';
import { LoggingSlot, useLoggingRequest } from '#crm-logging/LoggingSlot.tsx';
import { LogOfCall } from '#crm-logging/LogOfCall.tsx';
import { leaveLogging, pressedBesideLogging } from '#crm-logging/logging-panel.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { openDialog } from '#pages/dialogs.ts';
import { PanelGuard } from '#pages/Failure.tsx';
import { openContact } from '#pages/open-contact.ts';
import { threadLink } from '#pages/thread-link.ts';
import { useWide } from '#platform/window-size.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { useLast } from '#ui/use-last.ts';
import { type SlideOver, slideOverOf } from './slide-over.ts';
import type { OpenCall } from './use-open-call.ts';

const CallDetail = lazyPart(
  withLaterWords(() => import('#call-detail/CallDetail.tsx').then((part) => part.CallDetail)),
);

const ContactPanel = lazyPart(
  withLaterWords(() => import('#contact-pages/ContactPanel.tsx').then((part) => part.ContactPanel)),
);

interface CallSlideOverProps {
  /** The id of the channel that the page shows; null while it is not known. */
  channelId: string | null;
  openCall: OpenCall;
  /** Rows of the page represent groups of calls. */
  inGroups?: boolean;
  onCall: (target: CallTarget) => void;
  /** The page with the list of calls. */
  children: ReactNode;
}

/** A page with a list of calls, and at its right the open call or contact. */
export function CallSlideOver({ channelId, openCall, inGroups = false, onCall, children }: CallSlideOverProps) {
  const { t } = useWords();
  const wide = useWide();
  const form = useContactForm();
  const numberActions = useNumberActions();
  const router = useRouter();
  const { channelId: address } = useParams({ strict: false });
  const { docId, part, focusNote, contactId, close, show } = openCall;
  // The last open call, so that the focus finds back to its row.
  const last = useLast(docId);
  const logging = useLoggingRequest();
  const shown = slideOverOf({ form: form?.type ?? null, logging, contactId, channelId, docId, part });
  return (
    <SidePanel
      open={shown !== null}
      label={label()}
      beside={wide}
      onClose={shown?.type === 'callLogging' ? leaveLogging : (form?.close ?? close)}
      escapesEverywhere={shown?.type === 'callLogging'}
      onPressBeside={shown?.type === 'callLogging' ? pressedBesideLogging : undefined}
      focusToken={openCall.focusToken}
      keepsFocus={(focused) =>
        // The log of a call opens by itself: nobody loses the field they are writing in.
        focused.closest('[data-call]') !== null || (shown?.type === 'callLogging' && focused.matches(':read-write'))
      }
      returnFocus={() => (last === null ? null : rowOf(last))}
      hint={<PanelHint />}
      panel={
        <PanelGuard of={shown?.type === 'callLogging' ? shown.call.sessionId : (docId ?? contactId)}>
          <Suspense fallback={null}>{panel()}</Suspense>
        </PanelGuard>
      }
    >
      {children}
    </SidePanel>
  );

  function label(): string {
    if (form !== null) return form.label;
    if (shown?.type === 'callLogging') return t(($) => $.callDetail.log.panel);
    return t(($) => (contactId === null ? $.callDetail.panel : $.contacts.panel));
  }

  function panel() {
    switch (shown?.type) {
      case undefined:
        return null;
      case 'contactCreate':
      case 'contactEdit':
        return form?.panel;
      case 'callLogging':
        return (
          logging && (
            <LoggingSlot request={logging} onCreateContact={(number, crm) => openContactCreate(router, number, crm)} />
          )
        );
      case 'contactDetail':
        return <ContactPanel contactId={shown.contactId} onBack={openCall.leaveContact} onClose={close} />;
      case 'inboxEventDetail':
      case 'inboxEventTranscription':
      case 'smartAnswers':
        return callPanel(shown);
    }
  }

  function callPanel({ channelId, docId, part }: Extract<SlideOver, { docId: string }>) {
    return (
      <CallDetail
        channelId={channelId}
        docId={docId}
        part={part}
        focusNote={focusNote}
        onNoteFocused={openCall.noteFocused}
        inGroup={inGroups}
        onClose={close}
        onPart={show}
        onConfigureAnswers={(setId) => openDialog(router, answerSettings(setId))}
        onCall={onCall}
        numberActions={numberActions}
        log={(row) => <LogOfCall row={row} />}
        onOpenThread={(of, topic) => router.history.push(threadLink(address ?? channelId, of, topic))}
        onOpenContact={(id) => openContact(router, id)}
        onOpenCall={(otherChannel, otherCall) => {
          if (otherChannel === channelId) openCall.open(otherCall);
          else {
            void router.navigate({
              to: '/main/channels/$channelId',
              params: { channelId: otherChannel },
              search: { call: otherCall },
            });
          }
        }}
      />
    );
  }
}

/** The settings of smart answers as a dialog's address. */
function answerSettings(setId: string | null): string {
  const all = 'settings/ai-features/hasSmartAnswers';
  return setId === null ? all : `${all}/detail/${setId}`;
}

/** The row of a call in the list, if it is drawn. */
function rowOf(docId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-call="${CSS.escape(docId)}"]`);
}
