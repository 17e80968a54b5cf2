import { omnibarParameters } from '@sidetone/contract/rules/defaults.ts';
import { type AnyRouter, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { searchText } from './search-text.ts';
import { afterStep, isOnTheWayBack, stepBack } from './steps-back.ts';

/** The separator between the page and the dialog over it in addresses. */
const between = '/dialogs/';

/** The dialogs, as addresses name them. The settings have pages of their own below that. */
const dialogNames = [
  'omnibar',
  'settings',
  'contacts/import',
  'feedback',
  'call-rating',
  'changelog',
  'intro',
] as const;
export type DialogName = (typeof dialogNames)[number];

/** Whether there is such a dialog; an address may contain anything. */
export function isDialog(path: string): boolean {
  return path.startsWith('settings/') || (dialogNames as readonly string[]).includes(path);
}

/** Dialogs that need the window with its phone and its contacts. */
const needsWindow: readonly string[] = ['omnibar', 'contacts/import'] satisfies readonly DialogName[];

/** Whether there is such a dialog before the window is there, over the pages that set it up. */
export function isSetupDialog(path: string): boolean {
  return isDialog(path) && !needsWindow.includes(path);
}

/** Parameters in which users and other programs write a number with a bare plus, which means a space there. */
const barePlus = /([?&](?:dial|targetPhoneNumber|number)=)\+/g;

/**
 * A dialog is a sub-path of any page under it, such as `/main/channels/private/dialogs/settings/integrations`. Within
 * the router it is the search parameter `dialog`, so that no page needs to know of dialogs.
 */
export const dialogRewrite = {
  input({ url }: { url: URL }): URL {
    const inner = new URL(url);
    inner.search = url.search.replace(barePlus, '$1%2B');
    const at = url.pathname.indexOf(between);
    if (at < 0) return inner;
    const dialog = url.pathname.slice(at + between.length).replace(/\/+$/, '');
    inner.pathname = url.pathname.slice(0, at) || '/';
    if (dialog !== '') inner.searchParams.set('dialog', decoded(dialog));
    return inner;
  },
  output({ url }: { url: URL }): URL {
    const shown = new URL(url);
    const dialog = shown.searchParams.get('dialog');
    if (dialog === null) return shown;
    shown.searchParams.delete('dialog');
    shown.pathname = `${shown.pathname.replace(/\/+$/, '')}${between}${dialog.split('/').map(encodeURIComponent).join('/')}`;
    return shown;
  },
};

/** A path that cannot be decoded names a dialog that does not exist. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Search parameters that every page has: the dialog over it, and the start of the search. */
export const dialogSearch = z.object({
  dialog: searchText(300),
  ...omnibarParameters,
  targetPhoneNumber: searchText(200),
});
type DialogSearch = z.infer<typeof dialogSearch>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** 1 where the dialog was opened from the page under it, which is one step back; 0 where an address opened both. */
    dialogDepth?: number;
  }
}

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
  const search = useSearch({ strict: false, structuralSharing: true, select: (all) => dialogSearch.parse(all) });
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

/** Routers that are on their way back to the page under a dialog. */
const leaving = new WeakSet<AnyRouter>();

/** The dialog that is open, for code that is not a component; null while there is none. */
export function dialogOf(router: AnyRouter): string | null {
  if (leaving.has(router)) return null;
  // The address at this moment: the router follows it a little later.
  const { searchParams } = dialogRewrite.input({ url: new URL(router.history.location.href, location.origin) });
  return searchParams.get('dialog') || null;
}

/** The same as `open` for code that is not a component. */
export function openDialog(router: AnyRouter, path: string, parameters: Omit<DialogSearch, 'dialog'> = {}): void {
  if (isOnTheWayBack(router)) {
    afterStep(router, () => openDialog(router, path, parameters));
    return;
  }
  const replace = dialogOf(router) !== null;
  const depth = replace ? (router.history.location.state.dialogDepth ?? 0) : 1;
  go(router, { ...noDialog, ...parameters, dialog: path }, { replace, depth });
}

/** Back to the page as it was: to the step in the history that it has, where it has one. */
export function closeDialog(router: AnyRouter): void {
  if (dialogOf(router) === null) return;
  if ((router.history.location.state.dialogDepth ?? 0) === 0) {
    go(router, noDialog, { replace: true, depth: 0 });
    return;
  }
  leaving.add(router);
  afterStep(router, () => leaving.delete(router));
  stepBack(router);
}

/** Runs a task immediately, or once the page under a dialog that is closing is there again. */
export function afterDialog(router: AnyRouter, then: () => void): void {
  if (leaving.has(router)) afterStep(router, then);
  else then();
}

/** The parameters that remove the dialog from an address, for going on to another page with it. */
export const noDialog = {
  dialog: undefined,
  searchType: undefined,
  targetPhoneNumber: undefined,
  callStartingPoint: undefined,
} satisfies DialogSearch;

function go(router: AnyRouter, change: DialogSearch, { replace, depth }: { replace: boolean; depth: number }): void {
  void router.navigate({
    to: '.',
    // Every page knows these parameters.
    search: ((before: object) => ({ ...before, ...change })) as never,
    state: (before) => ({ ...before, dialogDepth: depth }),
    replace,
  });
}
