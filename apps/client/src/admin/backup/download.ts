import type { Backup } from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { download } from '#live/line/download.ts';

/** Saves a backup as a file of this machine. Throws ApiError. */
export async function downloadBackup(backup: Backup): Promise<void> {
  const name = `sidetone-${backup.startedAt.slice(0, 16).replace(/[:T]/g, '-')}.tar${backup.isEncrypted ? '.age' : ''}`;
  await download(adminAccountRoutes.downloadBackup, { params: { backupId: backup.id } }, name);
}
