import type { EntityType } from '@sidetone/contract/entities/integration.ts';
import type { User } from '@sidetone/contract/entities/user.ts';
import { defaultEntityTypes } from '@sidetone/contract/rules/crm/default-types.ts';
import { entityTypesDebounceMs } from '@sidetone/contract/rules/crm/log-limits.ts';

type Types = User['defaultCallLoggingEntityTypes'];
type Chooser = { readonly name: string; readonly callLoggingEntityTypes: readonly EntityType[] };

/** All choices of a user with one kind of records of an integration switched on or off. */
export function withType(types: Types, integration: Chooser, type: EntityType, isOn: boolean): Types {
  const before = defaultEntityTypes({ defaultCallLoggingEntityTypes: types }, integration);
  const chosen = integration.callLoggingEntityTypes.filter((one) => (one === type ? isOn : before.includes(one)));
  return { ...types, [integration.name]: chosen };
}

interface LateChoice {
  /** Sends a choice later, in place of one that has not been sent. */
  set(types: Types): void;
  /** Sends immediately what has not been sent. */
  flush(): void;
}

/** Sends the last of several choices half a second after it was made. SAPI-048 */
export function lateChoice(send: (types: Types) => void): LateChoice {
  let waiting: { readonly types: Types; readonly timer: ReturnType<typeof setTimeout> } | null = null;
  function flush() {
    if (waiting === null) return;
    const { types, timer } = waiting;
    clearTimeout(timer);
    waiting = null;
    send(types);
  }
  return {
    set(types) {
      if (waiting !== null) clearTimeout(waiting.timer);
      waiting = { types, timer: setTimeout(flush, entityTypesDebounceMs) };
    },
    flush,
  };
}
