import type { Logger } from 'pino';
import { audit } from '../../requests/audit.ts';
import { Refusal } from '../../requests/refusal.ts';
import { countRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';

/** Whose sign-in was refused; null where nobody has what was typed. */
type Whose = { readonly id: string; readonly account_id: string } | null | undefined;

/** Refusals that say something of who tries; a server that is busy says nothing. */
const counted: Readonly<Record<string, 'signInWrong' | 'signInThrottled'>> = {
  WRONG_CREDENTIALS: 'signInWrong',
  TOO_MANY_ATTEMPTS: 'signInThrottled',
};

/**
 * Does what may be refused of a sign-in. For administrators a refusal leaves a count for each address and hour, and one line
 * in the audit log.
 */
export async function notingRefusals<T>(
  { db, log }: { db: Database; log: Logger },
  { address, whose }: { address: string; whose(): Promise<Whose> | Whose },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) {
      log.info({ code: error.code, address }, 'sign-in refused');
      const kind = counted[error.code];
      if (kind) {
        await note(db, { kind, address, user: await whose() }).catch((cause: unknown) =>
          log.warn({ err: cause }, 'sign-in: counting a refusal failed'),
        );
      }
    }
    throw error;
  }
}

const note = (
  db: Database,
  { kind, address, user }: { kind: 'signInWrong' | 'signInThrottled'; address: string; user: Whose },
): Promise<void> => {
  const accountId = user?.account_id ?? null;
  const detail = user ? { userId: user.id } : {};
  return db.transaction().execute(async (trx) => {
    if (!(await countRefusals(trx, { accountId, kind, source: address, at: new Date(), detail }))) return;
    await audit(trx, {
      accountId,
      actorUserId: null,
      action: 'refusal.signIn',
      // One line an hour for each address: of several users whose passwords were guessed, the first.
      target: user?.id ?? null,
      detail: { kind },
      address,
    });
  });
};
