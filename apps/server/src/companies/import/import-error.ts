const messages = {
  NOT_AN_EXPORT: 'This file is not the export of a company.',
  DAMAGED: 'This export is damaged, not complete, or was changed. Nothing was imported.',
  OTHER_RELEASE:
    'This export was made by another release of Sidetone. Bring both servers to the same release, and export again.',
  CALLS_RUNNING:
    'Calls were running when this export was made. Suspend the company on its server, wait for them, and export again.',
  CONFLICTS: 'Some of it is here already. Nothing was imported.',
  BUSY: 'Another company is being imported. Try again afterwards.',
  TOO_LARGE: 'There is not enough free space on the disk for this company.',
} as const;
type ImportErrorCode = keyof typeof messages;

/** A company cannot be imported, and nothing of it is here; the message says why, in words for the operator. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly code: ImportErrorCode;
  /** What is here already, a line each. */
  readonly conflicts: readonly string[];

  constructor(
    code: ImportErrorCode,
    { cause, conflicts = [] }: { cause?: unknown; conflicts?: readonly string[] } = {},
  ) {
    super(messages[code], { cause });
    this.code = code;
    this.conflicts = conflicts;
  }
}
