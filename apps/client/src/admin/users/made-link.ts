import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';

/** Whether the administrator is shown a new link: it was not sent by mail, or it opens on this machine only. */
export function needsHandover({ url, reach }: Pick<MadeLink, 'url' | 'reach'>): boolean {
  return url !== null || reach === 'thisMachine';
}
