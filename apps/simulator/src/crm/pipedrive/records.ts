/** Kinds of records that a company has. */
export const kinds = ['persons', 'organizations', 'deals', 'leads', 'activities'] as const;
export type Kind = (typeof kinds)[number];

/** A record as the vendor keeps it. Leads have UUIDs, all others numbers that grow. */
export interface Stored {
  readonly id: number | string;
  readonly kind: Kind;
  values: Readonly<Record<string, unknown>>;
  addTime: string;
  updateTime: string;
  isDeleted: boolean;
}

/** What a call log says besides its activity. */
interface CallLog {
  readonly id: string;
  readonly activityId: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** All records of a company. Ids never come again. */
export function pipedriveRecords(now: () => Date) {
  const all: Readonly<Record<Kind, Map<string, Stored>>> = {
    persons: new Map(),
    organizations: new Map(),
    deals: new Map(),
    leads: new Map(),
    activities: new Map(),
  };
  const callLogs = new Map<string, CallLog>();
  let lastId = 100;
  return {
    callLogs,
    of: (kind: Kind): Stored[] => [...all[kind].values()],
    /** Null for one that is deleted. */
    find(kind: Kind, id: number | string): Stored | null {
      const found = all[kind].get(String(id));
      return found && !found.isDeleted ? found : null;
    },
    add(kind: Kind, values: Readonly<Record<string, unknown>>): Stored {
      lastId += 1;
      const id = kind === 'leads' ? `00000000-0000-4000-8000-${String(lastId).padStart(12, '0')}` : lastId;
      const at = secondsOf(now());
      const made: Stored = { id, kind, values: { ...values }, addTime: at, updateTime: at, isDeleted: false };
      all[kind].set(String(id), made);
      return made;
    },
    change(one: Stored, values: Readonly<Record<string, unknown>>): void {
      one.values = { ...one.values, ...values };
      one.updateTime = secondsOf(now());
    },
    remove(one: Stored): void {
      one.isDeleted = true;
      one.updateTime = secondsOf(now());
    },
  };
}
export type PipedriveRecords = ReturnType<typeof pipedriveRecords>;

/** The vendor's times have no fractions. */
const secondsOf = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');
