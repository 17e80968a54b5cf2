import type { SipExtension } from '@sidetone/contract/entities/app-extension.ts';
import type { SipServer } from '../sip-server.ts';

/** RFC 3261 §21.4: the credentials are wrong, may not register, or are not known. */
const refusals = new Set([401, 403, 404, 407]);

/** Whether the registrar answered that it does not take these credentials; `status` is null where it did not answer. */
export function isRefusal(status: number | null): boolean {
  return status !== null && refusals.has(status);
}

/**
 * What became of an extension that the registrar no longer takes. An extension with only a new password is still this
 * app's, and calls continue.
 */
export type ExtensionFate =
  | { readonly became: 'same' | 'changed' | 'gone' }
  | { readonly became: 'renewed'; readonly password: string };

/**
 * Asks the server what became of an extension: it still has it, gave it a new password, has another one for this user,
 * or none. As long as it cannot be asked, the extension counts as unchanged.
 */
export async function fateOf(used: SipExtension, server: Pick<SipServer, 'currentExtension'>): Promise<ExtensionFate> {
  try {
    const now = await server.currentExtension();
    if (now === null) return { became: 'gone' };
    if (now.username !== used.username) return { became: 'changed' };
    return now.password === used.password ? { became: 'same' } : { became: 'renewed', password: now.password };
  } catch {
    return { became: 'same' };
  }
}
