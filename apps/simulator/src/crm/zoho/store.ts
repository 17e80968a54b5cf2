import { modules, systemFields } from './schema.ts';

/** A record as the vendor keeps it. */
export interface Stored {
  readonly id: string;
  readonly module: string;
  values: Record<string, unknown>;
  readonly createdAt: string;
  changedAt: string;
}

interface SimulatedUser {
  readonly id: string;
  readonly full_name: string;
  readonly email: string;
  isActive: boolean;
}

/** `2026-11-29T04:14:00+00:00`: whole seconds, with an offset. */
const stamp = (at: Date): string => `${at.toISOString().slice(0, 19)}+00:00`;

/** Records of a company. Ids are one row of numbers for all modules. */
export function zohoStore(now: () => Date) {
  const all = new Map<string, Stored>();
  const deleted: { readonly id: string; readonly module: string; readonly at: string }[] = [];
  const users: SimulatedUser[] = [];
  let last = 554_023_000_000_691_000n;
  const nextId = () => {
    last += 1n;
    return String(last);
  };
  return {
    all,
    deleted,
    users,
    of: (module: string) => [...all.values()].filter((one) => one.module === module),
    find: (module: string, id: string) => {
      const one = all.get(id);
      return one?.module === module ? one : undefined;
    },
    add(module: string, values: Readonly<Record<string, unknown>>): Stored {
      const at = stamp(now());
      const made: Stored = { id: nextId(), module, values: { ...values }, createdAt: at, changedAt: at };
      all.set(made.id, made);
      return made;
    },
    addUser(full_name: string, isActive = true): SimulatedUser {
      const user = { id: nextId(), full_name, email: `${full_name.toLowerCase()}@rheinwerk.example`, isActive };
      users.push(user);
      return user;
    },
    change(one: Stored, values: Readonly<Record<string, unknown>>): void {
      one.values = { ...one.values, ...values };
      one.changedAt = stamp(now());
    },
    remove(one: Stored): void {
      all.delete(one.id);
      deleted.push({ id: one.id, module: one.module, at: stamp(now()) });
    },
    /** A lead becomes a contact: it is in no list any more, also not in that of what was deleted. */
    convert(one: Stored): void {
      all.delete(one.id);
    },
  };
}
export type ZohoStore = ReturnType<typeof zohoStore>;

/** Whether a module has a field, also one behind a relation such as `Account_Name.Account_Name`. */
export function hasField(module: string, path: string): boolean {
  const [first = '', rest] = path.split('.');
  const field = modules[module]?.fields.find(({ api_name }) => api_name === first);
  if (rest === undefined) return field !== undefined || (systemFields as readonly string[]).includes(first);
  return field?.leadsTo !== null && field !== undefined && (rest === 'id' || hasField(field.leadsTo ?? '', rest));
}

/** The value of a field; null where there is none. */
export function fieldValue(store: ZohoStore, one: Stored, path: string): unknown {
  const [first = '', rest] = path.split('.');
  switch (first) {
    case 'id':
      return one.id;
    case 'Created_Time':
      return one.createdAt;
    case 'Modified_Time':
      return one.changedAt;
    case 'Full_Name':
      return [one.values['First_Name'], one.values['Last_Name']].filter(Boolean).join(' ');
  }
  const value = one.values[first] ?? null;
  const id = value !== null && typeof value === 'object' && 'id' in value ? String(value.id) : null;
  const other = id === null ? undefined : store.all.get(id);
  if (rest === 'id') return id;
  if (rest !== undefined) return other === undefined ? null : fieldValue(store, other, rest);
  if (id === null) return value;
  const name = other === undefined ? null : (other.values['Account_Name'] ?? fieldValue(store, other, 'Full_Name'));
  return { id, name };
}
