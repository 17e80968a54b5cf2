interface Account {
  readonly status: string;
  readonly rows: readonly unknown[];
}

/** Writes to the log that the server answered without a document of the account; everything that needs it stays empty. ERR-055 */
export function logMissingAccount({ status, rows }: Account, log: (line: string) => void = console.error): void {
  if (status === 'ready' && rows.length === 0) log('[account] the server has no document of the account');
}
