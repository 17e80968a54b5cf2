import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { SecretBox } from '../../storage/secret-box.ts';
import type { RelyingParty } from '../relying-party.ts';
import type { Throttle } from '../throttle.ts';

export interface OwnFactorDeps {
  readonly db: Database;
  readonly box: SecretBox;
  readonly throttle: Throttle;
  readonly party: RelyingParty | null;
}

/** The audit log's line of a user about themselves. */
export const lineOf = ({ accountId, userId }: Caller, address: string) => ({
  accountId,
  actorUserId: userId,
  target: userId,
  address,
});

export const stillRequired = (): Refusal => new Refusal('CONFLICT', 'The company asks for a second proof.');
