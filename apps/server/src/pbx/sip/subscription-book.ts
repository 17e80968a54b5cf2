/** Something that is subscribed to: by the key of its dialog, what it tells of, and by which device. */
interface Entry {
  readonly key: string;
  readonly topic: string;
  readonly endpointId: string;
}

/** Subscriptions by what they tell of and by their devices, so that a change costs what its watchers cost. */
export interface SubscriptionBook<One extends Entry> {
  readonly size: number;
  byKey(key: string): One | undefined;
  all(): readonly One[];
  /** Those that tell of this. */
  about(topic: string): readonly One[];
  /** Those of a device, the oldest first. */
  ofEndpoint(endpointId: string): readonly One[];
  add(one: One): void;
  remove(one: One): void;
  clear(): void;
}

export function subscriptionBook<One extends Entry>(): SubscriptionBook<One> {
  const byKey = new Map<string, One>();
  const [topics, endpoints] = [groups<One>(), groups<One>()];
  return {
    get size() {
      return byKey.size;
    },
    byKey: (key) => byKey.get(key),
    all: () => [...byKey.values()],
    about: topics.of,
    ofEndpoint: endpoints.of,
    add(one) {
      byKey.set(one.key, one);
      topics.add(one.topic, one);
      endpoints.add(one.endpointId, one);
    },
    remove(one) {
      if (byKey.get(one.key) === one) byKey.delete(one.key);
      topics.remove(one.topic, one);
      endpoints.remove(one.endpointId, one);
    },
    clear() {
      byKey.clear();
      topics.clear();
      endpoints.clear();
    },
  };
}

function groups<One>() {
  const sets = new Map<string, Set<One>>();
  return {
    of: (key: string): readonly One[] => [...(sets.get(key) ?? [])],
    add: (key: string, one: One) => void sets.set(key, (sets.get(key) ?? new Set()).add(one)),
    remove(key: string, one: One): void {
      const set = sets.get(key);
      set?.delete(one);
      if (set?.size === 0) sets.delete(key);
    },
    clear: () => sets.clear(),
  };
}
