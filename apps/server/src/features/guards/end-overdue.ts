import { type OutsideCalls, outsideCalls, outsideCallsOfUser } from '@sidetone/contract/entities/guard.ts';
import { audit } from '../../requests/audit.ts';
import { countRefusals } from '../../requests/refusals.ts';
import type { Database } from '../../storage/database.ts';
import { outsideUsage } from './outside-usage.ts';

const everyMs = 15_000;

/** A call outside that lasts on past the minutes of its user or account. */
interface Overdue {
  readonly callId: string;
  readonly accountId: string;
  readonly userId: string | null;
  readonly limit: 'minutesPerDay' | 'internationalMinutesPerDay';
}

/** Calls with a leg outside whose minutes are used up at `at`; with a node those that are there. */
export async function overdueCalls(db: Database, at: Date, node?: string): Promise<readonly Overdue[]> {
  const open = await db
    .selectFrom('legs')
    .innerJoin('outside_calls', 'outside_calls.id', 'legs.outside_call_id')
    .innerJoin('accounts', 'accounts.id', 'outside_calls.account_id')
    .leftJoin('users', 'users.id', 'outside_calls.user_id')
    .select([
      'legs.call_id as callId',
      'outside_calls.account_id as accountId',
      'outside_calls.user_id as userId',
      'outside_calls.international',
      'accounts.outside_calls as ofAccount',
      'users.outside_calls as ofUser',
    ])
    .where('legs.ended_at', 'is', null)
    .where('legs.established_at', 'is not', null)
    .$if(node !== undefined, (query) =>
      query.innerJoin('calls', 'calls.id', 'legs.call_id').where('calls.node', '=', node ?? ''),
    )
    .execute();
  const usages = new Map<string, ReturnType<typeof outsideUsage>>();
  const overdue: Overdue[] = [];
  for (const { callId, accountId, userId, international, ofAccount, ofUser } of open) {
    const key = JSON.stringify([accountId, userId]);
    const asked = usages.get(key) ?? outsideUsage(db, accountId, userId, at);
    usages.set(key, asked);
    const usage = await asked;
    const rules: OutsideCalls = outsideCalls.parse(ofAccount);
    const own = userId === null ? null : (outsideCallsOfUser.parse(ofUser ?? {}).limits ?? rules.limitsOfEachUser);
    const names = international
      ? (['minutesPerDay', 'internationalMinutesPerDay'] as const)
      : (['minutesPerDay'] as const);
    const isUsedUp = (limit: (typeof names)[number]) =>
      isPast(own?.[limit], usage.user[limit]) || isPast(rules.limits[limit], usage.account[limit]);
    const limit = names.find(isUsedUp);
    if (limit) overdue.push({ callId, accountId, userId, limit });
  }
  return overdue;
}

const isPast = (most: number | null | undefined, used: number): boolean =>
  most !== null && most !== undefined && used >= most;

/**
 * Ends calls outside whose minutes are used up, looking every 15 s: who is in a call must not get more than who asks for
 * one. Gives the way to stop.
 */
export function endOverdueCalls(deps: {
  readonly db: Database;
  /** Whose calls these are: no other can end them. */
  readonly node: string;
  endCall(callId: string): void;
  onTrouble(error: unknown): void;
}): () => void {
  const { db, node, endCall, onTrouble } = deps;
  const look = async () => {
    const at = new Date();
    for (const { callId, accountId, userId, limit } of await overdueCalls(db, at, node)) {
      endCall(callId);
      const detail = { limit, callId };
      await db.transaction().execute(async (trx) => {
        const source = userId ?? accountId;
        const isFirst = await countRefusals(trx, { accountId, kind: 'limitReached', source, at, detail });
        if (isFirst) {
          await audit(trx, { accountId, actorUserId: userId, action: 'refusal.limit', target: callId, detail });
        }
      });
    }
  };
  const timer = setInterval(() => void look().catch(onTrouble), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
