import type { AnyRouter } from '@tanstack/react-router';
import { z } from 'zod';
import type { ContactFormRequest } from '#contacts/contact-form-props.ts';
import { noDialog } from '#pages/dialogs.ts';
import { searchText } from '#pages/search-text.ts';

/** Search parameters of `/main/contacts/create` and `/main/contacts/add-to/…`: the start of the form. */
export const contactFormSearch = { number: searchText(100), name: searchText(200) };

/** Search parameters of pages over which a form is opened in place, in their slide-over. */
export const contactFormInPlace = {
  form: z.enum(['contactCreate', 'contactEdit']).optional().catch(undefined),
  formContact: searchText(200),
  newPhoneNumber: searchText(100),
  newContactIn: searchText(200),
};

/** The parameters that remove the form from the address of a page. */
export const noContactForm = {
  form: undefined,
  formContact: undefined,
  newPhoneNumber: undefined,
  newContactIn: undefined,
};

const everything = z.object({ ...contactFormSearch, ...contactFormInPlace });

interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** The form that an address shows; null where it shows none. */
export function contactFormAt({ pathname, search }: Place): ContactFormRequest | null {
  const { number = null, name = null, newContactIn = null, ...given } = everything.parse(search);
  const { form, formContact, newPhoneNumber = null } = given;
  if (/^\/main\/contacts\/create\/?$/.test(pathname))
    return { type: 'contactCreate', number, name, fromCall: false, integrationId: null };
  const edited = /^\/main\/contacts\/([^/]+)\/edit\/?$/.exec(pathname)?.[1];
  if (edited !== undefined) return { type: 'contactEdit', id: decoded(edited), newPhoneNumber: null };
  const added = /^\/main\/contacts\/add-to\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (added !== undefined) return { type: 'contactEdit', id: decoded(added), newPhoneNumber: number ?? '' };
  if (!hasSlideOver(pathname)) return null;
  if (form === 'contactCreate')
    return { type: 'contactCreate', number: newPhoneNumber, name: null, fromCall: true, integrationId: newContactIn };
  if (form === 'contactEdit' && formContact !== undefined)
    return { type: 'contactEdit', id: formContact, newPhoneNumber };
  return null;
}

/** The name of a form; null for none. Two addresses with the same name show the same form. */
export function contactFormName(request: ContactFormRequest | null): string | null {
  return request === null ? null : JSON.stringify(request);
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** One step back is the same page without the form; missing where an address opened it. */
    formDepth?: number;
  }
}

/**
 * Opens the form for a new contact: over the calls that are shown, else beside the list of contacts. `integrationId`: where
 * the contact is to be kept, unless the user chooses otherwise.
 */
export function openContactCreate(router: AnyRouter, number: string | null, integrationId: string | null = null): void {
  if (!hasSlideOver(router.state.location.pathname)) {
    const search = { ...noDialog, number: number ?? undefined };
    return void router.navigate({ to: '/main/contacts/create', search: search as never });
  }
  const replace = contactFormAt(router.state.location) !== null;
  void router.navigate({
    to: '.',
    search: ((before: object) => ({
      ...before,
      ...noDialog,
      ...noContactForm,
      form: 'contactCreate',
      newPhoneNumber: number ?? undefined,
      newContactIn: integrationId ?? undefined,
    })) as never,
    // The previous content of the slide-over is one step further away.
    state: (before) => ({ ...before, formDepth: 1, callDepth: (before.callDepth ?? 0) + (replace ? 0 : 1) }),
    replace,
  });
}

/** Closes the form that is open in place: one step back where it was opened from the page itself. */
export function closeContactForm(router: AnyRouter): void {
  if ((router.state.location.state.formDepth ?? 0) > 0) {
    router.history.back();
    return;
  }
  void router.navigate({
    to: '.',
    search: ((before: object) => ({ ...before, ...noContactForm })) as never,
    replace: true,
  });
}

/** Pages whose slide-over a form can take: those with calls. */
function hasSlideOver(pathname: string): boolean {
  return pathname.startsWith('/main/channels/');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
