/** The protocol of this program's own links: `sidetone://dial/+493012345` and `sidetone://open`. */
const ownProtocol = 'sidetone';
/** Protocols whose links the system may hand to this program. */
export const handledProtocols = [ownProtocol, 'tel', 'callto'] as const;

/** Whether a page is one of the server's own. */
export function isOwnPage(address: string, server: string | null): boolean {
  return server !== null && originOf(address) === server;
}

/** Whether an address may be handed to the system: pages, and mails to write. Files and other programs never. */
export function mayLeave(address: string): boolean {
  try {
    return ['https:', 'http:', 'mailto:'].includes(new URL(address).protocol);
  } catch {
    return false;
  }
}

/**
 * The origin of the server that someone typed or named at the start; `phone.company.example` means https. Null where it is
 * none, or where what is said on the way there could be heard: without TLS only this machine itself.
 */
export function serverOf(typed: string): string | null {
  const text = typed.trim();
  try {
    const url = new URL(/^[a-z][a-z+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url.username !== '' || url.hostname === '') return null;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url.origin : null;
  } catch {
    return null;
  }
}

/** The link among the words that the system started this program with; null where there is none. */
export function linkAmong(argv: readonly string[]): string | null {
  return argv.find((word) => handledProtocols.some((name) => word.toLowerCase().startsWith(`${name}:`))) ?? null;
}

/** The `tel:` link that a link stands for; null where it only brings the window to the front. */
export function numberLinkOf(link: string): string | null {
  if (/^(tel|callto):./i.test(link)) return link.slice(0, 200);
  const number = /^sidetone:\/\/dial\/([^?#]+)/i.exec(link)?.[1];
  return number === undefined ? null : `tel:${number}`.slice(0, 200);
}

function originOf(address: string): string | null {
  try {
    const { origin } = new URL(address);
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
}
