interface Row {
  readonly id: string;
  readonly rev: number;
}

/** A change of a row that the server has been asked for, on the row as it was at `rev`. */
export interface Patch {
  rev: number;
  readonly change: Readonly<Record<string, unknown>>;
  /** Until the server has answered, no row of its own replaces the change: that may be an earlier change arriving. */
  isAnswered: boolean;
}

/** The changes of rows by their ids, in the order in which they were made. */
export type Patches = ReadonlyMap<string, readonly Patch[]>;

/** The rows with the changes on them that the server has not confirmed, or whose rows have not arrived. */
export function withPatches<R extends Row>(rows: readonly R[], patches: Patches): readonly R[] {
  if (patches.size === 0) return rows;
  return rows.map((row) => {
    const due = (patches.get(row.id) ?? []).filter((patch) => !isOvertaken(patch, row));
    if (due.length === 0) return row;
    const changed = { ...row };
    for (const { change } of due) Object.assign(changed, change);
    return changed;
  });
}

/** Whether the server has answered a change, and has sent the row again since then. */
export function isOvertaken({ isAnswered, rev }: Patch, row: Row): boolean {
  return isAnswered && row.rev > rev;
}

/**
 * What the server's answer means for a change: `arrived` where a newer row has it already, `due` where no newer row has
 * come yet, `unlike` where one came that does not have it: its own is on the way, or the server made something else of it.
 */
export function answeredAs({ rev, change }: Patch, rows: readonly Row[]): 'arrived' | 'due' | 'unlike' {
  const newer = rows.filter((row) => row.rev > rev);
  if (newer.length === 0) return 'due';
  return newer.some((row) => hasChange(row, change)) ? 'arrived' : 'unlike';
}

function hasChange(row: Row, change: Patch['change']): boolean {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.entries(change).every(([key, value]) => JSON.stringify(values.get(key)) === JSON.stringify(value));
}
