import type { InboxCall } from '@sidetone/contract/entities/inbox-event.ts';
import { echoTestCode } from '@sidetone/contract/rules/numbers/feature-codes.ts';

/** Whether one of these calls was the echo test, and heard. */
export const heardEcho = (calls: readonly InboxCall[]): boolean =>
  calls.some(({ establishedAt, remotePhoneNumber }) => establishedAt !== null && remotePhoneNumber === echoTestCode);
