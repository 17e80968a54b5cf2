import { omnibarParameters } from '@sidetone/contract/rules/defaults.ts';
import { type AnyRouter, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { searchText } from './search-text.ts';

/** Between the page and the dialog over it, as addresses show them. */
const between = '/dialogs/';

/**
 * A dialog is a sub-path of whatever page is under it, such as `/main/channels/private/dialogs/settings/integrations`.
 * Within the router it is the search parameter `dialog`, so that no page needs to know of dialogs.
 */
export const dialogRewrite = {
  input({ url }: { url: URL }): URL | undefined {
    const at = url.pathname.indexOf(between);
    if (at < 0) return undefined;
    const dialog = url.pathname.slice(at + between.length).replace(/\/+$/, '');
    url.pathname = url.pathname.slice(0, at) || '/';
    if (dialog !== '') url.searchParams.set('dialog', decodeURIComponent(dialog));
    return url;
  },
  output({ url }: { url: URL }): URL | undefined {
    const dialog = url.searchParams.get('dialog');
    if (dialog === null) return undefined;
    url.searchParams.delete('dialog');
    url.pathname = `${url.pathname.replace(/\/+$/, '')}${between}${dialog.split('/').map(encodeURIComponent).join('/')}`;
    return url;
  },
};

/** Search parameters that every page has: the dialog over it, and what the search is opened with. */
export const dialogSearch = z.object({ dialog: searchText(300), ...omnibarParameters });
type DialogSearch = z.infer<typeof dialogSearch>;

export interface Dialogs {
  /** Such as `omnibar` or `settings/integrations/CARDDAV`; null while there is none. */
  readonly path: string | null;
  readonly search: DialogSearch;
  /** Opens a dialog, or goes on to another one: then Back leads to the page, not from dialog to dialog. */
  open(path: string, parameters?: Omit<DialogSearch, 'dialog'>): void;
  close(): void;
}

/** The dialog over the page that is shown. */
export function useDialogs(): Dialogs {
  const router = useRouter();
  const search = useSearch({ strict: false, select: (all) => dialogSearch.parse(all) });
  return useMemo(
    () => ({
      path: search.dialog ?? null,
      search,
      open: (path, parameters) => openDialog(router, path, parameters),
      close: () => closeDialog(router),
    }),
    [router, search],
  );
}

/** The same for who is no component. */
export function openDialog(router: AnyRouter, path: string, parameters: Omit<DialogSearch, 'dialog'> = {}): void {
  const replace = dialogSearch.safeParse(router.state.location.search).data?.dialog !== undefined;
  go(router, { ...cleared, ...parameters, dialog: path }, replace);
}

export function closeDialog(router: AnyRouter): void {
  go(router, cleared, true);
}

const cleared: DialogSearch = {
  dialog: undefined,
  searchType: undefined,
  targetPhoneNumber: undefined,
  callStartingPoint: undefined,
};

function go(router: AnyRouter, change: DialogSearch, replace: boolean): void {
  void router.navigate({
    to: '.',
    // Whatever page this is, it knows these parameters.
    search: ((before: object) => ({ ...before, ...change })) as never,
    replace,
  });
}
