import type { z } from 'zod';

/** What the vendor answers: a status with JSON, a page or nothing, and sometimes an address to go to. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly html?: string;
  readonly location?: string;
}

/** An error as the vendor words them. */
export const problem = (status: number, error: string, code = 'ERR_BAD_REQUEST'): Reply => ({
  status,
  body: { success: false, error, code },
});

export const notThere = problem(404, 'Entity not found', 'ERR_NOT_FOUND');
export const hidden = problem(403, 'You do not have permissions to do this', 'ERR_FORBIDDEN');

export const answered = (data: unknown, more: object = {}, status = 200): Reply => ({
  status,
  body: { success: true, data, ...more },
});

/** Why a body or a query is refused. */
export function invalid({ issues: [first] }: z.ZodError): Reply {
  const place = first?.path.join('.') ?? '';
  return problem(400, `Validation failed: ${place === '' ? '' : `${place}: `}${first?.message ?? ''}`);
}
