import { z } from 'zod';

/** Pages outside the app that it leads to (specification 7). */
export const externalLinkNames = [
  'routing',
  'addDevice',
  'upgrade',
  'personalSettings',
  'faq',
  'faqPermissions',
  'faqClickToDial',
  'webphone',
  'helpdesk',
  'register',
  'contact',
  'terms',
  'privacy',
  'appDownload',
  'flowBuilder',
  'features',
  'clickToDialChrome',
  'clickToDialFirefox',
  'clickToDialEdge',
] as const;
export type ExternalLinkName = (typeof externalLinkNames)[number];

/** What may are in an address in braces: whom or what it is about. */
const placeholders = ['webUserId', 'accountId'] as const;
export type LinkFacts = { readonly [Name in (typeof placeholders)[number]]?: string };

// Browsers read a backslash as a slash, and two of them as the beginning of another host.
const place = z.string().regex(/^\/(?![/\\])/);
const page = z.url({ protocol: /^https?$/ });
/** Where something is told about: an address of http or https, or a path of this server. */
export const pageAddress = z.union([place, page]);

/** Addresses that an operator set, by name: of http or https, a path of this server, or null for none. */
export const externalLinks = z.partialRecord(z.enum(externalLinkNames), pageAddress.nullable());
export type ExternalLinks = z.infer<typeof externalLinks>;

/** Where links lead when nobody set others. What has no page of its own in an open phone system leads nowhere. */
export const defaultExternalLinks: ExternalLinks = {
  routing: '/admin/phones',
  addDevice: '/admin/phones',
  features: '/help#features',
  appDownload: '/help#app',
  faq: '/help',
  faqPermissions: '/help#permissions',
  faqClickToDial: '/help#click-to-dial',
  terms: '/help#terms',
  privacy: '/help#privacy',
  contact: '/help#contact',
  clickToDialChrome: '/help#click-to-dial',
  clickToDialFirefox: '/help#click-to-dial',
  clickToDialEdge: '/help#click-to-dial',
};

/**
 * The address that a name stands for, with `{webUserId}` and `{accountId}` filled in; null where there is none, or where
 * something of it is not known.
 */
export function externalLinkOf(set: ExternalLinks, name: ExternalLinkName, facts: LinkFacts = {}): string | null {
  const address = name in set ? set[name] : defaultExternalLinks[name];
  if (address === undefined || address === null) return null;
  let isComplete = true;
  const filled = address.replace(/\{(\w+)\}/g, (_whole, key: string) => {
    const fact = facts[key as keyof LinkFacts];
    if (fact === undefined) isComplete = false;
    return encodeURIComponent(fact ?? '');
  });
  return isComplete ? filled : null;
}
