import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../../requests/answer.ts';
import { audit } from '../../../requests/audit.ts';
import { Download } from '../../../requests/download.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { administrator } from '../administer.ts';
import { changeAccount, changeSetUp, needServer } from './account.ts';
import { scopesOf } from './account-documents.ts';
import { dismissAlerts } from './alerts.ts';
import { readAuditLog } from './audit-log.ts';
import type { Backups } from './backups.ts';
import { liftBan, readRefusals } from './bans.ts';

/** The account itself, its audit log, what was refused, and copies of everything. */
export const adminAccountRoutes = ({ db, backups }: { db: Database; backups: Backups }): Answer[] => [
  answer(routes.changeAccount, async (asked) => {
    await changeAccount(db, administrator(asked), asked.body);
    return {};
  }),
  answer(routes.changeSetUp, async (asked) => {
    await changeSetUp(db, administrator(asked), asked.body);
    return {};
  }),
  answer(routes.auditLog, async ({ caller, query }) => readAuditLog(db, await scopesOf(db, caller.accountId), query)),
  answer(routes.refusals, async ({ caller, query }) =>
    readRefusals(db, await scopesOf(db, caller.accountId), query.hours),
  ),
  answer(routes.liftBan, async (asked) => {
    const { accountId } = asked.caller;
    await liftBan(db, administrator(asked), await scopesOf(db, accountId), asked.body.id);
    return {};
  }),
  answer(routes.dismissAlerts, async (asked) => {
    const { accountId } = asked.caller;
    await dismissAlerts(db, administrator(asked), await scopesOf(db, accountId), asked.body.ids);
    return {};
  }),
  answer(routes.startBackup, async ({ caller, body, address }) => {
    const { accountId, userId: actorUserId } = caller;
    await needServer(db, accountId);
    const backup = await backups.start(body.passphrase);
    await audit(db, {
      accountId,
      actorUserId,
      address,
      action: 'backup.created',
      target: backup.id,
      detail: { isEncrypted: backup.isEncrypted },
    });
    return backup;
  }),
  answer(routes.downloadBackup, async ({ caller, params, address }) => {
    const { accountId, userId: actorUserId } = caller;
    await needServer(db, accountId);
    const file = await backups.fileOf(params.backupId);
    if (!file) throw notFound('backup');
    await audit(db, { accountId, actorUserId, address, action: 'backup.downloaded', target: params.backupId });
    return new Download(file.path, 'application/octet-stream');
  }),
  answer(routes.removeBackup, async ({ caller, params, address }) => {
    const { accountId, userId: actorUserId } = caller;
    await needServer(db, accountId);
    if (!(await backups.remove(params.backupId))) throw notFound('backup');
    await audit(db, { accountId, actorUserId, address, action: 'backup.removed', target: params.backupId });
    return {};
  }),
];
