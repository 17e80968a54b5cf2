import type { AdminPagingGroup } from '@sidetone/contract/entities/paging-group.ts';
import { pagingLimits } from '@sidetone/contract/entities/paging-group.ts';

/** A paging group as its form has it. */
export interface PagingValues {
  name: string;
  number: string;
  longestSeconds: number;
  memberIds: string[];
  mayPage: 'everybody' | 'chosen';
  /** Kept while all may page, so that a slip of the choice loses nobody. */
  callerIds: string[];
}

/** What the form begins with: the first number that no group has yet. */
export function pagingValues(group: AdminPagingGroup | null, taken: readonly string[]): PagingValues {
  if (group === null) {
    let number = 1;
    while (taken.includes(String(number))) number += 1;
    const longestSeconds = pagingLimits.seconds.usual;
    return { name: '', number: String(number), longestSeconds, memberIds: [], mayPage: 'everybody', callerIds: [] };
  }
  const { name, number, longestSeconds, memberIds, callerIds } = group;
  const mayPage = callerIds === null ? 'everybody' : 'chosen';
  return { name, number, longestSeconds, memberIds, mayPage, callerIds: callerIds ?? [] };
}

/** The form as the schema reads it. */
export const pagingShape = ({ mayPage, callerIds, ...rest }: PagingValues): unknown => ({
  ...rest,
  callerIds: mayPage === 'everybody' ? null : callerIds,
});
