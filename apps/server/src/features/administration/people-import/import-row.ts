import type { ImportedRow, PeopleImport } from '@sidetone/contract/entities/people-import.ts';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../../storage/schema.ts';

/** An import as it is shown. */
export const importOf = (row: Selectable<Schema['people_imports']>): PeopleImport => ({
  id: row.id,
  name: row.name,
  mode: row.mode,
  state: row.state,
  startedAt: row.started_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  startedBy: row.user_id,
  total: row.total,
  created: row.created,
  here: row.here,
  refused: row.refused,
  removed: row.removed,
});

const text = z.string().catch('');
const shown = z.object({ firstName: text, lastName: text, email: text });
const given = z.object({ extension: z.string().nullable(), number: z.string().nullable() });
const nothingGiven = { extension: null, number: null };

/** A row of an import as it is shown; of one that was refused when it was read, what it was to get is not known. */
export const rowOf = (row: Selectable<Schema['people_import_rows']>): ImportedRow => ({
  place: row.place,
  ...shown.parse(row.person),
  ...(row.state === 'refused' || row.state === 'here' ? nothingGiven : given.catch(nothingGiven).parse(row.person)),
  state: row.state,
  userId: row.user_id,
  problem: row.problem,
});
