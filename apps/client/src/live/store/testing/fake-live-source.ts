import type { LiveMessage } from '@sidetone/contract/documents/live-query.ts';
import type { LiveListener, LiveSource } from '../../line/live-source.ts';

interface Watched {
  name: string;
  params: unknown;
  listener: LiveListener;
}

/** A source for tests: the test decides what it says, and it shows who is listening. */
export interface FakeLiveSource extends LiveSource {
  readonly watched: readonly Watched[];
  /** How often the connection was left. */
  readonly renewals: number;
  say(name: string, message: LiveMessage<unknown>): void;
}

/** Makes a source that answers nothing by itself. */
export function fakeLiveSource(): FakeLiveSource {
  const watched: Watched[] = [];
  let renewals = 0;
  return {
    watched,
    get renewals() {
      return renewals;
    },
    renew() {
      renewals += 1;
    },
    subscribe(name, params, listener) {
      const entry = { name, params, listener };
      watched.push(entry);
      return () => {
        watched.splice(watched.indexOf(entry), 1);
      };
    },
    say(name, message) {
      for (const entry of watched.filter((each) => each.name === name)) entry.listener.message(message);
    },
  };
}
