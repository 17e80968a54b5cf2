import { z } from 'zod';
import { auditStream, auditStreamChange } from '../../entities/audit-stream.ts';
import { webhookTestResult } from '../../entities/webhook.ts';
import { defineRoute } from '../route.ts';

const byAdmin = { audience: 'admin', path: '/admin/audit-log/stream' } as const;

/** The audit log as a receiver of the company gets it. */
export const auditStreamRoutes = {
  auditStream: defineRoute({
    ...byAdmin,
    method: 'GET',
    summary: 'Get where the audit log is sent, and how far the receiver is; null: nowhere',
    reply: z.object({ stream: auditStream.nullable() }),
  }),

  saveAuditStream: defineRoute({
    ...byAdmin,
    method: 'PUT',
    summary:
      'Choose where the audit log is sent; a webhook at another address comes with the secret that signs what is posted to it. CONFLICT if someone else changed it since',
    body: auditStreamChange,
    reply: z.object({ stream: auditStream, secret: z.string().nullable() }),
    errors: ['CONFLICT'],
  }),

  removeAuditStream: defineRoute({
    ...byAdmin,
    method: 'DELETE',
    summary: 'Send the audit log nowhere any longer',
    reply: z.object({}),
  }),

  testAuditStream: defineRoute({
    ...byAdmin,
    method: 'POST',
    path: '/admin/audit-log/stream/test',
    summary: 'Send a line that is marked as a test, as it is saved',
    reply: webhookTestResult,
  }),
} as const;
