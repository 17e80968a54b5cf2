import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import type { ContactFormRequest } from '#contacts/contact-form-props.ts';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { openContact } from '#pages/open-contact.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { toast } from '#ui/toasts.ts';
import { useContactChannels } from './contact-channels.ts';
import { closeContactForm, contactFormAt, contactFormName } from './contact-form-place.ts';
import { cameFor } from './contacts-search.ts';

const ContactForm = lazyPart(
  withLaterWords(() => import('#contacts/ContactForm.tsx').then((part) => part.ContactForm)),
);

export interface ContactFormSlot {
  readonly type: ContactFormRequest['type'];
  /** The name of the slide-over while the form is in it. */
  readonly label: string;
  readonly panel: ReactNode;
  /** Leads away from the form; unsaved changes are asked about on the way. */
  readonly close: () => void;
}

/**
 * The form about a contact that the address shows, for the slide-over of the page; null where it shows none. It comes
 * before any other content of the slide-over.
 */
export function useContactForm(): ContactFormSlot | null {
  const { t } = useWords();
  const router = useRouter();
  const me = useMe();
  const channels = useContactChannels();
  const location = useRouterState({ select: (state) => state.location });
  const request = contactFormAt(location);
  const isInPlace = !location.pathname.startsWith('/main/contacts');
  const name = contactFormName(request);
  const refused = request !== null && me !== null && !hasGrant(me, 'CONTACT_WRITE');

  const leave = useCallback(() => {
    if (isInPlace) closeContactForm(router);
    else if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/main/contacts', search: cameFor, replace: true });
  }, [router, isInPlace]);

  // Users who came by an address, or lost the permission meanwhile, are told so and led to the list.
  const turnAway = useRef(() => {});
  turnAway.current = () => {
    toast({ id: guardToast, tone: 'warn', title: t(($) => $.contactForm.guard.title), text: guardText() });
    if (isInPlace) closeContactForm(router);
    else void router.navigate({ to: '/main/contacts', replace: true });
  };
  useEffect(() => {
    if (refused) turnAway.current();
  }, [refused]);

  if (request === null || refused) return null;
  return {
    type: request.type,
    label: request.type === 'contactCreate' ? t(($) => $.contactForm.title) : t(($) => $.contactForm.panelEdit),
    close: leave,
    panel: (
      <Suspense fallback={null}>
        <ContactForm
          key={name}
          request={request}
          channels={channels}
          staysAt={(next) => next.pathname === '/login' || contactFormName(contactFormAt(next)) === name}
          onClose={leave}
          onSaved={(contact) => {
            if (isInPlace || (request.type === 'contactEdit' && request.id === contact.id)) return leave();
            void router.navigate({
              to: '/main/contacts/$contactId',
              params: { contactId: contact.id },
              replace: true,
              search: cameFor,
            });
          }}
          onReturn={() => router.history.push(location.href)}
          onOpen={(contact) => openContact(router, contact.id)}
          onGone={() => {
            if (isInPlace) closeContactForm(router);
            else void router.navigate({ to: '/main/contacts', replace: true });
          }}
        />
      </Suspense>
    ),
  };

  function guardText(): string {
    return t(($) => $.contactForm.guard.text);
  }
}

/** The form in the slide-over of the contacts. */
export function ContactFormView() {
  return useContactForm()?.panel ?? null;
}

const guardToast = 'contact-write';

/** Without the permission users get to no form about contacts: they stay where they are, and are told why. */
export function useContactFormGuard(): void {
  const { t } = useWords();
  const me = useMe();
  const latest = useRef({ me, t });
  latest.current = { me, t };
  const shouldBlockFn = useCallback(
    ({ current, next }: Record<'current' | 'next', { pathname: string; search: object }>) => {
      const { me: now, t: words } = latest.current;
      if (now === null || hasGrant(now, 'CONTACT_WRITE') || contactFormAt(next) === null) return false;
      // Users at a form already are led away from it.
      if (contactFormAt(current) !== null) return false;
      toast({
        id: guardToast,
        tone: 'warn',
        title: words(($) => $.contactForm.guard.title),
        text: words(($) => $.contactForm.guard.text),
      });
      return true;
    },
    [],
  );
  useBlocker({ shouldBlockFn, enableBeforeUnload: false });
}
