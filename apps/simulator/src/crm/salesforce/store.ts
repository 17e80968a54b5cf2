import { callIdField, objects, type SimulatedField } from './schema.ts';

export type Value = string | number | boolean | null;

/** A record as the vendor keeps it. */
export interface Stored {
  readonly id: string;
  readonly object: string;
  values: Record<string, Value>;
  readonly createdAt: string;
  changedAt: string;
  /** In the recycle bin. */
  isDeleted: boolean;
}

/** `2026-11-29T04:14:00.000+0000`: whole seconds, and no `Z`. */
const stamp = (at: Date): string => `${at.toISOString().slice(0, 19)}.000+0000`;

/** Records of a company. `hasCallIdField`: its tasks have a unique field for calls. */
export function salesforceStore(now: () => Date, { hasCallIdField }: { readonly hasCallIdField: boolean }) {
  const all = new Map<string, Stored>();
  /** What left the recycle bin. */
  const purged: { readonly id: string; readonly object: string; readonly at: string }[] = [];
  let count = 0;
  let logBegins = 0;
  const fieldsOf = (object: string): readonly SimulatedField[] => [
    ...(objects[object]?.fields ?? []),
    ...(object === 'Task' && hasCallIdField ? [callIdField] : []),
  ];
  return {
    all,
    purged,
    fieldsOf,
    fieldOf: (object: string, name: string) =>
      fieldsOf(object).find((one) => one.name.toLowerCase() === name.toLowerCase()),
    of: (object: string) => [...all.values()].filter((one) => one.object === object && !one.isDeleted),
    find: (id: string) => all.get(id),
    /** Ids grow; they have three letters of their object, and at the end three of a sum. */
    add(object: string, values: Readonly<Record<string, Value>>): Stored {
      count += 1;
      const at = stamp(now());
      const id = `${objects[object]?.prefix}${String(count).padStart(12, '0')}AAA`;
      const made: Stored = { id, object, values: { ...values }, createdAt: at, changedAt: at, isDeleted: false };
      all.set(id, made);
      return made;
    },
    change(one: Stored, values: Readonly<Record<string, Value>>): void {
      one.values = { ...one.values, ...values };
      one.changedAt = stamp(now());
    },
    remove(one: Stored): void {
      one.isDeleted = true;
      one.changedAt = stamp(now());
    },
    /** Deletes for good, as it happens when the recycle bin is emptied. */
    purge(one: Stored): void {
      all.delete(one.id);
      purged.push({ id: one.id, object: one.object, at: stamp(now()) });
    },
    /** Milliseconds since when deletions are known. */
    logBegins: () => logBegins,
    /** Forgets deletions, as the vendor does where there were very many. */
    cutLog(): void {
      purged.length = 0;
      logBegins = now().getTime();
    },
  };
}
export type SalesforceStore = ReturnType<typeof salesforceStore>;

/** The value of a field, also of one behind a relation such as `Account.Name`; undefined for an unknown field. */
export function fieldValue(store: SalesforceStore, one: Stored, path: string): Value | undefined {
  const [relation = '', rest] = path.split('.');
  if (rest !== undefined) {
    const through = objects[one.object]?.relations[relation];
    if (through === undefined) return undefined;
    const other = store.find(String(one.values[through] ?? ''));
    return other === undefined ? null : fieldValue(store, other, rest);
  }
  if (store.fieldOf(one.object, path) === undefined) return undefined;
  switch (path) {
    case 'Id':
      return one.id;
    case 'CreatedDate':
      return one.createdAt;
    case 'SystemModstamp':
      return one.changedAt;
    case 'IsDeleted':
      return one.isDeleted;
    case 'Name':
      return (
        one.values['Name'] ?? ([one.values['FirstName'], one.values['LastName']].filter(Boolean).join(' ') || null)
      );
    case 'IsClosed':
      return one.values['IsClosed'] ?? String(one.values['StageName'] ?? '').startsWith('Closed');
    case 'CaseNumber':
      return one.id.slice(7, 15);
    default:
      return one.values[path] ?? (store.fieldOf(one.object, path)?.type === 'boolean' ? false : null);
  }
}

/** What an answer has of a record: the named fields, those behind a relation within it. */
export function shown(store: SalesforceStore, one: Stored, paths: readonly string[]): Record<string, unknown> {
  const made: Record<string, unknown> = {
    attributes: { type: one.object, url: `/services/data/v67.0/sobjects/${one.object}/${one.id}` },
  };
  for (const path of paths) {
    const [relation = '', rest] = path.split('.');
    const value = fieldValue(store, one, path) ?? null;
    if (rest === undefined) made[path] = value;
    else if (fieldValue(store, one, `${relation}.Id`) === null) made[relation] = null;
    else made[relation] = { ...(made[relation] as object | undefined), [rest]: value };
  }
  return made;
}
