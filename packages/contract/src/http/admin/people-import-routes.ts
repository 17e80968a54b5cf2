import { z } from 'zod';
import { plainId } from '../../entities/common.ts';
import {
  checkedPerson,
  importedRow,
  newPeopleImport,
  peopleCheck,
  peopleImport,
} from '../../entities/people-import.ts';
import { defineRoute } from '../route.ts';

const one = z.object({ importId: plainId });

/** People of a table: checked first, then created; no invitation is sent. */
export const adminPeopleImportRoutes = {
  checkPeople: defineRoute({
    method: 'POST',
    path: '/admin/people-imports/check',
    summary: 'Check rows of a table of people; nothing is written',
    audience: 'admin',
    body: peopleCheck,
    /** In the order of the rows. */
    reply: z.object({ people: z.array(checkedPerson) }),
  }),

  importPeople: defineRoute({
    method: 'POST',
    path: '/admin/people-imports',
    summary: 'Create the people of a table; the import continues after the reply, also after a restart',
    audience: 'admin',
    body: newPeopleImport,
    reply: peopleImport,
    errors: ['CONFLICT'],
  }),

  importedPeople: defineRoute({
    method: 'GET',
    path: '/admin/people-imports/{importId}/rows',
    summary: 'Get the rows of an import and what became of them',
    audience: 'admin',
    params: one,
    reply: z.object({ rows: z.array(importedRow) }),
    errors: ['NOT_FOUND'],
  }),

  undoPeopleImport: defineRoute({
    method: 'POST',
    path: '/admin/people-imports/{importId}/undo',
    summary: 'Undo an import: the users it created are removed who have no password, phone or call yet',
    audience: 'admin',
    params: one,
    reply: peopleImport,
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
} as const;
