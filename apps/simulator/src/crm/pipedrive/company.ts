import { type PipedriveRecords, pipedriveRecords } from './records.ts';

/** Someone who works with the CRM. */
interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isActive: boolean;
}

interface ActivityType {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly isActive: boolean;
}

/** What a company has, and how its administrators have set it up. */
export interface Company {
  readonly domain: string;
  readonly records: PipedriveRecords;
  /** The first one is who the key belongs to. */
  readonly users: User[];
  readonly types: ActivityType[];
  /** Ids of records that the key's user may not see. */
  readonly hidden: Set<string>;
  /** Whether the key's user may write in the name of others. */
  mayWriteForOthers: boolean;
  /** Whether the plan has call logs. */
  hasCallLogs: boolean;
  /** Tokens that are left of the day, and after how many seconds the next day begins. */
  tokens: number;
  secondsToNextDay: number;
}

const usualTypes: readonly ActivityType[] = [
  { id: 1, key: 'call', name: 'Call', isActive: true },
  { id: 2, key: 'meeting', name: 'Meeting', isActive: true },
  { id: 3, key: 'task', name: 'Task', isActive: true },
  { id: 4, key: 'fax', name: 'Fax', isActive: false },
];

/** A company with one user and nothing else, who may do everything. */
export const newCompany = (domain: string, now: () => Date): Company => ({
  domain,
  records: pipedriveRecords(now),
  users: [{ id: 1, name: 'Ada Lind', email: 'ada@rheinwerk.example', isActive: true }],
  types: [...usualTypes],
  hidden: new Set(),
  mayWriteForOthers: true,
  hasCallLogs: true,
  tokens: 1_000_000,
  secondsToNextDay: 3_600,
});

/** Activities with these letters in their note, deleted ones as well: never more than one of a key. */
export const activitiesWithKey = ({ records }: Company, key: string) =>
  records.of('activities').filter(({ values }) => String(values['note'] ?? '').includes(key));
