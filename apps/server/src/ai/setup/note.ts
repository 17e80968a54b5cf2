import type { AuditAction } from '@sidetone/contract/entities/audit.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import type { Writer } from '../../storage/writer.ts';

/** The administrator who asks, and from where. */
export interface AskedBy extends Pick<Caller, 'userId' | 'accountId'> {
  readonly address: string;
}

/** Adds a line to the audit log; never with a key. */
export const note = async (
  trx: Writer,
  { accountId, userId: actorUserId, address }: AskedBy,
  action: AuditAction,
  target: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> => await audit(trx, { accountId, actorUserId, address, action, target, detail });
