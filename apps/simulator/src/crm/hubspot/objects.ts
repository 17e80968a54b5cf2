/** A record as the vendor keeps it. */
export interface Stored {
  readonly id: string;
  readonly type: string;
  properties: Record<string, string>;
  readonly createdAt: string;
  updatedAt: string;
  archived: boolean;
  /** Ids of records that it is associated with, by their type. */
  readonly associations: Map<string, Set<string>>;
}

export const vendorProperties = ['hs_object_id', 'createdate', 'lastmodifieddate', 'hs_lastmodifieddate'] as const;

/** All records of a portal. Ids grow, and never come again. */
export function hubSpotObjects(now: () => Date) {
  const all = new Map<string, Stored>();
  /** The new record's id by those of the two that were merged. */
  const mergedInto = new Map<string, string>();
  let lastId = 1_000;
  return {
    all,
    mergedInto,
    of: (type: string) => [...all.values()].filter((one) => one.type === type),
    /** By the id of a record that was merged, the one that was made of it. */
    find: (type: string, id: string) => {
      const found = all.get(mergedInto.get(id) ?? id);
      return found?.type === type ? found : undefined;
    },
    add(type: string, properties: Readonly<Record<string, string>>): Stored {
      lastId += 1;
      const at = now().toISOString();
      const made: Stored = {
        id: String(lastId),
        type,
        properties: { ...properties },
        createdAt: at,
        updatedAt: at,
        archived: false,
        associations: new Map(),
      };
      all.set(made.id, made);
      return made;
    },
    change(one: Stored, properties: Readonly<Record<string, string>>): void {
      one.properties = { ...one.properties, ...properties };
      one.updatedAt = now().toISOString();
    },
    archive(one: Stored): void {
      one.archived = true;
      one.updatedAt = now().toISOString();
    },
    /** Deletes for good, as a person asked for: it is named nowhere afterwards. */
    erase(one: Stored): void {
      all.delete(one.id);
    },
    /** Ends the association of two records, if they have one. */
    separate(one: Stored, other: Stored): void {
      one.associations.get(other.type)?.delete(other.id);
      other.associations.get(one.type)?.delete(one.id);
    },
    associate(one: Stored, other: Stored): void {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const ids = from.associations.get(to.type) ?? new Set();
        from.associations.set(to.type, ids.add(to.id));
      }
    },
  };
}
export type HubSpotObjects = ReturnType<typeof hubSpotObjects>;

/** Makes a new record of two, which are no longer there. */
export function merge(objects: HubSpotObjects, one: Stored, other: Stored): Stored {
  const hs_merged_object_ids = [one.id, other.id].join(';');
  const merged = objects.add(one.type, { ...one.properties, hs_merged_object_ids });
  for (const { id } of [one, other]) {
    objects.all.delete(id);
    objects.mergedInto.set(id, merged.id);
  }
  return merged;
}

/** The value of a property, as filters and answers see it. */
export function propertyOf(one: Stored, property: string): string | undefined {
  switch (property) {
    case 'hs_object_id':
      return one.id;
    case 'createdate':
      return one.createdAt;
    case 'lastmodifieddate':
    case 'hs_lastmodifieddate':
      return one.updatedAt;
    default:
      return one.properties[property];
  }
}
