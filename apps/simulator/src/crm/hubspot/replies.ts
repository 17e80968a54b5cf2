/** What the vendor answers: a status with JSON, a page or nothing, and sometimes an address to go to. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly html?: string;
  readonly location?: string;
}

/** An error as the vendor words them. */
export const problem = (status: number, category: string, message: string): Reply => ({
  status,
  body: { status: 'error', message, category, correlationId: '00000000-0000-4000-8000-000000000000' },
});

export const resourceNotThere = problem(404, 'OBJECT_NOT_FOUND', 'resource not found');

export const missingScopes = (scope: string): Reply =>
  problem(
    403,
    'MISSING_SCOPES',
    `This app hasn't been granted all required scopes to make this call. Missing: ${scope}`,
  );
