import { z } from 'zod';
import { timestamp } from './common.ts';
import { webhookProblem } from './webhook.ts';

const host = z
  .string()
  .trim()
  .max(253)
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.:_-]*[A-Za-z0-9])?$/);
const port = z.int().min(1).max(65_535);

/** The ways in which the audit log is sent. */
export const auditStreamWays = ['webhook', 'syslogTls', 'syslogTcp'] as const;
export type AuditStreamWay = (typeof auditStreamWays)[number];

/** Where the audit log is sent: by signed requests, or as syslog (RFC 5424) by TLS (RFC 5425) or TCP (RFC 6587). */
export const auditStreamTarget = z.discriminatedUnion('way', [
  z.object({ way: z.literal('webhook'), url: z.string().trim().min(1).max(2000) }),
  z.object({
    way: z.literal('syslogTls'),
    host,
    port,
    /** The certificate that the receiver's is signed by, as PEM; empty for those that every machine knows. */
    ca: z.string().trim().max(20_000),
  }),
  z.object({ way: z.literal('syslogTcp'), host, port }),
]);
export type AuditStreamTarget = z.infer<typeof auditStreamTarget>;

/** How far the receiver is. */
export const auditStreamStanding = z.object({
  /** When it took lines last; null: not yet. */
  deliveredAt: timestamp.nullable(),
  /** Lines that it does not have, as far as they are counted. */
  waiting: z.int().nonnegative(),
  /** Of the oldest of them. */
  waitingSince: timestamp.nullable(),
  /** Why the last try failed; null: it did not. */
  problem: webhookProblem.nullable(),
  /** The HTTP status of its last answer; null where there was none. */
  status: z.int().nullable(),
  /** When it is tried again; null where nothing failed. */
  nextAt: timestamp.nullable(),
});
export type AuditStreamStanding = z.infer<typeof auditStreamStanding>;

/** So many lines that wait are counted. */
export const mostCountedLines = 10_000;

export const auditStream = z.object({
  target: auditStreamTarget,
  /** A header `Authorization` goes along with each request; it is written and never read. */
  hasAuthorization: z.boolean(),
  /** `off`: the receiver said that it is gone. */
  state: z.enum(['on', 'off']),
  standing: auditStreamStanding,
  rev: z.int().nonnegative(),
});
export type AuditStream = z.infer<typeof auditStream>;

/** A stream as an administrator wants it. Saving switches on again what the receiver switched off. */
export const auditStreamChange = z.object({
  /** That of the stream as it was changed, 0 for a new one; CONFLICT where someone else changed it since. */
  rev: z.int().nonnegative(),
  target: auditStreamTarget,
  /** Of a webhook. Null: it stays as it is; empty: none. */
  authorization: z
    .string()
    .trim()
    .max(2000)
    .regex(/^[\t -~]*$/)
    .nullable()
    .default(null),
  /** Of a new stream: what is in the log already is sent as well. */
  withEarlier: z.boolean().default(false),
});
export type AuditStreamChange = z.infer<typeof auditStreamChange>;

/** What is wrong with a stream that is entered, as codes. */
export type AuditStreamEntryProblem =
  | 'notAnAddress'
  | 'insecure'
  | 'privateHost'
  | 'notACertificate'
  | 'valueOfAnotherServer';
