import { z } from 'zod';
import { timestamp } from './common.ts';

/**
 * Everything that the audit log keeps, by the thing that was changed or refused. The list is closed, so that whoever
 * shows the log has a word for each.
 */
export const auditActions = [
  'account.changed',
  'account.logoChanged',
  'account.emergencyAddressChanged',
  'account.numberPlanChanged',
  'account.flagsChanged',
  'account.planChanged',
  'account.setUp',
  'audit.exported',
  'backup.created',
  'backup.downloaded',
  'backup.removed',
  'backup.restored',
  'backup.settingsChanged',
  'ban.lifted',
  'ban.set',
  'call.documentationRemoved',
  'call.noteRemoved',
  'call.recordingRemoved',
  'call.removed',
  'callSettings.changed',
  'channel.changed',
  'channel.created',
  'channel.greetingChanged',
  'channel.memberAdded',
  'channel.memberChanged',
  'channel.memberRemoved',
  'channel.removed',
  'channel.routingChanged',
  'extension.changed',
  'holdMusic.changed',
  'holdMusic.removed',
  'holidays.changed',
  'invitation.accepted',
  'invitation.created',
  'invitation.revoked',
  'invitation.sent',
  'limits.changed',
  'mail.settingsChanged',
  'number.added',
  'number.changed',
  'number.removed',
  'outsideCalls.changed',
  'passwordReset.completed',
  'passwordReset.created',
  'phone.credentialsShown',
  'phone.added',
  'phone.changed',
  'phone.provisioned',
  'phone.removed',
  'queue.memberLoggedIn',
  'queue.memberLoggedOut',
  'refusal.ban',
  'refusal.barredDestination',
  'refusal.limit',
  'refusal.signIn',
  'retention.applied',
  'routing.changed',
  'signIn.allEnded',
  'signIn.ended',
  'signIn.succeeded',
  'sipAccount.added',
  'sipAccount.changed',
  'sipAccount.removed',
  'trunk.added',
  'trunk.changed',
  'trunk.removed',
  'trunk.tested',
  'user.activated',
  'user.changed',
  'user.created',
  'user.deactivated',
  'user.emailChanged',
  'user.flagsChanged',
  'user.grantsChanged',
  'user.passwordChanged',
  'user.quotasChanged',
  'user.removed',
  'user.roleChanged',
  'voicemail.removed',
] as const;
export const auditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditAction>;

/** One line of the audit log, as administrators read it. */
export const auditEntry = z.object({
  /** Grows with each entry. */
  id: z.string(),
  at: timestamp,
  action: auditAction,
  /** Who did it; null for the server itself and for people who are not signed in. */
  actorUserId: z.string().nullable(),
  /** What it was done to: the id of a user, channel, trunk, phone, or a number. */
  target: z.string().nullable(),
  /** What was changed, by field names; never a secret. */
  detail: z.record(z.string(), z.unknown()),
  /** The network address that it came from. */
  address: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
