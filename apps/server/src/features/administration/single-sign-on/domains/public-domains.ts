import { parse } from 'tldts';

/** Domains at which anybody gets an address: no company speaks for them. */
const publicDomains: ReadonlySet<string> = new Set([
  'aol.com',
  'bluewin.ch',
  'email.de',
  'freenet.de',
  'gmail.com',
  'gmx.at',
  'gmx.ch',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'googlemail.com',
  'hotmail.com',
  'hotmail.de',
  'icloud.com',
  'live.com',
  'live.de',
  'mac.com',
  'mail.de',
  'mailbox.org',
  'me.com',
  'msn.com',
  'outlook.com',
  'outlook.de',
  'posteo.de',
  'proton.me',
  'protonmail.com',
  't-online.de',
  'web.de',
  'yahoo.com',
  'yahoo.de',
]);

/** Why no company speaks for a domain; null: one may. */
export function refusalOfDomain(domain: string): 'publicDomain' | 'publicSuffix' | 'notADomain' | null {
  if (!/^[a-z0-9.-]{3,253}$/.test(domain) || domain.split('.').some((label) => label.length > 63)) return 'notADomain';
  if (publicDomains.has(domain)) return 'publicDomain';
  // Names that other people register below, by authorities (`co.uk`) and by companies (`github.io`).
  const { publicSuffix, isIp } = parse(domain, { allowPrivateDomains: true });
  return isIp || publicSuffix === domain ? 'publicSuffix' : null;
}
