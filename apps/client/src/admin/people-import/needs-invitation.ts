import type { AdminUser } from '@sidetone/contract/entities/admin-user.ts';

/** Whether an invitation has still to be sent to a user: none was made, or its mail did not arrive. */
export const needsInvitation = ({ state, invitation }: Pick<AdminUser, 'state' | 'invitation'>): boolean =>
  state === 'invited' && (invitation === null || invitation.delivery === 'failed');
