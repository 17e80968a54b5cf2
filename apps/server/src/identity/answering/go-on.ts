import type { SignInStep } from '@sidetone/contract/entities/second-factor.ts';
import type { Writer } from '../../storage/writer.ts';
import { factorsOf } from '../factors.ts';
import { type Awaited, keep, letIn } from './waiting-sign-in.ts';

/**
 * Goes on with a sign-in of someone who has proved who they are: lets them in, or notes who they are until the step that is
 * missing. `isBothSteps`: they have proved it twice.
 */
export async function goOn(
  trx: Writer,
  uid: string,
  who: Awaited,
  { hasPasskeys, isBothSteps }: { hasPasskeys: boolean; isBothSteps: boolean },
): Promise<SignInStep | null> {
  const { authenticatorSince, passkeys, isRequired, signsInElsewhere } = await factorsOf(trx, who.userId);
  if (signsInElsewhere && !who.byCompany) return { kind: 'company' };
  const hasOne = authenticatorSince !== null || passkeys > 0;
  if (isBothSteps || (!hasOne && !isRequired)) {
    await letIn(trx, uid, who);
    return null;
  }
  await keep(trx, uid, { awaits: who });
  if (!hasOne) return { kind: 'setUp' };
  return { kind: 'prove', authenticator: authenticatorSince !== null, passkey: hasPasskeys && passkeys > 0 };
}
