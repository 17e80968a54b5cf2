import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { mayLogCall } from '@sidetone/contract/rules/crm/log-permission.ts';
import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { isMissed } from '@sidetone/contract/rules/inbox-status.ts';

/** Whether a call is one that CRMs hear of, and this user may say so: its owner, or a member where it was missed. */
export function isLoggableLater(row: InboxRow, webUserId: string): boolean {
  const { call, remote, owner } = row;
  const number = call.remotePhoneNumber;
  if (call.terminatedAt === null || remote.isTeam || (number !== null && isSpecialDial(number))) return false;
  // Only members of a channel have its rows.
  return mayLogCall({ isOwner: owner === webUserId, isMissed: isMissed(call), isMember: true });
}
