import type { MadeLink } from '@sidetone/contract/entities/admin-user.ts';

/** Whether the administrator is shown a new link: no mail took it, or it opens on this machine only. */
export function needsHandover({ url, reach }: Pick<MadeLink, 'url' | 'reach'>): boolean {
  return url !== null || reach === 'thisMachine';
}
