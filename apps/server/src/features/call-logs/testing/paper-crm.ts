import { type CauseOfFailure, type CrmAccess, CrmFailure } from '../../../crm/crm-access.ts';
import type {
  CallRecord,
  CrmForm,
  CrmSide,
  CrmUser,
  Entity,
  EntityRef,
  TaskRecord,
  Unit,
} from '../../../crm/crm-side.ts';

/** What becomes of the next request: it is answered, was taken without an answer, was not taken, or is refused. */
export type Fault = 'lostAnswer' | 'lostRequest' | 'busy' | 'down' | 'refused' | 'forbidden';

/** A record of a CRM on paper. */
interface PaperRecord {
  readonly id: string;
  readonly key: string;
  readonly kind: 'call' | 'task';
  title: string;
  text: string;
  entities: readonly EntityRef[];
  /** The CRM's user in whose name it is. */
  ownerId: string | null;
  /** Milliseconds since it was made, as tests let them pass. */
  ageMs: number;
}

export interface PaperCrm extends CrmAccess {
  readonly records: PaperRecord[];
  /** Requests by what they do. */
  readonly requests: string[];
  certainty: CrmSide['certainty'];
  lookupLagMs: number;
  /** Of the requests that come next, in their order. */
  readonly faults: (Fault | null)[];
  /** Whether its connection can be used at all. */
  isReachable: boolean;
  /** What belongs to any contact, */
  belongings: Entity[];
  /** once this has resolved. */
  beforeBelongings: (signal: AbortSignal) => Promise<void>;
  /** Whom it has. */
  users: CrmUser[];
  pass(ms: number): void;
}

const form: CrmForm = {
  entityTypes: ['contacts', 'companies', 'deals'],
  hasTasks: true,
  unitsOf: (entities) => [{ name: 'main', entities }],
};

/** A CRM that takes calls and keeps everything in memory. A key that is unique there, where `certainty` is `upsert`, stays so. */
export function paperCrm(certainty: CrmSide['certainty'] = 'found'): PaperCrm {
  let made = 0;
  const nextId = () => {
    made += 1;
    return `r${made}`;
  };
  const paper: PaperCrm = {
    records: [],
    requests: [],
    certainty,
    lookupLagMs: certainty === 'foundLater' ? 60_000 : 0,
    faults: [],
    isReachable: true,
    belongings: [],
    beforeBelongings: async () => undefined,
    users: [
      { id: 'u7', name: 'Anna Ahorn', email: 'anna@example.com' },
      { id: 'u8', name: 'A. Ahorn (Sales)', email: 'sales@example.com' },
    ],
    pass(ms) {
      for (const record of paper.records) record.ageMs += ms;
    },
    formOf: (name) => (name === 'PAPER' ? { ...form, displayName: 'Paper' } : null),
    async use(_integrationId, _signal, work) {
      if (!paper.isReachable) throw failure('unreachable', 'delayed');
      return await work(sideOf(paper, nextId));
    },
  };
  return paper;
}

function sideOf(paper: PaperCrm, nextId: () => string): CrmSide {
  const { certainty, lookupLagMs } = paper;
  const make = (
    kind: PaperRecord['kind'],
    key: string,
    words: { title: string; text: string; ownerId: string | null },
    entities: readonly EntityRef[],
  ) => {
    const there = certainty === 'upsert' ? paper.records.find((one) => one.key === key) : undefined;
    if (there) return there;
    const { title, text, ownerId } = words;
    const record: PaperRecord = { id: nextId(), key, kind, title, text, ownerId, entities, ageMs: 0 };
    paper.records.push(record);
    return record;
  };
  const found = (key: string) =>
    certainty === 'blind' ? undefined : paper.records.find((one) => one.key === key && one.ageMs >= lookupLagMs);
  const written = ({ id }: PaperRecord) => ({ id, url: `https://paper.example/${id}` });
  return {
    certainty,
    lookupLagMs,
    write: async (unit: Unit, call: CallRecord, key: string) =>
      await answered(paper, 'write', () => written(make('call', key, call, unit.entities))),
    find: async (_unit, _call, key) =>
      await answered(paper, 'find', () => {
        const record = found(key);
        return record ? written(record) : null;
      }),
    change: async (there, unit, call) =>
      await answered(paper, 'change', () => {
        const record = paper.records.find(({ id }) => id === there.id);
        if (!record) return 'gone' as const;
        Object.assign(record, { title: call.title, text: call.text, entities: unit.entities });
        return written(record);
      }),
    remove: async ({ id }) =>
      await answered(paper, 'remove', () => {
        const at = paper.records.findIndex((one) => one.id === id);
        if (at >= 0) paper.records.splice(at, 1);
      }),
    createTask: async (task: TaskRecord, key) =>
      await answered(paper, 'task', () => written(make('task', key, task, task.entities))),
    findTask: async (_task, key) =>
      await answered(paper, 'findTask', () => {
        const record = found(key);
        return record ? written(record) : null;
      }),
    outcomes: async () => [
      { id: 'connected', label: 'Connected' },
      { id: 'busy', label: 'Busy' },
    ],
    taskTypes: async () => [{ id: 'call', label: 'Call' }],
    entity: async ({ type, id }) => ({
      type,
      id,
      label: `Record ${id}`,
      url: null,
      isOpen: null,
      ownerId: null,
      isHidden: false,
    }),
    async entitiesOf(_ref, signal) {
      await paper.beforeBelongings(signal);
      return await answered(paper, 'belongings', () => paper.belongings);
    },
    searchEntities: async () => [],
    users: async () => paper.users,
  };
}

/** Does what a request wants, as its fault lets it. */
async function answered<T>(paper: PaperCrm, request: string, work: () => T): Promise<T> {
  paper.requests.push(request);
  const fault = paper.faults.shift() ?? null;
  switch (fault) {
    case null:
      return work();
    case 'lostAnswer':
      work();
      throw failure('failed', 'unclear');
    case 'lostRequest':
      throw failure('failed', 'unclear');
    case 'busy':
      throw failure('rate_limited', 'delayed', 90);
    case 'down':
      throw failure('unreachable', 'delayed');
    case 'refused':
      throw failure('invalid', 'refused');
    case 'forbidden':
      throw failure('forbidden', 'blocked');
  }
}

const failure = (code: string, cause: CauseOfFailure, retryAfterSeconds: number | null = null): CrmFailure =>
  new CrmFailure(code, `It is ${code}.`, {
    retryAfterSeconds,
    causeIf: (mayRepeat) => (cause === 'unclear' && mayRepeat ? 'delayed' : cause),
  });
