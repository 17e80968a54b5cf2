import type { ChangeFeed } from '../../documents/change-feed.ts';
import { topic } from '../../documents/live-source.ts';

/** More user names than phones of one server; those that were used longest ago go. */
const mostNames = 50_000;

/** Changes after which what a device proves itself with may be different: of its own, its user, or its account. */
const touches = {
  endpointId: [topic('endpoints', 'id', ''), topic('endpoints', 'sign_in_of', '')],
  userId: [topic('users', 'id', '')],
  accountId: [topic('endpoints', 'account_id', '')],
} as const;

/** Whose a credential is. */
interface Owned {
  readonly endpointId: string;
  readonly userId: string;
  readonly accountId: string;
}

/** Reads credentials; none of an unknown user name. */
interface Reader<C extends Owned> {
  bySipUsername(username: string): Promise<readonly C[]>;
}

interface Remembered<C extends Owned> extends Reader<C> {
  /** What was read before, where nothing has changed since; else none. */
  remembered(username: string): readonly C[];
  stop(): void;
}

/**
 * Remembers what was read of credentials until the change feed tells of a change: phones that renew their registration are
 * known without a reading. It may be older than the database by the moment that a notice takes, so
 * who acts on it has to hear of withdrawals as well.
 */
export function rememberedCredentials<C extends Owned>(
  read: Reader<C>,
  feed: Pick<ChangeFeed, 'onChange' | 'onGap'>,
): Remembered<C> {
  const known = new Map<string, readonly C[]>();
  /** Grows with each change that may concern a reading that runs. */
  let changes = 0;
  const forget = (topics: readonly string[]) => {
    const isGone = goneBy(topics);
    if (!isGone) return;
    changes += 1;
    for (const [username, credentials] of known) if (credentials.some(isGone)) known.delete(username);
  };
  const stops = [
    feed.onChange(forget),
    feed.onGap(() => {
      changes += 1;
      known.clear();
    }),
  ];
  return {
    remembered: (username) => known.get(username) ?? [],
    async bySipUsername(username) {
      const before = changes;
      const found = await read.bySipUsername(username);
      known.delete(username);
      if (found.length > 0 && changes === before) known.set(username, found);
      if (known.size > mostNames) known.delete(known.keys().next().value ?? '');
      return found;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** Which credentials a change makes old; undefined where it concerns none. */
function goneBy(topics: readonly string[]): ((one: Owned) => boolean) | undefined {
  const gone: Record<keyof typeof touches, Set<string>> = {
    endpointId: new Set(),
    userId: new Set(),
    accountId: new Set(),
  };
  for (const key of keys) {
    for (const beginning of touches[key]) {
      for (const each of topics) if (each.startsWith(beginning)) gone[key].add(each.slice(beginning.length));
    }
  }
  if (keys.every((key) => gone[key].size === 0)) return undefined;
  return (one) => keys.some((key) => gone[key].has(one[key]));
}

const keys = Object.keys(touches) as (keyof typeof touches)[];
