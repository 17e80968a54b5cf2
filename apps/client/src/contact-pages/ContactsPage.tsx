import { Outlet, useMatches, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Star } from 'lucide-react';
import { Suspense } from 'react';
import { z } from 'zod';
import { Banners } from '#banners/Banners.tsx';
import { useChannels } from '#channels/channels.ts';
import { ContactBook } from '#contacts/ContactBook.tsx';
import { startCall } from '#dialling/dial.ts';
import { useWords } from '#i18n/use-words.ts';
import { safePath } from '#live/line/safe-path.ts';
import { useDialogs } from '#pages/dialogs.ts';
import { stepBack } from '#pages/steps-back.ts';
import { useTitle } from '#pages/use-title.ts';
import { useWide } from '#platform/window-size.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { SidePanel } from '#ui/SidePanel.tsx';
import { useLast } from '#ui/use-last.ts';
import { importContacts } from './ContactFilesSlot.tsx';
import { contactFormAt } from './contact-form-place.ts';
import { cameFor, contactsSearch } from './contacts-search.ts';
import { PanelHint } from './PanelHint.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The content of the route is in the slide-over of the page above it. */
    panel?: boolean;
  }
}

const marker = z.object(contactsSearch);

/** All contacts of the company; one of them, or a form, may be open at the right. */
export function ContactsPage() {
  const { t } = useWords();
  const router = useRouter();
  const wide = useWide();
  const dialogs = useDialogs();
  const own = useChannels().own;
  const { contactId = null } = useParams({ strict: false });
  const isOpen = useMatches({ select: (all) => all.at(-1)?.staticData.panel === true });
  // The last open contact, so that the focus finds back to its row.
  const last = useLast(contactId);
  useTitle(t(($) => $.contacts.title));

  const open = (id: string) =>
    void router.navigate({
      to: '/main/contacts/$contactId',
      params: { contactId: id },
      search: (before) => before,
      // Going on to another contact adds nothing to the history, so that one step back is enough.
      state: (before) => ({ ...before, panelDepth: isOpen ? (before.panelDepth ?? 0) : 1 }),
      replace: isOpen,
    });
  return (
    <SidePanel
      open={isOpen}
      label={t(($) => $.contacts.panel)}
      beside={wide}
      onClose={() => closePanel(router)}
      keepsFocus={(focused) => focused.closest('[data-contact]') !== null}
      returnFocus={() => (last === null ? null : rowOf(last))}
      hint={<PanelHint />}
      panel={
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      }
    >
      <ContactBook
        openContact={isOpen ? contactId : null}
        onOpen={open}
        onCall={own && ((target) => startCall(target, own.id, { startingPoint: 'Contacts' }))}
        onCreate={() => void router.navigate({ to: '/main/contacts/create', search: cameFor })}
        onImport={() => dialogs.open(importContacts)}
        onIntegrations={() => dialogs.open('settings/integrations')}
        banners={
          <>
            <Banners />
            <FavoritesHint />
          </>
        }
      />
    </SidePanel>
  );
}

/** Back to the list alone, to the step in the history that it has, where it has one; from a form one step back. */
export function closePanel(router: ReturnType<typeof useRouter>): void {
  const steps = router.history.location.state.panelDepth ?? 0;
  if (contactFormAt(router.state.location) !== null && router.history.canGoBack()) router.history.back();
  else if (steps > 0) stepBack(router, steps);
  else void router.navigate({ to: '/main/contacts', search: (before) => before, replace: true });
}

/** For users who came to add a favorite: how that is done, and the way back. */
function FavoritesHint() {
  const { t } = useWords();
  const router = useRouter();
  const { onboarding, origin } = useSearch({ strict: false, select: (all) => marker.parse(all) });
  if (onboarding !== 'favorites') return null;
  return (
    <Banner
      tone="info"
      icon={Star}
      action={
        <Button size="s" onClick={() => router.history.push(safePath(origin))}>
          <Icon of={ArrowLeft} size={14} />
          {t(($) => $.contacts.favorites.back)}
        </Button>
      }
    >
      {t(($) => $.contacts.favorites.title)}
      <span className="block font-reg text-12 text-ink-2">{t(($) => $.contacts.favorites.text)}</span>
    </Banner>
  );
}

/** The row of a contact in the list, if it is drawn. */
function rowOf(contactId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-contact="${CSS.escape(contactId)}"]`);
}
