import type { Address } from '../wires/flow.ts';
import type { Binding } from './binding.ts';

/** Bindings by their id, and by what is asked for with each REGISTER and each call. */
export interface BindingIndex {
  readonly byId: ReadonlyMap<string, Binding>;
  ofEndpoint(endpointId: string): readonly Binding[];
  ofUser(userId: string): readonly Binding[];
  isFrom(remote: Address): boolean;
  /** Adds a binding, or puts it in the place of the one with its id. */
  set(binding: Binding): void;
  delete(id: string): void;
}

export function bindingIndex(): BindingIndex {
  const byId = new Map<string, Binding>();
  const groups = { endpoint: groupsOf(), user: groupsOf(), remote: groupsOf() };
  const placesOf = (binding: Binding) =>
    [
      [groups.endpoint, binding.endpointId],
      [groups.user, binding.userId],
      [groups.remote, placeOf(binding.remoteAddress, binding.remotePort)],
    ] as const;
  const leave = (binding: Binding, next: Binding | undefined) => {
    const stays = new Map(next && placesOf(next));
    for (const [group, key] of placesOf(binding)) if (stays.get(group) !== key) group.delete(key, binding.id);
  };
  return {
    byId,
    ofEndpoint: (endpointId) => groups.endpoint.get(endpointId),
    ofUser: (userId) => groups.user.get(userId),
    isFrom: ({ address, port }) => groups.remote.get(placeOf(address, port)).length > 0,
    set(binding) {
      const before = byId.get(binding.id);
      if (before) leave(before, binding);
      byId.set(binding.id, binding);
      for (const [group, key] of placesOf(binding)) group.set(key, binding);
    },
    delete(id) {
      const before = byId.get(id);
      if (before) leave(before, undefined);
      byId.delete(id);
    },
  };
}

const placeOf = (address: string, port: number): string => `${address} ${port}`;

interface Groups {
  get(key: string): readonly Binding[];
  set(key: string, binding: Binding): void;
  delete(key: string, id: string): void;
}

/** Bindings in groups, in the order in which they came to theirs. */
function groupsOf(): Groups {
  const groups = new Map<string, Map<string, Binding>>();
  return {
    get: (key) => [...(groups.get(key)?.values() ?? [])],
    set(key, binding) {
      const group = groups.get(key) ?? new Map<string, Binding>();
      groups.set(key, group.set(binding.id, binding));
    },
    delete(key, id) {
      const group = groups.get(key);
      group?.delete(id);
      if (group?.size === 0) groups.delete(key);
    },
  };
}
