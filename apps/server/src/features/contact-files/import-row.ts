import { type ContactImport, importProblem } from '@sidetone/contract/entities/contact-import.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../storage/schema.ts';

/** Problems that a row keeps. */
export const mostProblems = 100;

export type ImportRow = Selectable<Schema['contact_imports']>;

export const problemsOf = (stored: unknown): ContactImport['problems'] =>
  z.array(importProblem).catch([]).parse(stored);

/** An import as its user sees it. */
export const importOf = (row: ImportRow): ContactImport => ({
  id: row.id,
  fileName: row.file_name,
  format: row.format,
  state: row.state,
  total: row.total,
  done: row.done,
  created: row.created,
  updated: row.updated,
  skipped: row.skipped,
  removed: row.removed,
  problems: problemsOf(row.problems),
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});
