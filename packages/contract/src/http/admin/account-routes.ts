import { z } from 'zod';
import { adminAccountChange, backup, backupPassphraseMinLength, setUpStep } from '../../entities/admin-account.ts';
import { auditAction, auditEntry } from '../../entities/audit.ts';
import { timestamp, webUserId } from '../../entities/common.ts';
import { refusalCount } from '../../entities/guard.ts';
import { defineRoute } from '../route.ts';

const nothing = z.object({});
const oneBackup = z.object({ backupId: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/) });
const byAdmin = { audience: 'admin' } as const;
/** Only for administrators of the account that runs the server: others get FORBIDDEN. */
const ofServer = { audience: 'admin', errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'] } as const;

/** The account itself, what was changed in it, what was refused, and copies of everything. */
export const adminAccountRoutes = {
  changeAccount: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/account',
    summary: 'Change the account; fields left out stay as they are',
    body: adminAccountChange,
    reply: nothing,
    errors: ['CONFLICT', 'CALLS_RUNNING'],
  }),

  changeSetUp: defineRoute({
    ...byAdmin,
    method: 'PATCH',
    path: '/admin/set-up',
    summary: 'Mark steps of the set-up as skipped, or end it; not finished reopens it',
    body: z.object({
      skipped: z.array(setUpStep).max(20).optional(),
      finished: z.boolean().optional(),
    }),
    reply: nothing,
  }),

  auditLog: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/audit-log',
    summary:
      'List the entries of the audit log, newest first, in pages; with `after` those that came since, oldest first',
    query: z.object({
      /** `next` of the page before. */
      before: z
        .string()
        .regex(/^[0-9]{1,18}$/)
        .optional(),
      /** The id of the last entry that is known: entries committed after it follow, oldest first. */
      after: z
        .string()
        .regex(/^[0-9]{1,18}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      action: auditAction.optional(),
      actor: webUserId.optional(),
      target: z.string().max(100).optional(),
      from: timestamp.optional(),
      until: timestamp.optional(),
    }),
    /** `next` is null on the last page. */
    reply: z.object({ entries: z.array(auditEntry), next: z.string().nullable() }),
  }),

  refusals: defineRoute({
    ...byAdmin,
    method: 'GET',
    path: '/admin/refusals',
    summary:
      'List recent refusals, newest first; those that concern no account are visible only to the operator of the server',
    query: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
    reply: z.array(refusalCount),
  }),

  liftBan: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/bans/lift',
    summary: 'Lift the ban on an address',
    body: z.object({ id: z.string().min(1).max(300) }),
    reply: nothing,
  }),

  dismissAlerts: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/alerts/dismiss',
    summary: 'Dismiss these alerts; later events raise new ones',
    body: z.object({
      ids: z
        .array(z.string().regex(/^[0-9]{1,18}$/))
        .min(1)
        .max(100),
    }),
    reply: nothing,
    errors: ['NOT_FOUND'],
  }),

  startBackup: defineRoute({
    ...ofServer,
    method: 'POST',
    path: '/admin/backups',
    summary: 'Start a backup, which cannot be read without its passphrase',
    body: z.object({ passphrase: z.string().min(backupPassphraseMinLength).max(1000) }),
    reply: backup,
  }),

  downloadBackup: defineRoute({
    ...ofServer,
    method: 'GET',
    path: '/admin/backups/{backupId}/file',
    summary: 'Download a backup',
    params: oneBackup,
    reply: z.unknown(),
  }),

  removeBackup: defineRoute({
    ...ofServer,
    method: 'DELETE',
    path: '/admin/backups/{backupId}',
    summary: 'Delete a backup',
    params: oneBackup,
    reply: nothing,
  }),
} as const;
