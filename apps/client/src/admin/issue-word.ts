import type { z } from 'zod';

export type IssueWord = 'missing' | 'tooShort' | 'tooLong' | 'email' | 'number' | 'refused' | 'taken' | 'notValid';

/** Key of the words under `admin.issue` for a problem that a schema found. */
export function issueWord(issue: z.core.$ZodIssue): IssueWord {
  if (issue.code === 'too_small') {
    return issue.origin === 'string' && Number(issue.minimum) > 1
      ? 'tooShort'
      : issue.origin === 'string' || issue.origin === 'array'
        ? 'missing'
        : 'number';
  }
  if (issue.code === 'too_big') return issue.origin === 'string' || issue.origin === 'array' ? 'tooLong' : 'number';
  if (issue.code === 'invalid_type')
    return issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'missing';
  if (issue.code === 'invalid_format') return issue.format === 'email' ? 'email' : 'notValid';
  return 'notValid';
}
